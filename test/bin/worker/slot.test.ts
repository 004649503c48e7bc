import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../../bin/ending/usage-error.ts";
import { WorkerSlot, type SlotEvent } from "../../../bin/worker/slot.ts";
import type { WorkerJob } from "../../../bin/worker/word.ts";
import { temporaryFolder } from "../command.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

const JOB: WorkerJob = { troupe: "job", name: "w-1", agent: "a.mjs", isModelGiven: false, identityKeys: [] };
const READY = `{ troupe: "ready", port: 7, agents: ["lead"] }`;

interface Watched {
  readonly slot: WorkerSlot;
  readonly events: SlotEvent[];
  /** Everything that happened to its place behind the address. */
  readonly turns: string[];
  readonly children: ChildProcess[];
  /** Resolves once so many events have been told. */
  told(count: number): Promise<void>;
}

/** A slot whose processes run these lines of JavaScript once they have their job, the last ones again and again. */
function slotWith(programs: readonly string[], msToEnd = 60_000): Watched {
  const [events, turns, children]: [SlotEvent[], string[], ChildProcess[]] = [[], [], []];
  let listener = (): void => undefined;
  const slot = new WorkerSlot({
    job: JOB,
    msToEnd,
    place: { open: (port) => void turns.push(`open ${port}`), shut: () => void turns.push("shut") },
    tell: (event) => {
      events.push(event);
      listener();
    },
    spawn: () => {
      const number = Math.min(children.length, programs.length - 1);
      const path = join(folder.path, `${crypto.randomUUID()}.mjs`);
      writeFileSync(path, `process.once("disconnect", () => process.exit(0));\nprocess.once("message", (job) => { ${programs[number]} });`);
      const child = fork(path, { stdio: "ignore", execArgv: [] });
      children.push(child);
      return child;
    },
  });
  onTestFinished(() => slot.kill());
  const told = (count: number): Promise<void> =>
    new Promise((resolve) => {
      listener = () => events.length >= count && resolve();
      listener();
    });
  return { slot, events, turns, children, told };
}

describe("a process of a worker", { timeout: 60_000 }, () => {
  it("gets its job, and has its turn once it is ready", async () => {
    const { slot, events, turns, children } = slotWith([`process.send({ troupe: "ready", port: 7, agents: [job.name, job.agent] })`]);

    expect(await slot.start()).toEqual(["w-1", "a.mjs"]);
    expect([events, turns]).toEqual([[{ type: "ready", text: `w-1 is ready (process ${children[0]?.pid})` }], ["open 7"]]);
  });

  it.each([
    { title: "says what is wrong with its job", program: `process.send({ troupe: "failed", message: "no file", isWrongUsage: true }, () => process.exit(1))`, error: new UsageError("no file") },
    { title: "says what went wrong", program: `process.send({ troupe: "failed", message: "no luck", isWrongUsage: false }, () => process.exit(1))`, error: new Error("no luck") },
    { title: "ends without a word", program: "process.exit(3)", error: new UsageError("the process w-1 ended (exit code 3) before it was ready") },
    { title: "is killed", program: `process.kill(process.pid, "SIGKILL")`, error: new UsageError("the process w-1 ended (SIGKILL) before it was ready") },
  ])("that $title before it was ever ready is not started again", async ({ program, error }) => {
    const { slot, events, children } = slotWith([program]);

    await expect(slot.start()).rejects.toThrow(error);
    await slot.end();
    expect([events, children.length]).toEqual([[], 1]);
  });

  it("is started again when it ends, whatever it says while it cannot serve", async () => {
    const failed = `process.send({ troupe: "failed", message: "the disk is full", isWrongUsage: true }, () => process.exit(1))`;
    const { slot, events, turns, children, told } = slotWith([`process.send(${READY})`, failed, `process.send({ troupe: "ready", port: 8, agents: [] })`]);
    await slot.start();
    children[0]?.kill("SIGKILL");
    await told(5);

    expect(events).toEqual([
      { type: "ready", text: `w-1 is ready (process ${children[0]?.pid})` },
      { type: "trouble", text: "w-1 ended (SIGKILL) and is started again" },
      { type: "trouble", text: "w-1 cannot serve: the disk is full" },
      { type: "trouble", text: "w-1 ended (exit code 1) and is started again" },
      { type: "ready", text: `w-1 is ready (process ${children[2]?.pid})` },
    ]);
    expect(turns).toEqual(["open 7", "shut", "shut", "open 8"]);
  });

  it("that is silent has no turn until it speaks again", async () => {
    const { slot, events, turns, children, told } = slotWith([`process.send(${READY}); process.on("message", () => process.send({ troupe: "alive" }))`]);
    await slot.start();
    for (let second = 0; second < 8; second++) slot.tick();
    children[0]?.send({ any: "thing" });
    await told(3);

    expect(events.slice(1)).toEqual([
      { type: "trouble", text: "w-1 has not spoken for 5 s and gets no work until it does" },
      { type: "ready", text: "w-1 speaks again" },
    ]);
    expect(turns).toEqual(["open 7", "shut", "open 7"]);
  });

  it("is not taken for silent while it loads", async () => {
    const { slot, events, children } = slotWith([`process.on("message", () => process.send(${READY}))`]);
    const started = slot.start();
    for (let second = 0; second < 20; second++) slot.tick();
    await once(children[0] as ChildProcess, "spawn"); // it was started
    children[0]?.send({ any: "thing" });
    await started;

    expect(events.map(({ type }) => type)).toEqual(["ready"]);
  });

  it("may send messages of its agents' own, which mean nothing here", async () => {
    const { slot, events } = slotWith([`for (const message of [null, 7, "ready", {}, { troupe: "ready" }, { troupe: "job" }, [${READY}]]) process.send(message); process.send(${READY})`]);
    await slot.start();

    expect(events.map(({ type }) => type)).toEqual(["ready"]);
  });

  it("ends in good order when it is let go, and is not started again", async () => {
    const { slot, events, children } = slotWith([`process.send(${READY})`]);
    await slot.start();
    await slot.end();

    expect([children.map(({ exitCode, signalCode }) => ({ exitCode, signalCode })), events.length]).toEqual([
      [{ exitCode: 0, signalCode: null }],
      1,
    ]);
  });

  it("is killed where it does not let go", async () => {
    const { slot, children } = slotWith([`process.removeAllListeners("disconnect"); setInterval(() => undefined, 1000); process.send(${READY})`], 10);
    await slot.start();
    await slot.end();

    expect(children.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL"]);
  });

  it("that cannot be started at all is said to be so", async () => {
    const slot = new WorkerSlot({ job: JOB, place: { open: () => undefined, shut: () => undefined }, tell: () => undefined, spawn: () => fork("x", { execPath: join(folder.path, "no-node") }) });

    await expect(slot.start()).rejects.toThrow(/^the process w-1 could not be started \(spawn .*ENOENT\) before it was ready$/u);
  });
});
