import { describe, expect, it } from "vitest";
import { assertConserved } from "../../src/testing/index.ts";
import { allSteps } from "../support/quiet.ts";
import { callsThat, mostAtOnce } from "./call-log.ts";
import type { Plan, PlannedCall } from "./cast.ts";
import { MISSING, useCluster } from "./cluster.ts";

const IDLE_SECONDS = 0.2;
const CALL_MS = 50;

const ask = (plan: Omit<Plan, "run">): PlannedCall => ({ ask: "ask_planner", plan });
const times = (count: number, call: PlannedCall): readonly PlannedCall[] => Array.from({ length: count }, () => call);
const look: PlannedCall = { use: "look", with: { ms: CALL_MS } };

/** A specialist that calls a tool which takes long enough for everyone above it to be put aside. */
const patient = (ms: number): PlannedCall => ask({ turns: [[ask({ turns: [[{ use: "look", with: { ms } }]] })]] });

const SUBJECT = `a run whose agents are put aside while they wait${MISSING && `: ${MISSING}`}`;

describe.skipIf(MISSING)(SUBJECT, { timeout: 120_000 }, () => {
  const cluster = useCluster({ serve: { idleSeconds: IDLE_SECONDS } });
  const { log } = cluster;
  const begins = (run: string): readonly string[] => callsThat("begin", log.lines(run));

  it("comes out as if they had not been, and repeats nothing", async () => {
    const running = cluster.run({
      run: "aside",
      turns: [[patient(5 * IDLE_SECONDS * 1000), look], [patient(5 * IDLE_SECONDS * 1000)]],
    });
    const suspended = (): Promise<readonly unknown[]> => cluster.query(
      "select target from sys_invocation where status = 'suspended' order by target",
    );
    await expect.poll(suspended, { timeout: 20_000, interval: 20 }).toContainEqual({ target: "TroupeRun/aside/run" });
    const run = await running;

    expect({ output: run.output, notes: allSteps(run.steps).flatMap(({ note }) => note ?? []) }).toEqual({
      output: "found 0/1.0/1.0#1.0 | found 0#1.1 | found 0/2.0/1.0#1.0",
      notes: [],
    });
    expect(begins("aside").length).toBe(new Set(begins("aside")).size);
    assertConserved(run);
  });

  it("thinks no more than twice at once, wherever its six specialists live, when it has two slots", async () => {
    const specialist = ask({ waitMs: CALL_MS, turns: [[look], [look]] });
    const run = await cluster.run({ run: "two", turns: [times(6, specialist)] }, { concurrency: { model: 2 } });

    const lines = log.lines("two");
    expect(run.output).toBe(
      [0, 1, 2, 3, 4, 5].flatMap((index) => [`found 0/1.${index}#1.0 | found 0/1.${index}#2.0`]).join(" | "),
    );
    expect({
      most: mostAtOnce(lines, / model /u),
      calls: begins("two").length,
      workers: new Set(lines.map(({ worker }) => worker)).size > 1,
    }).toEqual({ most: 2, calls: 2 + 6 * 5, workers: true });
  });

  it("never runs two exclusive tools at once, also after the time limit of one that runs on", async () => {
    const lock: PlannedCall = { use: "lock", with: { ms: CALL_MS } };
    const late: PlannedCall = { use: "deaf_lock", with: { ms: 1_000 } };
    const run = await cluster.run({
      run: "locks",
      turns: [[lock, late, ask({ turns: [[lock, lock]] }), ask({ turns: [[lock], [lock]] }), lock]],
    });

    const lines = log.lines("locks");
    expect({
      stopReason: run.stopReason,
      most: mostAtOnce(lines, / tool /u),
      calls: begins("locks").filter((call) => call.startsWith("tool")).length,
    }).toEqual({ stopReason: "completed", most: 1, calls: 7 });
    expect(run.steps[2]?.observation).toBe("AgentToolError: deaf_lock did not finish within 0.3 s");
  });

  it("is forgotten by every worker on which it was put aside", async () => {
    const runs = Array.from({ length: 10 }, (_, index) => cluster.run({
      run: `forgotten-${index}`,
      turns: [[patient(3 * IDLE_SECONDS * 1000)]],
    }));
    for (const run of await Promise.all(runs)) expect(run.stopReason).toBe("completed");

    for (const worker of cluster.workers.workers) {
      process.kill(worker.pid, "SIGUSR2");
      const [, held, of] = await worker.line(/^held (\d+) of (\d+)/u, 10);
      expect(Number(of)).toBeGreaterThan(10);
      expect(Number(held)).toBe(0);
    }
  });
});
