import { z } from "zod";
import { systemClock } from "../agent/time/clock.ts";
import { checked } from "../core/check.ts";
import type { Clock } from "../core/clock.ts";
import { isObject } from "../core/json.ts";
import { promptBlock } from "./shown.ts";

/** A text that a memory found. */
export interface RecallHit {
  readonly text: string;
  /** How well it fits; greater is better, and scores of different memories say nothing about each other. */
  readonly score?: number;
  /** Where the text comes from, in the words of the memory. */
  readonly source?: string;
}

/**
 * A fuzzy memory (a port): a search index, an embedding store, a service.
 *
 * An implementer returns the texts that fit the query, best first, at most `limit` of them, and only texts that whoever
 * asks may see: nothing here knows whose they are. It may fail or take its time: whoever asks goes on without it.
 */
export interface RecallMemory {
  search(query: string, limit: number): readonly RecallHit[] | Promise<readonly RecallHit[]>;
}

/** How much is recalled, and how long it may take. */
export interface RecallOptions {
  /** The most texts. Default 4. */
  readonly limit?: number;
  /** How long the memory may take; a slower one found nothing. Default 5. */
  readonly timeoutSeconds?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/** How a prompt recalls: what `recall` takes, and the words above the texts. */
export interface RecallPromptOptions extends RecallOptions {
  /** Says that the texts may be of no use. Default `Possibly relevant, recalled from earlier and maybe wrong`. */
  readonly heading?: string;
}

const LIMIT = "a whole number of at least 0";
const SECONDS = "a number of seconds above 0";
const optionsSchema = z.strictObject({
  limit: z.number(LIMIT).int(LIMIT).nonnegative(LIMIT).default(4),
  timeoutSeconds: z.number(SECONDS).positive(SECONDS).default(5),
  clock: z
    .custom<Clock>((clock) => typeof (clock as Partial<Clock> | null | undefined)?.setTimeout === "function", "a Clock")
    .default(systemClock),
});

/**
 * The texts in `memory` that may help with `query`, best first. A memory that fails, takes too long or gives something
 * else found nothing: the promise never rejects for it, only with `DefinitionError` for wrong options.
 */
export async function recall(memory: RecallMemory, query: string, options: RecallOptions = {}): Promise<readonly RecallHit[]> {
  const { limit, timeoutSeconds, clock } = checked("recall", optionsSchema, options);
  if (limit === 0) return [];
  try {
    const search = (async () => memory.search(query, limit))();
    return hitsIn(await inTime(search, timeoutSeconds, clock)).slice(0, limit);
  } catch {
    return []; // what may help must never stand in the way
  }
}

/**
 * What `recall` finds as a block for the end of an agent's instructions, like `factsPrompt`, under a heading that marks
 * it as possibly relevant; empty when nothing is found. Each text stays on its line.
 */
export async function recallPrompt(memory: RecallMemory, query: string, options: RecallPromptOptions = {}): Promise<string> {
  const { heading = "Possibly relevant, recalled from earlier and maybe wrong", ...rest } = options;
  const hits = await recall(memory, query, rest);
  return promptBlock(heading, hits.map(({ text }) => text));
}

async function inTime<Value>(promise: Promise<Value>, seconds: number, clock: Clock): Promise<Value | null> {
  let timer: unknown;
  const late = new Promise<null>((resolve) => (timer = clock.setTimeout(() => resolve(null), seconds * 1000)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clock.clearTimeout(timer);
  }
}

function hitsIn(found: unknown): RecallHit[] {
  const entries: readonly unknown[] = Array.isArray(found) ? found : [];
  return entries.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.text !== "string" || entry.text.trim() === "") return [];
    const { text, score, source } = entry;
    return [{ text, ...(typeof score === "number" && { score }), ...(typeof source === "string" && { source }) }];
  });
}
