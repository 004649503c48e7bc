import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DefinitionError } from "../../src/index.ts";
import { shell, type ShellOptions } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder } from "./temporary-folder.ts";

afterEach(() => void vi.unstubAllEnvs());

const isUnix = process.platform !== "win32";

function ran(command: string, options: Partial<ShellOptions> = {}): Promise<string> {
  return observe(shell({ cwd: temporaryFolder({ "a.txt": "in the folder\n" }), ...options }), { command });
}

// Resolves once the process is gone: the system takes a moment to bury it.
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("shell", () => {
  it("always asks for approval and overlaps with no other such tool", () => {
    const { needsApproval, exclusive, idempotent } = shell({ cwd: "." });

    expect({ needsApproval, exclusive, idempotent }).toEqual({ needsApproval: true, exclusive: true, idempotent: false });
  });

  it.each([
    { title: "what a command writes, and its exit code", command: "cat a.txt", text: "exit code 0\nin the folder\n" },
    { title: "both streams", command: "echo out; echo err >&2; exit 3", text: "exit code 3\nout\nerr\n" },
    { title: "that there is no output", command: "true", text: "exit code 0, no output" },
    { title: "that a command is not there", command: "no-such-command-anywhere 2>/dev/null", text: "exit code 127, no output" },
    { title: "by which signal it ended", command: "kill -TERM $$", text: "ended by SIGTERM, no output" },
    { title: "that nobody answers", command: "read line || echo nothing to read", text: "exit code 0\nnothing to read\n" },
    { title: "text without colours", command: "printf '\\033[31mred\\033[0m'", text: "exit code 0\nred" },
    { title: "characters that come in pieces", command: "printf '\\303'; sleep 0.05; printf '\\274'", text: "exit code 0\nü" },
  ])("tells $title", async ({ command, text }) => {
    expect(await ran(command)).toBe(text);
  });

  it("keeps the beginning and the end of long output", async () => {
    expect(await ran("printf begin; head -c 5000000 /dev/zero | tr '\\0' x; printf end", { maxOutputChars: 20 })).toBe(
      "exit code 0\nbeginxxxxx\n[… 4999988 of 5000008 characters left out …]\nxxxxxxxend",
    );
  });

  it("hands over no variable that says it is secret, and those that it is told to", async () => {
    for (const name of ["MY_API_KEY", "GITHUB_TOKEN", "clientSecret", "DB_PASSWORD", "PLAIN"]) vi.stubEnv(name, "value of it");

    expect(await ran("echo [$MY_API_KEY$GITHUB_TOKEN$clientSecret$DB_PASSWORD] [$PLAIN] [$ASKED_TOKEN]", { env: { ASKED_TOKEN: "given" } })).toBe(
      "exit code 0\n[] [value of it] [given]\n",
    );
  });

  it("kills a command that takes too long, with everything it has started, and tells what it had written", async ({ skip }) => {
    skip(!isUnix, "process groups are those of Unix");
    const text = await ran("trap '' TERM; (trap '' TERM; sleep 600) & echo $!; sleep 600", { timeoutSeconds: 0.5 });

    const [head, pid] = text.split("\n");
    expect(head).toBe("AgentToolError: the command did not end within 0.5 s and was killed, with all it had started; its output until then:");
    expect(Number(pid)).toBeGreaterThan(0);
    await untilGone(Number(pid));
  });

  it("leaves nothing running that a command has left behind", async ({ skip }) => {
    skip(!isUnix, "process groups are those of Unix");
    const [head, pid] = (await ran("sleep 600 & echo $!")).split("\n");

    expect(head).toBe("exit code 0");
    await untilGone(Number(pid));
  });

  it("does not wait for output from what has left its group", async ({ skip }) => {
    skip(process.platform !== "linux", "setsid is a command of Linux");
    const [head, pid] = (await ran("setsid sh -c 'touch left; exec sleep 600' & while [ ! -e left ]; do sleep 0.01; done; echo $!; exit 4")).split("\n");

    expect(head).toBe("exit code 4");
    process.kill(Number(pid), "SIGKILL"); // it has left the group, so it is this test's to end
  });

  it("ends with the signal's reason and kills what runs", async ({ skip }) => {
    skip(!isUnix, "process groups are those of Unix");
    const cwd = temporaryFolder();
    const controller = new AbortController();
    const reason = new Error("enough");

    const running = observe(shell({ cwd }), { command: "echo $$ > pid.tmp; mv pid.tmp pid; sleep 600" }, controller.signal);
    while (!existsSync(join(cwd, "pid"))) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);

    await expect(running).rejects.toBe(reason);
    await untilGone(Number(readFileSync(join(cwd, "pid"), "utf8")));
  });

  it("does not leave a command behind when the process exits", async ({ skip }) => {
    skip(!isUnix, "process groups are those of Unix");
    const cwd = temporaryFolder();
    const module = new URL("../../src/tools/command/run.ts", import.meta.url).href;
    writeFileSync(join(cwd, "exits.mjs"), `import { existsSync } from "node:fs";
import { runCommand } from "${module}";
runCommand({ line: "echo $$ > pid.tmp; mv pid.tmp pid; sleep 600", cwd: ".", environment: { PATH: process.env.PATH }, seconds: 60, maxChars: 100, signal: new AbortController().signal });
setInterval(() => existsSync("pid") && process.exit(), 5);`);
    execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), "exits.mjs"], { cwd });

    await untilGone(Number(readFileSync(join(cwd, "pid"), "utf8")));
  });

  it("starts nothing once its signal has fired", async () => {
    const cwd = temporaryFolder();
    const reason = new Error("enough");

    await expect(observe(shell({ cwd }), { command: "touch started" }, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(existsSync(join(cwd, "started"))).toBe(false);
  });

  it("says why no shell could be started", async () => {
    const cwd = temporaryFolder();
    const tool = shell({ cwd });
    rmSync(cwd, { recursive: true });

    expect(await observe(tool, { command: "true" })).toBe("AgentToolError: the shell could not be started: ENOENT");
    expect(await ran("echo \0")).toBe("AgentToolError: a command line cannot hold a NUL character");
  });

  it.each([
    { title: "no folder", options: {}, says: "cwd is undefined; allowed: the path of a folder" },
    { title: "a folder that does not exist", options: { cwd: "no/such" }, says: "cwd is 'no/such'; allowed: the path of a folder that exists and may be read" },
    { title: "no time", options: { cwd: ".", timeoutSeconds: 0 }, says: "timeoutSeconds is 0; allowed: a number of seconds above 0, at most 86400" },
    { title: "a variable that is no text", options: { cwd: ".", env: { A: 1 } }, says: "env is { A: 1 }; allowed: an object of texts" },
    { title: "a wish to go without approval", options: { cwd: ".", needsApproval: false }, says: "needsApproval is false; allowed: no key of this name" },
  ])("refuses $title when it is made", ({ options, says }) => {
    const make = (): unknown => shell(options as unknown as ShellOptions);

    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(`shell: ${says}`);
  });
});
