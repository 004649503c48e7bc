import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { endProcesses, startProcess, START, temporaryFolder, writeModule, type Ended } from "../bin/command.ts";
import { NO_DISKS, onReadOnlyDisk, onSmallDisk, withFilesUpTo } from "./disks.ts";

/** What becomes of a run on the command line when the disk refuses what it is to keep: the answer is there all the same. */

const MINUTE = 60_000;
const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

const AGENT = writeModule(
  folder.path,
  "maker.mjs",
  `const make = tool({ name: "make", description: "d", parameters: z.object({}), execute: () => ({ text: "made", artifacts: [{ name: "small.txt", data: "small" }, { name: "big.bin", data: new Uint8Array(200_000) }] }) });
export default fromAgent({ name: "maker", model: scripted([{ calls: [{ name: "make", arguments: {} }] }, "Made."]), tools: [make] });`,
);

let number = 0;

/** A new folder with an older trace and a folder for artifacts in it. */
function place(): string {
  const path = join(folder.path, `place ${number++}`);
  mkdirSync(join(path, "files"), { recursive: true });
  writeFileSync(join(path, "run.json"), "an older trace");
  return path;
}

const run = (...options: readonly string[]): readonly string[] => [...START, "run", "Make it.", "--agent", AGENT, "--quiet", ...options];
const play = (command: readonly string[]): Promise<Ended> => startProcess(command).ended;

describe("a trace", { timeout: MINUTE }, () => {
  it("that is larger than a file may be costs no answer and no older trace, and leaves no part of itself", async () => {
    const at = place();

    const { code, stdout, stderr } = await play(withFilesUpTo(64, run("--trace", join(at, "run.json"))));

    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "Made.\n", stderr: "troupe: the trace could not be written: file too large\n" });
    expect([readdirSync(at), readFileSync(join(at, "run.json"), "utf8")]).toEqual([["files", "run.json"], "an older trace"]);
  });

  it("that fills the disk costs no answer and no older trace, and leaves no part of itself", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const at = place();
    const script = `echo "an older trace" > "$0/run.json"; "$@"; code=$?; ls -A "$0"; cat "$0/run.json"; exit $code`;

    const { code, stdout, stderr } = await play(onSmallDisk(at, 64, ["sh", "-c", script, at, ...run("--trace", join(at, "run.json"))]));

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "Made.\nrun.json\nan older trace\n",
      stderr: "troupe: the trace could not be written: no space left on device\n",
    });
  });

  it("whose folder cannot be written is refused before anything runs", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const at = place();
    const traces = [join(at, "run.json"), join(at, "new", "run.json")];

    const ended = await Promise.all(traces.map((trace) => play(onReadOnlyDisk(at, run("--trace", trace)))));

    expect(ended).toEqual(traces.map((trace) => ({ code: 2, stdout: "", stderr: `troupe: --trace: '${trace}' cannot be written: read-only file system\n` })));
    expect([readdirSync(at), readFileSync(join(at, "run.json"), "utf8")]).toEqual([["files", "run.json"], "an older trace"]);
  });

  it.each([
    { title: "a full device", path: () => "/dev/full", says: "is no file" },
    { title: "a folder", path: () => place(), says: "is no file" },
    { title: "below a file", path: () => join(AGENT, "run.json"), says: "cannot be written: not a directory" },
    { title: "where no file can be made", path: () => "/proc/nowhere/run.json", says: "cannot be written: no such file or directory" },
  ])("that is to be $title is refused before anything runs", async ({ path, says }) => {
    const trace = path();

    const { code, stdout, stderr } = await play(["timeout", "--signal", "KILL", "30", ...run("--trace", trace)]);

    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `troupe: --trace: '${trace}' ${says}\n` });
  });
});

describe("artifacts", { timeout: MINUTE }, () => {
  it("that fill the disk are named, one line each, and cost neither the answer nor those that fit", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const at = place();
    const script = `"$@"; code=$?; ls -A "$0"; cat "$0/small.txt"; exit $code`;

    const { code, stdout, stderr } = await play(onSmallDisk(at, 64, ["sh", "-c", script, at, ...run("--artifacts", at)]));

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "Made.\nsmall.txt\nsmall",
      stderr: "troupe: the artifact big.bin could not be written: no space left on device\n",
    });
  });

  it("whose folder cannot be written are refused before anything runs, and nothing changes there", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const at = place();
    writeFileSync(join(at, "files", "other.txt"), "mine");

    const { code, stdout, stderr } = await play(onReadOnlyDisk(at, run("--artifacts", join(at, "files"))));

    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `troupe: --artifacts: '${join(at, "files")}' cannot be used: read-only file system\n` });
    expect(readdirSync(join(at, "files"))).toEqual(["other.txt"]);
  });

  it("whose folder cannot be made are refused before anything runs", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const at = place();

    const { code, stdout, stderr } = await play(onReadOnlyDisk(at, run("--artifacts", join(at, "new"))));

    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `troupe: --artifacts: '${join(at, "new")}' cannot be used: read-only file system\n` });
  });
});
