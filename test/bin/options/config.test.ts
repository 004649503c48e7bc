import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { over, readConfig } from "../../../bin/options/config.ts";
import { RUN_OPTIONS } from "../../../bin/options/run-options.ts";
import { endProcesses, temporaryFolder, troupe, writeModule } from "../command.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

let folders = 0;

/** A new folder with these files, by name. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const path = join(folder.path, `project-${(folders += 1)}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const KEYS = RUN_OPTIONS.map(({ key }) => key).join(", ");

describe("a configuration file", () => {
  it("is not needed", async () => {
    expect(await readConfig(folderWith({}))).toEqual({ name: null, flags: {} });
  });

  it.each([
    { name: "troupe.config.json", text: '{ "team": ["researcher", "analyst"], "budget": { "steps": 20, "tokens": null, "wrap-up": true }, "concurrency": 4, "quiet": true }' },
    { name: "troupe.config.js", text: 'export default { team: "researcher,analyst", budget: "steps=20,tokens=none,wrap-up=true", concurrency: "4", quiet: true };' },
    { name: "troupe.config.mjs", text: 'export default { team: "researcher,analyst", budget: "steps=20,tokens=none,wrap-up=true", concurrency: "4", quiet: true, docs: undefined };' },
    { name: "troupe.config.ts", text: 'const budget: Record<string, unknown> = { steps: 20, tokens: null, "wrap-up": true };\nexport default { team: ["researcher", "analyst"], budget, concurrency: 4, quiet: true };' },
  ])("$name says what the command line could say", async ({ name, text }) => {
    const at = folderWith({ [name]: text, "package.json": '{ "type": "module" }' });

    expect(await readConfig(at)).toEqual({ name, flags: { team: "researcher,analyst", budget: "steps=20,tokens=none,wrap-up=true", concurrency: "4", quiet: true } });
  });

  it.each([
    { title: "an unknown key", files: { "troupe.config.json": '{ "modle": "offline" }' }, line: `troupe.config.json: no option is called 'modle'; there are ${KEYS}` },
    { title: "a key that every object has", files: { "troupe.config.json": '{ "__proto__": {} }' }, line: `troupe.config.json: no option is called '__proto__'; there are ${KEYS}` },
    { title: "a value of another kind", files: { "troupe.config.json": '{ "quiet": "yes" }' }, line: "troupe.config.json: quiet is 'yes'; allowed: true or false" },
    { title: "a list of something else", files: { "troupe.config.json": '{ "team": [1] }' }, line: "troupe.config.json: team is [ 1 ]; allowed: a list of texts, or a text with commas between them" },
    { title: "ceilings in ceilings", files: { "troupe.config.json": '{ "pool": { "steps": {} } }' }, line: "troupe.config.json: pool is { steps: {} }; allowed: an object of numbers, or a text such as 'steps=12,seconds=120'" },
    { title: "no object", files: { "troupe.config.json": "[]" }, line: "troupe.config.json holds []; allowed: an object of the options of troupe run" },
    { title: "no default export", files: { "troupe.config.mjs": "export const model = 'offline'" }, line: "troupe.config.mjs holds undefined; allowed: an object of the options of troupe run, as the default export" },
    { title: "a value that cannot be had", files: { "troupe.config.mjs": "export default { get quiet() { throw new RangeError('not today'); } }" }, line: "troupe.config.mjs cannot be read: RangeError: not today" },
    { title: "a key with a value in it", files: { "troupe.config.json": '{ "budget": { "steps=3,seconds": 1 } }' }, line: "troupe.config.json: budget is { 'steps=3,seconds': 1 }; allowed: an object of numbers, or a text such as 'steps=12,seconds=120'" },
    { title: "two values in one", files: { "troupe.config.json": '{ "budget": { "steps": "3,seconds=1" } }' }, line: "troupe.config.json: budget is { steps: '3,seconds=1' }; allowed: an object of numbers, or a text such as 'steps=12,seconds=120'" },
    { title: "two files", files: { "troupe.config.json": "{}", "troupe.config.ts": "" }, line: "there are both troupe.config.ts and troupe.config.json; keep one of them" },
    { title: "broken JSON", files: { "troupe.config.json": "{" }, line: expect.stringMatching(/^troupe\.config\.json is no JSON: [^\n]+$/u) as string },
  ])("with $title is refused in one line", async ({ files, line }) => {
    await expect(readConfig(folderWith(files))).rejects.toMatchObject({ name: "UsageError", message: line });
  });
});

describe("the command line over the file", () => {
  it.each([
    { title: "wins", given: { quiet: true, budget: "steps=3" }, file: { budget: "steps=9", pool: "steps=20" }, flags: { quiet: true, budget: "steps=3", pool: "steps=20" } },
    { title: "with an agent drops the file's team", given: { agent: "a.js" }, file: { docs: "d", team: "analyst", pool: "steps=20" }, flags: { agent: "a.js", pool: "steps=20" } },
    { title: "with documents drops the file's agent", given: { docs: "d" }, file: { agent: "a.js", team: "analyst" }, flags: { docs: "d", team: "analyst" } },
    { title: "with a model drops what the file says of its own", given: { model: "offline" }, file: { model: "openai/m", baseUrl: "u", price: "p", rate: "r" }, flags: { model: "offline" } },
  ])("$title", ({ given, file, flags }) => {
    expect(over(given, { name: "troupe.config.json", flags: file })).toEqual(flags);
  });

  it("is read by troupe run, whose own options win", async () => {
    const cwd = folderWith({ "troupe.config.json": '{ "agent": "./boss.mjs", "quiet": true, "budget": { "steps": 2 } }' });
    writeModule(cwd, "boss.mjs", `const again = tool({ name: "again", description: "d", parameters: z.object({}), execute: () => "x" });
export default fromAgent({ name: "boss", model: scripted([{ text: "not yet", calls: [{ name: "again", arguments: {} }] }, "done"]), tools: [again] });`);

    expect(await troupe(["run", "do it"], { cwd })).toEqual({ code: 1, stdout: "not yet\n", stderr: "" });
    expect(await troupe(["run", "do it", "--budget", "steps=5"], { cwd })).toEqual({ code: 0, stdout: "done\n", stderr: "" });
  });
});
