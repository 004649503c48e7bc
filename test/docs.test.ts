import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { program } from "../bin/program.ts";
import { runSchema, stepSchema } from "../src/core/run.ts";
import { endProcesses, startProcess } from "./bin/command.ts";
import { blocksOf } from "./docs/blocks.ts";
import { installed } from "./support/installed.ts";
import { javascriptOf } from "./support/javascript.ts";

const TOP = new URL("../", import.meta.url);
const MINUTE = 60_000;
const { project, start } = await installed();
afterAll(endProcesses);

function textOf(name: string): string {
  return readFileSync(new URL(name, TOP), "utf8");
}

const PAGES = readdirSync(new URL("docs", TOP)).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);

describe("a page of the documentation", () => {
  it.each(["README.md", "examples/README.md", "bench/README.md", ...PAGES])("%s links to files that exist", (page) => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)\)/gu)].map(([, link = ""]) => link);

    expect(links.filter((link) => !existsSync(new URL(link, new URL(page, TOP))))).toEqual([]);
  });
});

interface Program {
  readonly place: string;
  readonly text: string;
  readonly output: string | undefined;
}

// As a file of a project that has the package installed, so that it may import the package by its own name.
function commandFor({ text }: Program): readonly string[] {
  const file = join(mkdtempSync(join(project, "program-")), "program.mjs");
  writeFileSync(file, javascriptOf(text));
  return [process.execPath, file];
}

function programsIn(page: string): Program[] {
  const blocks = blocksOf(textOf(page));
  return blocks.flatMap(({ language, line, text }, index) => {
    return language === "ts" ? [{ place: `${page}:${line}`, text, output: blocks[index + 1]?.text }] : [];
  });
}

describe("a program in the documentation", () => {
  const programs = PAGES.flatMap(programsIn);

  it("exists", () => {
    expect(programs).not.toEqual([]);
  });

  it.each(programs)("$place prints what stands under it", { timeout: MINUTE }, async (program) => {
    const ended = await startProcess(commandFor(program), { cwd: fileURLToPath(TOP) }).ended;

    expect(ended).toEqual({ code: 0, stdout: program.output, stderr: "" });
  });
});

describe("docs/command-line.md", () => {
  const text = textOf("docs/command-line.md");

  it("has a row for every option of troupe run, and no other", () => {
    const { stdout, stderr } = process;
    const run = program({ stdout, stderr }, () => undefined).commands.find((command) => command.name() === "run");
    const [section = ""] = text.split("\n## troupe run --on\n");
    const rows = [...section.matchAll(/^\| `(--[^`]+)` \|/gmu)].map(([, flags]) => flags);

    expect(rows).toEqual(run?.options.map(({ flags }) => flags));
  });
});

// Without the keys of whoever runs the tests.
const KEYLESS = {
  OPENAI_API_KEY: undefined,
  ANTHROPIC_API_KEY: undefined,
  GOOGLE_GENERATIVE_AI_API_KEY: undefined,
  OPENAI_COMPATIBLE_API_KEY: undefined,
  OPENAI_COMPATIBLE_BASE_URL: undefined,
};

describe("a command in the documentation", () => {
  const pages = ["README.md", ...PAGES].filter((page) => commandsIn(textOf(page)).length > 0);

  it("exists", () => {
    expect(pages).toEqual(expect.arrayContaining(["docs/cast.md", "docs/command-line.md"]));
  });

  it.each(pages)("of %s prints what stands under it", { timeout: 2 * MINUTE }, async (page) => {
    const cwd = mkdtempSync(join(project, "page-"));
    writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
    for (const { name, text } of filesIn(textOf(page))) writeFileSync(join(cwd, name), text);

    for (const { args, output } of commandsIn(textOf(page))) {
      const stdout = expect.stringMatching(patternOf(output)) as string; // a matcher is any

      expect(await startProcess([...start, ...args], { cwd, env: KEYLESS }).ended).toEqual({ code: 0, stdout, stderr: "" });
    }
  });
});

// The blocks that a page gives a file name, in the words before them: "`greeter.js`:".
function filesIn(page: string): readonly { readonly name: string; readonly text: string }[] {
  const named = page.matchAll(/`([\w.-]+\.m?js)`:\n\n```js\n([\s\S]*?)^```$/gmu);
  return [...named].map(([, name = "", text = ""]) => ({ name, text }));
}

interface Shown {
  readonly args: readonly string[];
  readonly output: string;
}

// `$ troupe ...` and the lines up to the next command or the end of the block; a block of commands alone promises no output.
function commandsIn(text: string): readonly Shown[] {
  const consoles = blocksOf(text).filter(({ text: shown }) => shown.startsWith("$ ") && /^(?!\$ )/mu.test(shown.trimEnd()));
  return consoles.flatMap((block) =>
    block.text.split(/^\$ troupe /mu).slice(1).map((shown) => {
      const [command = "", ...lines] = shown.split("\n");
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
      return { args, output: lines.join("\n") };
    }),
  );
}

// `...` at the end of a line stands for figures that change from run to run.
function patternOf(output: string): RegExp {
  const escaped = output.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
  return new RegExp(`^${escaped.replace(/ ?\\\.\\\.\\\.$/gmu, ".*")}$`, "u");
}

describe("docs/trace.md", () => {
  const text = textOf("docs/trace.md");
  const { options: steps } = stepSchema as unknown as { options: readonly z.ZodObject[] }; // a union, behind a wider type
  const fields = (schemas: readonly z.ZodObject[]): string[] => {
    return [...new Set(schemas.flatMap(({ shape }) => Object.keys(shape)))].sort();
  };

  // The names in the first column of the tables between two headings.
  function rowsUnder(heading: string): string[] {
    const [, section = ""] = text.split(`## ${heading}\n`);
    const cells = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| (`[^|]*`) \|/gmu)].map(([, cell = ""]) => cell);
    return cells.flatMap((cell) => cell.split(", ").map((name) => name.replaceAll("`", ""))).sort();
  }

  it("has a row for every field of a run, and no other", () => {
    expect(rowsUnder("The run")).toEqual(fields([runSchema]));
  });

  it("has a row for every field of a step, and no other", () => {
    expect(rowsUnder("A step")).toEqual(fields(steps));
  });
});
