import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { replay } from "../../../src/replay/replay.ts";
import type { Replay } from "../../../src/replay/replayed.ts";
import type { Run } from "../../../src/index.ts";
import { takeCaptured, type Captured } from "./capture.ts";

/** Runs the examples that the arguments name, one after the other, and replays every run they made; tells on descriptor 3. */

async function said(work: Promise<Replay>, bytes: string): Promise<unknown> {
  try {
    const { run, isSame, divergence, firstDifference, live } = await work;
    return isSame && JSON.stringify(run) === bytes ? "same" : { divergence, firstDifference, live };
  } catch (error) {
    return (error as Error).message;
  }
}

async function replayed({ agent, run, options }: Captured): Promise<object> {
  const told = JSON.parse(JSON.stringify(run)) as Run; // as a file would have it
  const bytes = JSON.stringify(told);
  const withAgent = agent ? await said(replay(told, { agent, ...options }), bytes) : "no agent";
  return { agent: told.agent, alone: await said(replay(told), bytes), withAgent };
}

process.stdout.write = (): boolean => true; // what the examples print is another test's
const results: Record<string, unknown> = {};
for (const name of process.argv.splice(2)) {
  const example = new URL(`../../../examples/${name}`, import.meta.url);
  process.argv[1] = fileURLToPath(example); // one that starts itself once more finds its own path here
  await import(example.href);
  results[name] = await Promise.all(takeCaptured().map(replayed));
}
writeSync(3, JSON.stringify(results));
process.exit(0);
