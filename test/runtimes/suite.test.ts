import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileJournal, resume, sqliteJournal, type JournalStore, type Run } from "../../src/index.ts";
import { runOn } from "../../src/restate/index.ts";
import { assertConserved, virtualClock } from "../../src/testing/index.ts";
import { play } from "../agent/conformance/cast.ts";
import { findEngine, type Engine } from "../restate/support/engine.ts";
import { startServer, type RestateServer } from "../restate/support/server.ts";
import { register, startWorkers, type Workers } from "../restate/support/workers.ts";
import { GOAL } from "./support/case.ts";
import { cases, SECRET } from "./cases.ts";
import { callsMade } from "./support/cast.ts";
import { expectAccounts, expectCounts, expectPool, expectSame } from "./support/same.ts";
import { storyOf } from "./support/story.ts";
import { narrow, wide, type Tree } from "./trees.ts";

/** Every case runs in this process, with a journal, and on the workers of a Restate server, and is the same run each time. */

const folder = mkdtempSync(join(tmpdir(), "troupe-runtimes-"));
const before = process.env[SECRET.name];

beforeAll(() => void (process.env[SECRET.name] = SECRET.value));
afterAll(() => {
  if (before === undefined) delete process.env[SECRET.name];
  else process.env[SECRET.name] = before;
  rmSync(folder, { recursive: true, force: true });
});

const LATER = Date.UTC(2026, 0, 1);
const idOf = ({ lead }: Tree): string => lead.agent.name;
const inProcess = new Map<Tree, Promise<Run>>();

/** The run of a case, or of a tree, in this process, which all others are compared with. It is made once. */
function reference(given: Tree): Promise<Run> {
  const run = inProcess.get(given) ?? playHere(given);
  inProcess.set(given, run);
  return run;
}

function playHere(given: Tree, journal?: JournalStore): Promise<Run> {
  const { lead, goal = GOAL, options } = given;
  return play(lead, { goal, ids: () => idOf(given), ...options, ...(journal ? { journal } : {}) });
}

describe("in this process", () => {
  test.each(cases)("$title", async (given) => {
    const run = await reference(given);

    expect(storyOf(run)).toEqual(given.expected);
    expectPool(run);
  });
});

const stores = [
  { kind: "files", store: fileJournal(join(folder, "files")), runs: [...cases, ...narrow, ...wide] },
  { kind: "SQLite", store: sqliteJournal(join(folder, "runs.sqlite")), runs: cases },
];

describe.each(stores)("with a journal in $kind, and told again from it", ({ store, runs }) => {
  test.each<Tree>(runs)("$title", async (given) => {
    const here = await reference(given);
    const first = await playHere(given, store);
    const calls = callsMade();
    const again = await tellAgain(given, store);

    expectSame(first, here);
    expect(first.ledger).toEqual(here.ledger);
    expect(again).toEqual(first);
    expect(callsMade()).toBe(calls);
  });
});

/** Tells a run that has ended from its journal, a long time later. */
function tellAgain(given: Tree, journal: JournalStore): Promise<Run> {
  const { returns } = given.options ?? {}; // what is no data cannot be kept
  const clock = virtualClock({ startAt: LATER });
  return clock.settle(resume(given.lead, idOf(given), { journal, clock, ...(returns ? { returns } : {}) }));
}

const found = findEngine();
const missing = "missing" in found ? found.missing : "";
const MODULE = fileURLToPath(new URL("./worker.ts", import.meta.url));

describe.skipIf(missing)(`on three workers of a Restate server${missing && `: ${missing}`}`, () => {
  let server: RestateServer;
  let workers: Workers;
  beforeAll(async () => {
    const { nodePath } = found as Engine; // where it is missing, nothing here runs
    const env = { PATH: process.env.PATH ?? "", [SECRET.name]: SECRET.value };
    [server, workers] = await Promise.all([
      startServer({ dataFolder: join(folder, "data") }),
      startWorkers(3, { nodePath, module: MODULE, env }),
    ]);
    await register(server.adminUrl, workers.url);
  }, 120_000);
  afterAll(() => Promise.all([workers?.stop(), server?.stop()]));

  const runThere = (given: Tree): Promise<Run> => runOn(server.ingressUrl, given.lead, given.goal ?? GOAL, {
    ids: () => idOf(given),
    ...given.options,
  });

  test.each(cases)("$title", async (given) => {
    const run = await runThere(given);

    expect(storyOf(run)).toEqual(given.onWorkers?.expected ?? given.expected);
    assertConserved(run);
    expectPool(run);
    if (given.onWorkers) return;
    expectSame(run, await reference(given));
    expectAccounts(run, await reference(given));
  });

  test.concurrent.each(narrow)("whatever stands in it, one specialist at a time: $title", async (given) => {
    const [run, here] = [await runThere(given), await reference(given)];

    expect(storyOf(run)).toEqual(storyOf(here));
    assertConserved(run);
    expectSame(run, here);
    expectAccounts(run, here);
  });

  test.concurrent.each(wide)("adds up, and exceeds no count, however many stand beside one another: $title", async (given) => {
    const run = await runThere(given);

    assertConserved(run);
    expectCounts(run);
  });
});
