import { describe, expect, it } from "vitest";
import type { Run } from "../../src/index.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { chanceFrom } from "../support/chance.ts";
import { allSteps } from "../support/quiet.ts";
import { callsThat, type LogLine } from "./call-log.ts";
import type { Plan } from "./cast.ts";
import { MISSING, useCluster } from "./cluster.ts";
import { repeatsIn, type Death } from "./repeats.ts";
import type { Worker } from "./support/workers.ts";

const KILLS = 10;
const CALL_MS = 30;
const RUNS_AT_ONCE = 50;

/** A lead with three specialists of three turns each: they look (which may be repeated), book (which may not), and conclude. */
function team(run: string): Plan {
  const specialist = {
    waitMs: CALL_MS,
    turns: [[{ use: "look", with: { ms: CALL_MS } }], [{ use: "book", with: { ms: CALL_MS } }]],
  };
  return { run, waitMs: CALL_MS, turns: [[1, 2, 3].map(() => ({ ask: "ask_with_share", plan: specialist }))] };
}

const ANSWER = "found 0/1.0#1.0 | found 0/1.1#1.0 | found 0/1.2#1.0";
const LINES = 34; // a beginning and an end of 17 calls

/** What must be the same whether somebody died or not. */
function essence(run: Run): unknown {
  const { output, stopReason, usage, totalSteps, toolCalls, pool, budget } = run;
  const steps = allSteps(run.steps).map((step) => [step.id, step.name, step.name === "book" ? "" : step.output, step.usage]);
  return { output, stopReason, usage, totalSteps, toolCalls, pool: pool.spent, tokens: budget.spent.tokens, steps };
}

function workersOf(run: Run): readonly (string | undefined)[] {
  return [...new Set(allSteps(run.steps).map(({ worker }) => worker))].sort();
}

/** A run under way, and the worker that only its hasty specialist is on. */
interface OneApart {
  readonly run: { readonly id: string; readonly result: Promise<Run> };
  readonly frozen: Worker;
}

describe.skipIf(MISSING)(`a run of four agents on three workers${MISSING && `: ${MISSING}`}`, { timeout: 240_000 }, () => {
  const cluster = useCluster();
  const { log } = cluster;
  const deaths: Death[] = [];
  const died = (of: string): void => void deaths.push({ of, lines: log.lines().length });

  /** Kills the worker that writes this line of the run's log, and starts it again. */
  const killAt = async (run: string, line: number): Promise<void> => {
    const lines = await log.until(run, ({ length }) => length >= line);
    const name = lines[line - 1]?.worker ?? "w1";
    const index = Number(name.slice(1)) - 1;
    await cluster.workers.workers[index]?.kill();
    died(name);
    await cluster.workers.revive(index);
  };

  it("is the same when workers die ten times and the server once, and repeats nothing that had ended", async () => {
    const chance = chanceFrom(20260101);
    const whole = await cluster.run(team("whole"));
    expect({ output: whole.output, lines: log.lines("whole").length }).toEqual({ output: ANSWER, lines: LINES });

    let repeated = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const name = `killed-${kill}`;
      const running = cluster.run(team(name));
      const halfway = (): Promise<unknown> => log.until(name, ({ length }) => length >= LINES / 2);
      const restarts = kill === KILLS / 2 ? halfway().then(() => cluster.server.restart()).then(() => died("server")) : null;
      const [run] = await Promise.all([running, killAt(name, chance.whole(1, LINES - 4)), restarts]);

      expect(essence(run)).toEqual(essence(whole));
      const repeats = repeatsIn(run, log.lines(), deaths);
      expect(repeats.faults.map((fault) => `killed ${kill}: ${fault}`)).toEqual([]);
      expect(workersOf(run).every((worker) => /^w[123]$/u.test(worker ?? ""))).toBe(true);
      assertConserved(run);
      repeated += repeats.repeated;
    }
    expect(repeated).toBeGreaterThan(0); // else no kill fell into a call, and nothing was shown
  });

  it("tells the model that it is not known whether a call took effect that may not be made again", async () => {
    const plan: Plan = { run: "booking", turns: [[{ use: "book", with: { ms: 60_000 } }], [{ use: "look" }]] };
    const running = cluster.run(plan);
    const lines = await log.until("booking", (all) => all.some(({ call }) => call.endsWith("tool 0#1.0")));
    const { worker } = lines.at(-1) as LogLine; // there is one, by the line above
    await cluster.workers.revive(Number(worker.slice(1)) - 1);
    const run = await running;

    const [, book] = run.steps;
    expect([book?.observation, book?.error, run.stopReason, run.output]).toEqual([
      "interrupted: it is not known whether this took effect",
      "interrupted: it is not known whether this took effect",
      "completed",
      "found 0#2.0",
    ]);
    expect(log.lines("booking").filter(({ call }) => call.endsWith("tool 0#1.0")).map(({ what }) => what)).toEqual(["begin"]);
  });

  it("is right fifty times at once, and makes no call twice that had ended, when a worker is killed among them", async () => {
    const names = Array.from({ length: RUNS_AT_ONCE }, (_, index) => `many-${index}`);
    const before = log.lines().length;
    const running = Promise.all(names.map((name) => cluster.run(team(name))));
    await log.until("many-25", ({ length }) => length >= LINES / 2, 120);
    await cluster.workers.workers[1]?.kill();
    died("w2");
    const [runs] = await Promise.all([running, cluster.workers.revive(1)]);

    const lines = log.lines();
    expect(runs.map(({ output }) => output)).toEqual(names.map(() => ANSWER));
    expect(runs.flatMap((run) => repeatsIn(run, lines, deaths).faults.map((fault) => `${run.id}: ${fault}`))).toEqual([]);
    const busy = new Set(lines.slice(before).map(({ worker }) => worker));
    expect([...busy].sort()).toEqual(["w1", "w2", "w3"]);
    for (const run of runs) assertConserved(run);
  });

  it("goes on with the others when the time of one specialist is up whose worker says nothing any more", async () => {
    const { run, frozen } = await withOneApart(0);
    frozen.freeze();
    try {
      await cut(run.id); // the one who delegates waits some seconds longer than the specialist has
      log.open(run.id);
      const { stopReason, output, ...told } = await run.result;
      expect({ stopReason, output }).toEqual({
        stopReason: "completed",
        output: `[stopped: timeout] (the sub-agent produced no answer) | passed ${run.id}`,
      });
      expect(told.steps.map((step) => [step.id, step.kind === "agent" ? step.outcome : null])).toEqual([
        ["0#1", null],
        ["0#1.0", "timed_out"],
        ["0#1.1", "answered"],
        ["0#2", null],
      ]);
    } finally {
      frozen.thaw();
    }
    const running = async () => cluster.query("select target from sys_invocation where status != 'completed'");
    await expect.poll(running, { timeout: 20_000 }).toEqual([]);
  });

  /** A run whose hasty specialist lives on a worker where nobody else of it does: chance decides, so it may take some runs. */
  async function withOneApart(attempt: number): Promise<OneApart> {
    const id = `apart-${attempt}`;
    const given = new AbortController();
    const result = cluster.run({
      run: id,
      turns: [
        [
          { ask: "ask_hasty", plan: { hangsIn: 1 } },
          { ask: "ask_planner", plan: { turns: [[{ use: "wait", with: { gate: id } }]] } },
        ],
      ],
    }, { signal: given.signal, budget: { maxSeconds: 60 } });
    const lines = await log.until(id, (all) => [
      "model 0/1.0#1",
      "tool 0/1.1#1.0",
    ].every((call) => callsThat("begin", all).includes(call)));
    const at = (call: string): string | undefined => lines.find((line) => line.call === `${id} ${call}`)?.worker;
    const frozen = cluster.workers.workers.find((_, index) => `w${index + 1}` === at("model 0/1.0#1"));
    if (frozen && ![at("model 0#1"), at("tool 0/1.1#1.0")].includes(at("model 0/1.0#1"))) return { run: { id, result }, frozen };
    given.abort();
    await result;
    return withOneApart(attempt + 1);
  }

  /** Comes back when a specialist of the run has been told to end. */
  async function cut(id: string): Promise<void> {
    const specialists = `select id from sys_invocation where invoked_by_target = 'TroupeRun/${id}/run'`;
    const told = `select entry_type from sys_journal where entry_type like '%Signal%' and id in (${specialists})`;
    await expect.poll(() => cluster.query(told), { timeout: 40_000, interval: 100 }).not.toEqual([]);
  }
});
