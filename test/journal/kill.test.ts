import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { EffectRecord } from "../../src/core/journal.ts";
import type { Run } from "../../src/core/run.ts";
import { run } from "../../src/index.ts";
import { resume } from "../../src/journal/resume.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { endProcesses, startProcess, temporaryFolder } from "../bin/command.ts";
import { programAt } from "../support/program.ts";
import { allSteps } from "../support/quiet.ts";
import { ANSWER, GOAL, team } from "./kill/cast.ts";
import type { Job } from "./kill/job.ts";
import { STORES, storeAt, type StoreName } from "./kill/stores.ts";

const MINUTES = 240_000;
const RUN = "the-run";
const ENTRIES = 36; // the header, a beginning and an end of 17 calls, the end
const DOUBLE = [[2, 1], [3, 2], [8, 3], [12, 2], [17, 5], [22, 1], [26, 4], [31, 2]] as const;
const AT_ONCE = 3;
const folder = temporaryFolder();
const program = await programAt(new URL("./kill/child.ts", import.meta.url));
let place = 0;

afterAll(() => {
  endProcesses();
  folder.remove();
});

interface Place {
  readonly path: string;
  readonly log: string;
  readonly store: StoreName;
}

function newPlace(store: StoreName): Place {
  place += 1;
  return { path: join(folder.path, `store-${place}`), log: join(folder.path, `log-${place}`), store };
}

/** Runs a process to its end, which must be the SIGKILL of its own store. */
async function killed(at: Place, job: Pick<Job, "diesAt" | "moment" | "resumes">): Promise<void> {
  const { child, ended } = startProcess([...program, JSON.stringify({ ...at, runId: RUN, ...job })]);
  expect({ ...(await ended), signal: child.signalCode }).toEqual({ code: null, stdout: "", stderr: "", signal: "SIGKILL" });
}

/** What the process had kept when it was killed. */
function keptIn({ store, path }: Place): readonly EffectRecord[] {
  const journal = storeAt(store, path).open(RUN);
  journal.release();
  return journal.records;
}

function linesIn({ log }: Place): readonly string[] {
  try {
    return readFileSync(log, "utf8").split("\n").filter((line) => line !== "");
  } catch {
    return []; // killed before the first call
  }
}

function startsIn(at: Place): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const line of linesIn(at)) {
    const [, call] = /^start (.*)$/u.exec(line) ?? [];
    if (call !== undefined) starts.set(call, (starts.get(call) ?? 0) + 1);
  }
  return starts;
}

/** What must be the same whether the run was killed or not. */
function essence(told: Run): unknown {
  const steps = allSteps(told.steps).map(({ id, name, output, usage, kind }) => [id, name, kind === "tool" && name === "book" ? "" : output, usage]);
  const { output, stopReason, usage, totalSteps, toolCalls } = told;
  return { output, stopReason, usage, totalSteps, toolCalls, pool: told.pool.spent, tokens: told.budget.spent.tokens, steps };
}

/** Everything that went wrong, one sentence each. */
function faultsOf(
  at: Place,
  told: Run,
  crashes: readonly (readonly EffectRecord[])[],
  before: readonly ReadonlyMap<string, number>[],
): string[] {
  const faults: string[] = [];
  const starts = startsIn(at);
  for (const [crash, kept] of crashes.entries()) {
    for (const { kind, id } of kept) {
      const call = `${kind} ${id}`;
      if ((starts.get(call) ?? 0) !== (before[crash]?.get(call) ?? 0)) faults.push(`${call} had ended and was made again`);
    }
  }
  for (const [call, count] of starts) {
    const allowed = call.endsWith("#2.0") ? 1 : 1 + crashes.length;
    if (count > allowed) faults.push(`${call} was made ${count} times`);
    const step = allSteps(told.steps).find(({ id }) => call.endsWith(` ${id}`));
    if (count > 1 && step?.note !== "made again: the process ended while it was under way")
      faults.push(`${call} was repeated without a mark`);
  }
  return faults;
}

describe.each(STORES)("a run kept in a %s store", { timeout: MINUTES }, (store) => {
  it("comes out the same after its process was killed at any entry", async () => {
    const whole = newPlace(store);
    const unkilled = await run(team(whole.log), GOAL, { journal: storeAt(store, whole.path), ids: () => RUN });
    const journal = storeAt(store, whole.path).open(RUN);
    journal.release();
    expect({ entries: 1 + journal.entries.length, output: unkilled.output }).toEqual({ entries: ENTRIES, output: ANSWER });

    const faults: string[] = [];
    await each(ENTRIES, async (index) => {
      const at = newPlace(store);
      await killed(at, { diesAt: index + 1, moment: "after", resumes: false });
      const kept = keptIn(at);
      const before = startsIn(at);
      const told = await resume(team(at.log), RUN, { journal: storeAt(store, at.path) });
      assertConserved(told);
      expect(essence(told)).toEqual(essence(unkilled));
      faults.push(...faultsOf(at, told, [kept], [before]).map((fault) => `killed at entry ${index + 1}: ${fault}`));
    });

    expect(faults).toEqual([]);
  });

  it("is not hindered by runs of other processes in the same store", async () => {
    const { path } = newPlace(store);
    const runs = ["one", "two", "three"].map((runId) => {
      const job: Job = { store, path, log: newPlace(store).log, runId, resumes: false, diesAt: Infinity, moment: "after" };
      return startProcess([...program, JSON.stringify(job)]).ended;
    });

    expect(await Promise.all(runs)).toEqual(runs.map(() => ({ code: 0, stdout: ANSWER, stderr: "" })));
    expect(storeAt(store, path).list().map(({ header, state, effects }) => [header.runId, state, effects]).sort()).toEqual([["one", "ended", 17], ["three", "ended", 17], ["two", "ended", 17]]);
  });

  it("comes out the same after two processes were killed at it, before or after an entry", async () => {
    const unkilled = await run(team(newPlace(store).log), GOAL);
    const faults: string[] = [];
    await each(DOUBLE.length, async (index) => {
      const [first, second] = DOUBLE[index] ?? [0, 0];
      const at = newPlace(store);
      const crashes: (readonly EffectRecord[])[] = [];
      const before: ReadonlyMap<string, number>[] = [];
      for (const [crash, diesAt] of [first, second].entries()) {
        await killed(at, { diesAt, moment: index % 2 === 0 ? "before" : "after", resumes: crash > 0 });
        crashes.push(keptIn(at));
        before.push(startsIn(at));
      }
      const told = await resume(team(at.log), RUN, { journal: storeAt(store, at.path) });
      assertConserved(told);
      expect(essence(told)).toEqual(essence(unkilled));
      faults.push(...faultsOf(at, told, crashes, before).map((fault) => `killed at entries ${first} and ${second}: ${fault}`));
    });

    expect(faults).toEqual([]);
  });
});

/** Does the work for 0, 1, ... with some of it at once. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
