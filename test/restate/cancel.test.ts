import { describe, expect, it } from "vitest";
import type { Run } from "../../src/index.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { allSteps } from "../support/quiet.ts";
import { callsThat, type LogLine } from "./call-log.ts";
import { HASTY_SECONDS, type Plan, type PlannedCall } from "./cast.ts";
import { MISSING, useCluster } from "./cluster.ts";

const IDLE_SECONDS = 0.4; // an engine that hears nothing for so long puts an invocation aside
const MOST_SECONDS = 8; // for what ends at once; a loaded machine needs up to a second
const HANG_MS = 100_000;

const look: PlannedCall = { use: "look" };
const hang: PlannedCall = { use: "look", with: { ms: HANG_MS } };
const ask = (plan: Omit<Plan, "run">, name = "ask_planner"): PlannedCall => ({ ask: name, plan });

/** Three levels that do something and then hang, the lowest in its model; beside them a call that outlasts the idle time. */
function hangsEverywhere(run: string): Plan {
  const leaf = ask({ turns: [[look]], hangsIn: 2 });
  const middle = ask({ turns: [[look], [hang, leaf]] });
  return { run, turns: [[look], [hang, middle, { use: "look", with: { ms: 3 * IDLE_SECONDS * 1000 } }]] };
}

const HANGING = ["model 0/2.1/2.1#2", "tool 0#2.0", "tool 0/2.1#2.0"];

type Fits = (lines: readonly LogLine[]) => boolean;

const allThat = (what: LogLine["what"]) => (calls: readonly string[]): Fits => (lines) => {
  return calls.every((call) => callsThat(what, lines).includes(call));
};
const began = allThat("begin");
const ended = allThat("end");
const aborted = allThat("abort");

/** Each step with what went wrong, and how the delegations came out. */
function outcomes(run: Run): readonly string[] {
  return allSteps(run.steps).map((step) => [
    step.id,
    step.error ?? "ok",
    ...(step.kind === "agent" ? [step.outcome] : []),
  ].join(" "));
}

/** On which workers calls began, by what the workers wrote down. */
function beganOn(lines: readonly LogLine[], calls: readonly string[]): readonly string[] {
  const beginnings = lines.filter(({ what }) => what === "begin");
  return calls.map((call) => `${call} on ${beginnings.find(({ call: logged }) => logged.endsWith(` ${call}`))?.worker}`);
}

/** The same by the trace. */
function workersOf(run: Run, calls: readonly string[]): readonly string[] {
  const workers = new Map(allSteps(run.steps).map(({ id, worker }) => [id, worker]));
  return calls.map((call) => `${call} on ${workers.get(call.slice(call.indexOf(" ") + 1))}`);
}

describe.skipIf(MISSING)(`a run on three workers${MISSING && `: ${MISSING}`}`, { timeout: 90_000 }, () => {
  const cluster = useCluster({ serve: { idleSeconds: IDLE_SECONDS } });
  const { log } = cluster;
  const leftovers = async () => ({
    running: await cluster.query("select target, status from sys_invocation where status != 'completed'"),
    slots: await cluster.query("select service_key, key, value_utf8 from state where service_name = 'TroupeSlots'"),
  });
  const nothingIsLeft = (): Promise<void> => expect.poll(leftovers, {
    timeout: MOST_SECONDS * 1000,
  }).toEqual({ running: [], slots: [] });

  it("ends every call at every depth when its client cancels it, and comes back with what was done, and where", async () => {
    const controller = new AbortController();
    const running = cluster.run(hangsEverywhere("deep"), { signal: controller.signal });
    await log.until("deep", began(HANGING));
    await log.until("deep", ended(["tool 0#2.2"]));
    controller.abort(new Error("the user left"));

    const lines = await log.until("deep", aborted(HANGING), MOST_SECONDS);
    const run = await running;
    expect({
      stopReason: run.stopReason,
      error: run.error,
      steps: outcomes(run),
      aborted: [...callsThat("abort", lines)].sort(),
    }).toEqual({
      stopReason: "cancelled",
      error: "cancelled: Error: the user left",
      steps: [
        ...["0#1 ok", "0#1.0 ok", "0#2 ok", "0#2.0 cancelled", "0#2.1 cancelled cancelled"],
        ...["0/2.1#1 ok", "0/2.1#1.0 ok", "0/2.1#2 ok", "0/2.1#2.0 cancelled", "0/2.1#2.1 cancelled cancelled"],
        ...["0/2.1/2.1#1 ok", "0/2.1/2.1#1.0 ok", "0/2.1/2.1#2 cancelled"],
        "0#2.2 ok",
      ],
      aborted: HANGING,
    });
    expect(workersOf(run, HANGING)).toEqual(beganOn(lines, HANGING));
    expect(log.lines("deep").length).toBe(lines.length);
    await nothingIsLeft();
    assertConserved(run);
  });

  it("has no step, and makes no call, when its signal had fired before", async () => {
    const run = await cluster.run({ run: "before", turns: [[look]] }, { signal: AbortSignal.abort() });

    expect({ stopReason: run.stopReason, error: run.error, steps: run.steps, lines: log.lines("before") }).toEqual({
      stopReason: "cancelled",
      error: "cancelled",
      steps: [],
      lines: [],
    });
  });

  it("is cancelled by a signal that fires while it is being started", async () => {
    const controller = new AbortController();
    const running = cluster.run({ run: "early", hangsIn: 1 }, { signal: controller.signal });
    controller.abort("changed my mind");
    const run = await running;

    expect([run.stopReason, run.error]).toEqual(["cancelled", "cancelled: changed my mind"]);
    await nothingIsLeft();
  });

  it("is the same run for two clients that both cancel it: the first says why", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const runs = [first, second].map(({ signal }) => cluster.run(hangsEverywhere("twice"), { signal }));
    await log.until("twice", began(HANGING));
    first.abort("first");
    await log.until("twice", aborted(HANGING), MOST_SECONDS);
    second.abort("second");
    const [one, other] = await Promise.all(runs);

    expect(one).toEqual(other);
    expect(one?.error).toBe("cancelled: first");
    expect(callsThat("begin", log.lines("twice")).length).toBe(new Set(callsThat("begin", log.lines("twice"))).size);
    await nothingIsLeft();
  });

  it("leaves nobody in the queue for slots when it is cancelled while some hold one and others wait", async () => {
    const controller = new AbortController();
    const plan: Plan = { run: "queue", turns: [[1, 2, 3].map(() => ask({ turns: [[{ use: "lock", with: { ms: HANG_MS } }]] }))] };
    const waiting: Plan = { run: "slots", turns: [[ask({ hangsIn: 1 }), ask({ hangsIn: 1 }), ask({ hangsIn: 1 })]] };
    const running = [plan, waiting].map((each) => cluster.run(each, { signal: controller.signal, concurrency: { model: 1 } }));
    await log.until("queue", (lines) => callsThat("begin", lines).some((call) => call.startsWith("tool")));
    await log.until("slots", (lines) => callsThat("begin", lines).some((call) => call.startsWith("model 0/")));
    expect(
      await cluster.query("select distinct service_key from state where service_name = 'TroupeSlots' order by service_key"),
    ).toEqual(["queue/exclusive", "queue:0/model", "slots:0/model"].map((key) => ({ service_key: key })));
    controller.abort();

    const runs = await Promise.all(running);
    expect(runs.map(({ stopReason }) => stopReason)).toEqual(["cancelled", "cancelled"]);
    expect(callsThat("begin", log.lines("slots")).filter((call) => call !== "model 0#1").length).toBe(1);
    await nothingIsLeft();
  });

  it("stops a grandchild on another worker when the root's time is up, and keeps what all had done", async () => {
    const run = await cluster.run(hangsEverywhere("late"), { budget: { maxSeconds: 5 } });
    const lines = await log.until("late", aborted(HANGING), MOST_SECONDS);

    expect({
      stopReason: run.stopReason,
      limit: run.limit,
      steps: outcomes(run),
      aborted: [...callsThat("abort", lines)].sort(),
    }).toEqual({
      stopReason: "timeout",
      limit: { name: "maxSeconds", scope: "budget", value: 5 },
      steps: [
        ...["0#1 ok", "0#1.0 ok", "0#2 ok", "0#2.0 timeout", "0#2.1 timeout timed_out"],
        ...["0/2.1#1 ok", "0/2.1#1.0 ok", "0/2.1#2 ok", "0/2.1#2.0 timeout", "0/2.1#2.1 timeout timed_out"],
        ...["0/2.1/2.1#1 ok", "0/2.1/2.1#1.0 ok", "0/2.1/2.1#2 timeout"],
        "0#2.2 ok",
      ],
      aborted: HANGING,
    });
    await nothingIsLeft();
    assertConserved(run);
  });

  it("goes on when a specialist's own time is up, with what that had done", async () => {
    const run = await cluster.run({
      run: "hasty",
      turns: [[ask({ turns: [[look]], hangsIn: 2 }, "ask_hasty"), ask({ turns: [[look]], answer: "in time" })]],
    });

    expect({ stopReason: run.stopReason, output: run.output, steps: outcomes(run) }).toEqual({
      stopReason: "completed",
      output: "[stopped: timeout] (the sub-agent produced no answer) | in time",
      steps: [
        ...["0#1 ok", "0#1.0 timeout timed_out", "0/1.0#1 ok", "0/1.0#1.0 ok", "0/1.0#2 timeout"],
        ...["0#1.1 ok answered", "0/1.1#1 ok", "0/1.1#1.0 ok", "0/1.1#2 ok"],
        "0#2 ok",
      ],
    });
    const [, cut] = run.steps;
    expect(cut?.kind === "agent" && cut.limit).toEqual({ name: "maxSeconds", scope: "budget", value: HASTY_SECONDS });
    assertConserved(run);
  });
});
