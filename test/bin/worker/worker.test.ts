import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../../bin/ending/usage-error.ts";
import { checkNode, sdkLoaded } from "../../../bin/worker/serve-job.ts";
import { endProcesses, startTroupe, temporaryFolder, troupe, writeModule } from "../command.ts";
import { gone, MISSING, onWorkersNode, until, useServer, type Worker } from "../workers.ts";

const MINUTE = 60_000;
const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

describe.skipIf(MISSING)(`troupe worker${MISSING && `: ${MISSING}`}`, { timeout: 2 * MINUTE }, () => {
  const { server, worker } = lazily(useServer());
  const ask = (goal: string, ...more: string[]): ReturnType<typeof troupe> => troupe(["run", goal, "--agent", "lead", "--on", server().ingressUrl, "--quiet", ...more]);

  it("says which of its processes are ready, whom they serve and where, and each of them does work", async () => {
    const { output, processOf } = await worker("--processes", "3", "--name", "w");
    const lines = output().split("\n").slice(0, -1);

    expect(lines.slice(0, 3).sort()).toEqual(["w-1", "w-2", "w-3"].map((name) => `${name} is ready (process ${processOf(name)})`));
    expect(lines.slice(3)).toEqual([expect.stringMatching(new RegExp(`^serving echo, lead at http://127\\.0\\.0\\.1:\\d+, registered at ${server().adminUrl}$`, "u"))]);
    const workers = new Set<string>();
    while (workers.size < 3) for (const [, name = ""] of (await ask("go", "--json")).stdout.matchAll(/"worker":"(.*?)"/gu)) workers.add(name);
    expect([...workers].sort()).toEqual(["w-1", "w-2", "w-3"]);
  });

  it("starts a killed process again, and what that had under way is made again elsewhere", async () => {
    const started = await worker("--processes", "3", "--name", "w");
    const asked = ask("hold", "--json");
    const victim = pidIn((await started.logged("began hold", 3))[0]);
    const name = ["w-1", "w-2", "w-3"].find((each) => started.processOf(each) === victim) ?? "";
    process.kill(victim, "SIGKILL");
    await started.line(new RegExp(`^${name} ended \\(SIGKILL\\) and is started again$`, "u"), 60);
    started.release();
    const { code, stdout } = await asked;
    await until(() => (started.processOf(name) === victim ? null : true));

    const run = JSON.parse(stdout) as { output: string };
    expect({ code, output: run.output }).toEqual({ code: 0, output: "I found hold one, I found hold two, I found hold three" });
    expect(stdout).toContain("made again: the process ended while it was under way");
    expect(started.log().filter((line) => line.startsWith("ended"))).toHaveLength(3);
  });

  it("has the others do the work of a process that has frozen, until it is back", async () => {
    const started = await worker("--processes", "2", "--name", "w");
    const asked = ask("hold");
    const frozen = pidIn((await started.logged("began hold", 3))[0]);
    const name = started.processOf("w-1") === frozen ? "w-1" : "w-2";
    process.kill(frozen, "SIGSTOP");
    await started.line(new RegExp(`^${name} has not spoken for 5 s and gets no work until it does$`, "u"), 60);
    started.release();

    expect(await asked).toEqual({ code: 0, stdout: "I found hold one, I found hold two, I found hold three\n", stderr: "" });
    process.kill(frozen, "SIGCONT");
    await started.line(new RegExp(`^${name} speaks again$`, "u"), 60);
    expect(started.processOf(name)).toBe(frozen);
  });

  it.each([["2"], ["1"]])("ends with 0 when it is interrupted, and %s process(es) with it", async (processes) => {
    const started = await worker("--processes", processes, "--name", "w");
    const pids = processesOf(started);
    process.kill(started.pid, "SIGINT");

    expect(await started.ended).toBe("exit code 0");
    await Promise.all(pids.map(gone));
    expect(started.output().split("\n").slice(-2)).toEqual(["interrupted: stopping the worker; once more leaves at once", ""]);
  });

  it("takes its processes along when it is killed, also one whose code never comes back", async () => {
    const started = await worker("--processes", "2", "--name", "w");
    const pids = processesOf(started);
    startTroupe(["run", "spin", "--agent", "lead", "--on", server().ingressUrl]);
    await started.logged("began spin", 1);
    await started.kill();

    await Promise.all(pids.map(gone));
    expect([pids.length, started.log().filter((line) => line.startsWith("ended"))]).toEqual([2, []]);
  });

  it("ends with 1 where code of an agent fails outside of any call", async () => {
    const started = await worker("--name", "w");
    startTroupe(["run", "throw", "--agent", "lead", "--on", server().ingressUrl]);

    expect(await started.ended).toBe("exit code 1");
    expect(started.output()).toContain("something failed outside of any call: Error: out of turn; stopping the worker\n");
  });

  it("starts a process again whose code fails outside of any call", async () => {
    const started = await worker("--name", "w", "--processes", "2");
    startTroupe(["run", "throw", "--agent", "lead", "--on", server().ingressUrl]);
    const [, name] = await started.line(/^(w-[12]) ended \(exit code 1\) and is started again$/u, 60);

    await started.line(new RegExp(`^something failed outside of any call: Error: out of turn; stopping the process$`, "u"), 60);
    expect(["w-1", "w-2"]).toContain(name);
  });

  it.each([
    { title: "the server is not there", args: ["--register", "http://127.0.0.1:1"], says: /^troupe: the Restate server at http:\/\/127\.0\.0\.1:1 cannot be reached: /mu, code: 1 },
    { title: "its module is not there", args: ["--agent", "gone.mjs", "--processes", "3"], says: /^troupe: --agent: there is no file 'gone\.mjs'$/mu, code: 2 },
    { title: "its module has an empty list", args: ["--agent", "none.mjs"], says: /^troupe: --agent: 'none\.mjs' has an empty list of agents$/mu, code: 2 },
    { title: "one of its agents is none", args: ["--agent", "seven.mjs"], says: /^troupe: --agent: 'seven\.mjs' has a default export that is no agent; /mu, code: 2 },
    { title: "two of its agents have one name", args: ["--agent", "twice.mjs", "--processes", "2"], says: /^troupe: a worker: agents is "'echo' twice"; /mu, code: 2 },
    { title: "its agents have a model of their own", args: ["--model", "ollama/m"], says: /^troupe: --model does not go with agents that have their own: /mu, code: 2 },
    { title: "its process ends while it loads", args: ["--agent", "exits.mjs", "--processes", "2"], says: /^troupe: the process .*-[12] ended \(exit code 7\) before it was ready$/mu, code: 2 },
  ])("ends, in one sentence, where $title", async ({ args, says, code }) => {
    writeModule(folder.path, "echo.mjs", `export const echo = fromAgent({ name: "echo", model: scripted(["x"]) });\nexport default echo;`);
    writeFileSync(join(folder.path, "none.mjs"), "export default [];");
    writeFileSync(join(folder.path, "seven.mjs"), `import { echo } from "./echo.mjs";\nexport default [echo, 7];`);
    writeFileSync(join(folder.path, "twice.mjs"), `import { echo } from "./echo.mjs";\nexport default () => [echo, echo];`);
    writeFileSync(join(folder.path, "exits.mjs"), "process.exit(7);");
    const refused = onWorkersNode(["worker", "--port", "0", "--agent", "echo.mjs", ...args], { cwd: folder.path });
    onTestFinished(() => refused.kill());

    expect(await refused.ended).toBe(`exit code ${code}`);
    expect(refused.output()).toMatch(says);
    expect(refused.output().match(/^troupe: /gmu)).toHaveLength(1);
  });

  it.each([["1"], ["2"]])("ends, in one sentence, where its port is taken, with %s process(es)", async (processes) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo; // a text only for a socket in the file system
    writeModule(folder.path, "echo.mjs", `export default fromAgent({ name: "echo", model: scripted(["x"]) });`);
    const refused = onWorkersNode(["worker", "--port", `${port}`, "--agent", "echo.mjs", "--processes", processes], { cwd: folder.path });
    onTestFinished(() => refused.kill());

    expect([await refused.ended, refused.output()]).toEqual(["exit code 2", `troupe: port ${port} of 127.0.0.1 cannot be listened on: address already in use\n`]);
  });

  it.each([
    { title: "strangers can reach it", more: [], says: "whoever reaches 0.0.0.0 may have this worker run its agents; --identity-key lets it take requests of your server alone\n" },
    { title: "only its own server may use it", more: ["--identity-key", "publickeyv1_w7YHemBctH5Ck2nQRQ47iBBqhNHy4FV7t2Usbye2A6f"], says: "" },
  ])("warns where it listens to more than this machine and $title", async ({ more, says }) => {
    writeModule(folder.path, "echo.mjs", `export default fromAgent({ name: "echo", model: scripted(["x"]) });`);
    const started = onWorkersNode(["worker", "--port", "0", "--host", "0.0.0.0", "--name", "w", "--agent", "echo.mjs", ...more], { cwd: folder.path });
    onTestFinished(() => started.kill());
    const [, address] = await started.line(/^serving echo at (\S+); not registered from here/u, 60);
    process.kill(started.pid, "SIGTERM");
    await started.ended;

    expect(started.output()).toBe(`w is ready (process ${started.pid})\nserving echo at ${address}; not registered from here: --register <url> tells a server of it\n${says}interrupted: stopping the worker; once more leaves at once\n`);
  });
});

describe("what a worker needs", () => {
  it.each([["18.20.4"], ["20.20.2"], ["21.7.3"]])("is a later Node.js than %s", (version) => {
    expect(() => checkNode(version)).toThrow(new UsageError(`a worker needs Node.js 22 or later, because Restate's SDK does, and this is ${version}; all other commands run here`));
  });

  it.each([["22.0.0"], ["24.1.0"]])("is there with Node.js %s", (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it("is Restate's SDK, and a worker without it says how to get it", async () => {
    const missing = Object.assign(new Error("Cannot find package '@restatedev/restate-sdk' imported from x"), { code: "ERR_MODULE_NOT_FOUND" });

    await expect(sdkLoaded(() => Promise.reject(missing))).rejects.toThrow(new UsageError(`a worker needs Restate's SDK, which is not installed here: npm install "@restatedev/restate-sdk@~1.17"`));
  });

  it.each([
    ["another package is missing", Object.assign(new Error("Cannot find package 'xstate' imported from x"), { code: "ERR_MODULE_NOT_FOUND" })],
    ["it fails", new TypeError("no")],
  ])("is not said to be missing where %s", async (_, error) => {
    await expect(sdkLoaded(() => Promise.reject(error))).rejects.toBe(error);
  });

  it("is to be started by troupe worker, as one of its processes", async () => {
    expect(await troupe(["worker-process"])).toEqual({ code: 2, stdout: "", stderr: "troupe: this command is for troupe worker, which starts its processes with it\n" });
  });
});

function lazily<Used extends { readonly server: unknown; worker: unknown }>(used: Used): { server: () => Used["server"]; worker: Used["worker"] } {
  return { server: () => used.server, worker: used.worker };
}

function pidIn(line = ""): number {
  return Number(line.split(" ").at(-1));
}

function processesOf({ processOf }: Worker): readonly number[] {
  return ["w", "w-1", "w-2"].map((name) => processOf(name)).filter((pid) => !Number.isNaN(pid));
}
