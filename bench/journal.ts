import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import type * as Library from "../src/index.ts";
import type { NumberToHold } from "./numbers.ts";
import { alone, type Measure } from "./readings.ts";

type Store = ReturnType<(typeof Library)["fileJournal"]>;

/** A kind of store and how it makes sure that what it has kept stays. */
interface Kind {
  readonly title: string;
  readonly at: (library: typeof Library, folder: string) => Store;
  /** Microseconds that a turn with one tool call may take longer than without a journal: four lines are kept for it. */
  readonly mustMicros: number | null;
  readonly turns: number;
}

const KINDS: readonly Kind[] = [
  { title: "files", at: ({ fileJournal }, folder) => fileJournal(folder), mustMicros: 300, turns: 300 },
  { title: "files, sync each", at: ({ fileJournal }, folder) => fileJournal(folder, { sync: "each" }), mustMicros: null, turns: 20 },
  { title: "SQLite", at: ({ sqliteJournal }, folder) => sqliteJournal(join(folder, "runs.db")), mustMicros: null, turns: 60 },
  { title: "SQLite, sync each", at: ({ sqliteJournal }, folder) => sqliteJournal(join(folder, "runs.db"), { sync: "each" }), mustMicros: null, turns: 20 },
];

const ROUNDS = 3;
const LONG_STEPS = 10_000;
const SHORT_STEPS = 1_000;

/** What it costs to keep a run, and to take up a long one. */
export function journalNumbers(library: typeof Library): readonly NumberToHold[] {
  return [
    ...KINDS.map((kind) => ({
      title: `journal in ${kind.title}, a turn above none, µs`,
      must: kind.mustMicros,
      stretch: kind.mustMicros === null ? null : kind.mustMicros / 3,
      rounds: ROUNDS,
      ready: async () => alone(await microsAboveNone(library, kind)),
    })),
    { title: `journal of ${LONG_STEPS} steps, bytes per step / of ${SHORT_STEPS}`, must: 1.1, stretch: 1.02, rounds: 1, ready: () => Promise.resolve(alone(() => growthOfSize(library))) },
    { title: `resume of a run of ${LONG_STEPS} steps, ms`, must: 2_000, stretch: 1_000, rounds: 1, ready: () => Promise.resolve(alone(() => resumeMs(library))) },
  ];
}

async function microsAboveNone(library: typeof Library, { at, turns }: Kind): Promise<Measure> {
  await inFolder((folder) => runOf(library, turns, at(library, folder)));
  return async () => {
    const without = await wallMs(() => runOf(library, turns));
    const kept = await inFolder((folder) => wallMs(() => runOf(library, turns, at(library, folder))));
    return ((kept - without) * 1000) / turns;
  };
}

async function growthOfSize(library: typeof Library): Promise<number> {
  const bytesPerStep = (steps: number): Promise<number> =>
    inFolder(async (folder) => {
      await runOf(library, steps / 2, library.fileJournal(folder));
      return readdirSync(folder).reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0) / steps;
    });
  return (await bytesPerStep(LONG_STEPS)) / (await bytesPerStep(SHORT_STEPS));
}

function resumeMs(library: typeof Library): Promise<number> {
  return inFolder(async (folder) => {
    const journal = library.fileJournal(folder);
    const { id, output } = await runOf(library, LONG_STEPS / 2, journal);
    const begin = performance.now();
    const told = await library.resume(agentOf(library, LONG_STEPS / 2), id, { journal });
    if (told.output !== output) throw new Error(`the run came back with '${told.output}'`);
    return performance.now() - begin;
  });
}

async function runOf(library: typeof Library, turns: number, journal?: Store): Promise<Library.Run> {
  const ended = await library.run(agentOf(library, turns), "Count.", journal ? { journal } : {});
  if (ended.output !== `counted ${turns}`) throw new Error(`the run ended with '${ended.output}' (${ended.stopReason})`);
  return ended;
}

/** An agent that calls a tool in each of so many turns and then answers. */
function agentOf({ fromAgent, tool }: typeof Library, turns: number): Library.AgentLogic {
  const count = tool({ name: "count", description: "Counts.", parameters: z.object({ to: z.number() }), idempotent: true, execute: ({ to }) => `counted ${to}` });
  return fromAgent({
    name: "counter",
    tools: [count],
    budget: { maxSteps: 2 * turns + 1, maxSeconds: 3_600 },
    model: {
      name: "counting",
      supportsTools: true,
      respond: ({ turn }) => Promise.resolve(turn > turns ? { text: `counted ${turns}` } : { text: "", calls: [{ name: "count", arguments: { to: turn } }] }),
    },
  });
}

async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function inFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), "bench-journal-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
