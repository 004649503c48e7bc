import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { endProcesses, startProcess, START, temporaryFolder, troupe, writeModule } from "../command.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});
const at = (name: string): string => join(folder.path, name);

const MAKES = `const make = tool({ name: "make", description: "d", parameters: z.object({}), execute: () => ({ text: "made", artifacts: [
  { name: "notes.md", data: "# Notes" }, { name: "../../escape.txt", data: "out" }, { name: "bytes.bin", data: new Uint8Array([0, 255, 10]) } ] }) });
const helper = fromAgent({ name: "helper", description: "d", model: scripted([{ calls: [{ name: "make", arguments: {} }] }, "done"]), tools: [make] });
export default fromAgent({ name: "boss", model: scripted([{ calls: [{ name: "ask_helper", arguments: { goal: "go" } }] }, "done"]), team: [helper] });`;
writeModule(folder.path, "makes.mjs", MAKES);
writeModule(folder.path, "big.mjs", `const make = tool({ name: "make", description: "d", parameters: z.object({}), execute: () => ({ text: "made", artifacts: [
  { name: "small.txt", data: "small" }, { name: "big.bin", data: new Uint8Array(9_000_000) } ] }) });
export default fromAgent({ name: "boss", model: scripted([{ calls: [{ name: "make", arguments: {} }] }, "done"]), tools: [make] });`);

const files = (path: string): string[] => (readdirSync(path, { recursive: true }) as string[]).sort();

describe("troupe run --artifacts", () => {
  it("writes each artifact as a file of its own, below the folder and nowhere else", async () => {
    const { code, stderr } = await troupe(["run", "go", "--agent", at("makes.mjs"), "--artifacts", at("out")], { cwd: folder.path });

    expect(files(at("out"))).toEqual(["helper", "helper/bytes.bin", "helper/escape.txt", "helper/notes.md"]);
    expect([readFileSync(at("out/helper/notes.md"), "utf8"), [...readFileSync(at("out/helper/bytes.bin"))]]).toEqual(["# Notes", [0, 255, 10]]);
    expect([statSync(at("out/helper/notes.md")).mode & 0o777, statSync(at("out/helper")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(stderr.split("\n").filter((line) => line.startsWith("artifact "))).toEqual([
      "artifact helper/notes.md: out/helper/notes.md",
      "artifact helper/../../escape.txt: out/helper/escape.txt",
      "artifact helper/bytes.bin: out/helper/bytes.bin",
    ]);
    expect(code).toBe(0);
  });

  it("overwrites nothing and follows no link: what is taken gets a number", async () => {
    mkdirSync(at("taken/helper"), { recursive: true });
    writeFileSync(at("taken/helper/notes.md"), "mine");
    writeFileSync(at("elsewhere"), "mine");
    symlinkSync(at("elsewhere"), at("taken/helper/bytes.bin"));
    await troupe(["run", "go", "--agent", at("makes.mjs"), "--quiet", "--artifacts", at("taken")]);

    expect(files(at("taken/helper"))).toEqual(["bytes-2.bin", "bytes.bin", "escape.txt", "notes-2.md", "notes.md"]);
    expect([readFileSync(at("taken/helper/notes.md"), "utf8"), readFileSync(at("elsewhere"), "utf8")]).toEqual(["mine", "mine"]);
  });

  it("does not go through a folder that is a link", async () => {
    mkdirSync(at("outside"));
    mkdirSync(at("linked"));
    symlinkSync(at("outside"), at("linked/helper"));
    await troupe(["run", "go", "--agent", at("makes.mjs"), "--quiet", "--artifacts", at("linked")]);

    expect([files(at("outside")), files(at("linked")).includes("helper-2/notes.md")]).toEqual([[], true]);
  });

  it.each([
    { title: "a file", path: () => at("makes.mjs"), reason: "it is no folder" },
    { title: "below a file", path: () => at("makes.mjs/out"), reason: "not a directory" },
    { title: "blank", path: () => " ", reason: "it is blank" },
  ])("refuses a folder that is $title before anything runs", async ({ path, reason }) => {
    const { code, stdout, stderr } = await troupe(["run", "go", "--agent", at("makes.mjs"), "--artifacts", path()]);

    expect([code, stdout, stderr]).toEqual([2, "", `troupe: --artifacts: '${path()}' cannot be used: ${reason}\n`]);
  });

  it("says which artifact a full disk refused, keeps the others, and is not completed", async () => {
    const command = ["run", "go", "--agent", at("big.mjs"), "--quiet", "--artifacts", at("full")];
    const quoted = [...START, ...command].map((word) => `'${word}'`).join(" ");
    const { code, stdout, stderr } = await startProcess(["bash", "-c", `trap '' XFSZ; ulimit -f 4000; exec ${quoted}`]).ended;

    expect({ code, stdout, stderr, files: files(at("full")) }).toEqual({
      code: 1,
      stdout: "done\n",
      stderr: "troupe: the artifact big.bin could not be written: file too large\n",
      files: ["small.txt"],
    });
  });
});
