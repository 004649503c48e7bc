import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageFolder, version } from "../../../bin/text/version.ts";
import { installInto } from "../../support/installed.ts";
import { endProcesses, startProcess, temporaryFolder, type Ended } from "../command.ts";
import { inProcess } from "../in-process.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});
const at = (name: string): string => join(folder.path, name);
const filesIn = (name: string): string[] => readdirSync(at(name), { recursive: true, encoding: "utf8" }).sort();

const MINUTE = 60_000;
const TOP = packageFolder();

describe("troupe init", () => {
  it("writes an agent, its notes and a test, and says what comes next", async () => {
    const { code, stdout, stderr } = await inProcess(["init", at("first")]);

    expect({ code, stderr, files: filesIn("first") }).toEqual({ code: 0, stderr: "", files: ["agent.mjs", "agent.test.mjs", "notes", "notes/library.md"] });
    expect(stdout.split("\n").map((line) => line.trim()).slice(3)).toEqual([
      "",
      "Next:",
      `cd ${at("first")}`,
      `npm pack ${TOP}`,
      `npm install ${at(`first/troupe-${version()}.tgz`)} xstate zod`,
      "node --test agent.test.mjs",
      'npx troupe run "When does the library open on Saturdays?" --agent ./agent.mjs',
      "",
    ]);
  });

  it.each([
    { title: "where vitest is at home", dir: "with-vitest", flags: [], files: ["agent.test.ts", "agent.ts"] },
    { title: "where it is asked for", dir: "asked", flags: ["--typescript"], files: ["agent.test.ts", "agent.ts"] },
    { title: "and JavaScript where that is asked for", dir: "with-vitest-2", flags: ["--javascript"], files: ["agent.mjs", "agent.test.mjs"] },
  ])("writes TypeScript $title", async ({ dir, flags, files }) => {
    mkdirSync(at(dir));
    if (dir.startsWith("with-vitest")) writeFileSync(at(`${dir}/package.json`), '{ "devDependencies": { "vitest": "4" } }');
    const { code } = await inProcess(["init", at(dir), ...flags]);

    expect({ code, files: filesIn(dir).filter((name) => name.startsWith("agent")) }).toEqual({ code: 0, files });
  });

  it.each(["agent.mjs", "agent.test.mjs", "notes/library.md"])("overwrites nothing and writes nothing where %s is there already", async (name) => {
    const dir = `taken-${name.replaceAll("/", "-")}`;
    mkdirSync(at(`${dir}/notes`), { recursive: true });
    writeFileSync(at(`${dir}/${name}`), "mine");
    const { code, stdout, stderr } = await inProcess(["init", at(dir)]);

    expect({ code, stdout, stderr: stderr.replace(/init: .*\//u, "init: ") }).toEqual({ code: 2, stdout: "", stderr: `troupe: init: ${name.replace("notes/", "")} is there already; nothing was written\n` });
    expect({ kept: readFileSync(at(`${dir}/${name}`), "utf8"), files: filesIn(dir).filter((file) => file !== "notes") }).toEqual({ kept: "mine", files: [name] });
  });

  it("writes nothing where a link that leads nowhere stands, or where one of the files cannot be written", async () => {
    mkdirSync(at("linked/notes"), { recursive: true });
    symlinkSync(at("nowhere.md"), at("linked/notes/library.md"));
    mkdirSync(at("in-the-way"));
    writeFileSync(at("in-the-way/notes"), "");

    expect((await inProcess(["init", at("linked")])).stderr).toMatch(/^troupe: init: .*library\.md is there already; nothing was written\n$/u);
    expect((await inProcess(["init", at("in-the-way")])).stderr).toMatch(/^troupe: init: .*notes\/library\.md cannot be written: not a directory\n$/u);
    expect({ linked: filesIn("linked"), inTheWay: filesIn("in-the-way"), nowhere: existsSync(at("nowhere.md")) }).toEqual({ linked: ["notes", "notes/library.md"], inTheWay: ["notes"], nowhere: false });
  });

  it("says the way into a folder whatever that is called", async () => {
    const { stdout } = await inProcess(["init", at("it's $(here)")]);

    expect(stdout).toContain(`  cd '${folder.path}/it'\\''s $(here)'\n`);
  });

  it("refuses a name that is blank", async () => {
    expect(await inProcess(["init", " "])).toEqual({ code: 2, stdout: "", stderr: "troupe: init: the folder's name is blank\n" });
  });

  it("refuses both languages, and a folder that cannot be one", async () => {
    writeFileSync(at("file"), "");

    expect(await inProcess(["init", at("both"), "--typescript", "--javascript"])).toEqual({ code: 2, stdout: "", stderr: "troupe: --typescript and --javascript do not go together\n" });
    expect((await inProcess(["init", at("file")])).stderr).toMatch(/^troupe: init: .*agent\.mjs cannot be written: [a-z ]+\n$/u);
    expect(existsSync(at("both"))).toBe(false);
  });
});

describe("what troupe init writes, on Node.js alone", () => {
  let start: readonly string[] = [];
  beforeAll(async () => void ({ start } = await installInto(at("installed"))), MINUTE);
  const inside = (command: readonly string[]): Promise<Ended> => startProcess(command, { cwd: at("installed"), env: { NODE_OPTIONS: "", VITEST: "", NODE_ENV: "" } }).ended;
  const ANSWER = "- The library opens at nine on weekdays and at ten on Saturdays. (library.md:3)\n";
  const question = (agent: string): string[] => [...start, "run", "When does the library open on Saturdays?", "--agent", agent, "--quiet"];

  it("is told to be installed by commands that do so, from where the program is", { timeout: MINUTE }, async () => {
    mkdirSync(at("elsewhere"));
    const { stdout } = await startProcess([...start, "init"], { cwd: at("elsewhere") }).ended;
    const [pack = "", install = ""] = stdout.split("\n\n")[1]?.split("\n").slice(1).map((line) => line.trim()) ?? [];
    const packing = await startProcess(["/bin/sh", "-c", pack], { cwd: at("elsewhere") }).ended;

    expect({ pack, install }).toEqual({
      pack: `npm pack --ignore-scripts ${at("installed/node_modules/troupe")}`,
      install: `npm install ${at(`elsewhere/troupe-${version()}.tgz`)} xstate zod`,
    });
    expect({ code: packing.code, isPacked: existsSync(at(`elsewhere/troupe-${version()}.tgz`)) }).toEqual({ code: 0, isPacked: true });
  });

  it("runs and passes its test in JavaScript", { timeout: MINUTE }, async () => {
    expect(await inside([...start, "init", "--javascript"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nNext:\n {2}node --test agent\.test\.mjs\n/u) as string });
    expect(await inside(question("./agent.mjs"))).toEqual({ code: 0, stdout: ANSWER, stderr: "" });
    const { code, stdout } = await inside([process.execPath, "--test", "agent.test.mjs"]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^# pass 1$/mu) as string });
  });

  it("runs in TypeScript, which this Node.js may not load by itself, and passes its test", { timeout: MINUTE }, async () => {
    expect((await inside([...start, "init", "--typescript"])).code).toBe(2); // its notes are there
    expect((await inside([...start, "init", "typed", "--typescript"])).code).toBe(0);
    expect(await inside(question("./typed/agent.ts"))).toEqual({ code: 0, stdout: ANSWER, stderr: "" });
    const { code, stdout } = await inside([process.execPath, "node_modules/vitest/vitest.mjs", "run", "typed"]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("1 passed") as string });
  });

  it("says which package is missing where there is none that loads TypeScript", async ({ skip }) => {
    if ("typescript" in process.features && process.features.typescript) return skip("this Node.js loads TypeScript by itself");
    renameSync(at("installed/node_modules/jiti"), at("installed/node_modules/not-jiti"));
    writeFileSync(at("installed/typed.ts"), "export default 7 as number;");
    const { code, stderr } = await inside([...start, "run", "x", "--agent", "typed.ts"]);
    renameSync(at("installed/node_modules/not-jiti"), at("installed/node_modules/jiti"));

    expect({ code, stderr }).toEqual({ code: 2, stderr: `troupe: --agent: 'typed.ts' cannot be loaded: this Node.js (${process.version}) needs the package jiti to load TypeScript: npm install jiti\n` });
  });

  it("reads a module and a configuration in any TypeScript, and says in one line what is wrong with one", async () => {
    writeFileSync(at("installed/rank.ts"), "export enum Rank { First = 'first' }\n");
    writeFileSync(at("installed/enum.ts"), `import { fromAgent, scripted } from "troupe";\nimport { Rank } from "./rank";\nexport default fromAgent({ name: Rank.First, model: scripted([Rank.First as string]) });\n`);
    writeFileSync(at("installed/broken.ts"), "export default {");
    expect(await inside([...start, "run", "x", "--agent", "enum.ts", "--quiet"])).toEqual({ code: 0, stdout: "first\n", stderr: "" });
    expect(await inside([...start, "run", "x", "--agent", "broken.ts"])).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(/^troupe: --agent: 'broken\.ts' cannot be loaded: [^\n]+\n$/u) as string });
    writeFileSync(at("installed/troupe.config.ts"), `export default { agent: "enum.ts" as const, quiet: true };\n`);

    expect(await inside([...start, "run", "x"])).toEqual({ code: 0, stdout: "first\n", stderr: "" });
  });
});
