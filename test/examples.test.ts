import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { headerOf } from "./examples/header.ts";
import { installed } from "./support/installed.ts";
import { javascriptOf } from "./support/javascript.ts";

const TOP = new URL("../", import.meta.url);
const MINUTE = 60_000;
const examples = readdirSync(new URL("examples", TOP)).filter((name) => name.endsWith(".ts")).sort();

// Those to which it matters where they are and how they were started, and the one that everybody tries first.
const literal = examples.filter((name, index) => index === 0 || /import\.meta|process\.argv/u.test(textOf(`examples/${name}`)));

// In a project that has the package installed: to compile the library in each process takes longer than all they do.
const compiled = await compiledExamples();

describe("the examples", () => {
  it("exist and are numbered from 01 without a gap", () => {
    const numbers = examples.map((name) => /^(\d\d)-[a-z0-9-]+\.ts$/.exec(name)?.[1] ?? name);

    expect(examples).not.toEqual([]);
    expect(numbers).toEqual(examples.map((_, index) => String(index + 1).padStart(2, "0")));
  });

  it.each(examples)("%s prints what its head comment promises", { timeout: MINUTE }, async (name) => {
    const { command, prints } = headerOf(name, textOf(`examples/${name}`));

    expect(command).toBe(`node --import tsx -C troupe-source examples/${name}`);
    expect(await resultOf([join(compiled, name.replace(/ts$/u, "mjs"))])).toEqual({ code: 0, stdout: prints, stderr: "" });
  });

  it.each(literal)("%s prints it when it is started with the command in its head comment", { timeout: MINUTE }, async (name) => {
    const { command, prints } = headerOf(name, textOf(`examples/${name}`));

    expect(await resultOf(command.split(" ").slice(1))).toEqual({ code: 0, stdout: prints, stderr: "" });
  });

  it.each(examples)("%s is listed in examples/README.md", (name) => {
    expect(textOf("examples/README.md")).toContain(`](${name})`);
  });
});

describe("headerOf", () => {
  const command = "node --import tsx -C troupe-source examples/01-a.ts";

  it("reads what is shown, the command and the exact output", () => {
    const text = `// Two agents,\n// one ledger.\n//\n// Run:\n//   ${command}\n//\n// Prints:\n//   run\n//     step  1\n//\n//   end\n\nrun();\n// Prints:\n`;

    expect(headerOf("01-a.ts", text)).toEqual({ shows: "Two agents, one ledger.", command, prints: "run\n  step  1\n\nend\n" });
  });

  it.each([
    { text: "run();", says: "01-a.ts: the head comment says what it shows, then 'Run:'" },
    { text: "// Run:\n//   a\n// Prints:\n//   b", says: "01-a.ts: the head comment says what it shows, then 'Run:'" },
    { text: "// Shows.\n// Run:\n//   a", says: "01-a.ts: the head comment has 'Prints:' after 'Run:' and the command" },
    { text: "// Shows.\n// Run:\n// Prints:\n//   b", says: "01-a.ts: one line with the command stands under 'Run:'" },
    { text: "// Shows.\n// Run:\n//   a\n//   b\n// Prints:\n//   c", says: "01-a.ts: one line with the command stands under 'Run:'" },
    { text: "// Shows.\n// Run:\n//   a\n// Prints:\n", says: "01-a.ts: at least one line of output stands under 'Prints:'" },
    { text: "// Shows.\n// Run:\n//   a\n// Prints:\n// b", says: "01-a.ts: 'b' in the head comment is not indented by two spaces" },
  ])("refuses a header that is not whole: $says", ({ text, says }) => {
    expect(() => headerOf("01-a.ts", text)).toThrow(new Error(says));
  });
});

async function compiledExamples(): Promise<string> {
  const { project } = await installed();
  const folder = mkdtempSync(join(project, "examples-"));
  cpSync(fileURLToPath(new URL("examples", TOP)), folder, { recursive: true });
  for (const name of examples) writeFileSync(join(folder, name.replace(/ts$/u, "mjs")), javascriptOf(textOf(`examples/${name}`)));
  return folder;
}

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

// Runs Node.js in a fresh process that sees no key, terminal or colour setting of whoever runs the tests.
function resultOf(args: readonly string[]): Promise<Result> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: TOP, env: { PATH, HOME }, timeout: MINUTE }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

function textOf(name: string): string {
  return readFileSync(new URL(name, TOP), "utf8");
}
