import { z } from "zod";
import { systemClock } from "../agent/time/clock.ts";
import { checked } from "../core/check.ts";
import type { Clock } from "../core/clock.ts";
import type { Tool } from "../core/tool.ts";
import { Bucket, knownAfter } from "./bucket.ts";
import { checkFact } from "./entry.ts";
import type { Fact, FactChange, FactStore, FactVersion } from "./fact-store.ts";
import { factTools } from "./fact-tools.ts";

/** How facts are offered and written. */
export interface FactsOptions {
  /** false leaves the tool `fact_forget` out, so that an agent can add and replace but not take away. Default true. */
  readonly forget?: boolean;
  /** Whom the history names for what code writes through this object. Default `application`. */
  readonly author?: string;
  /** The time of what code writes; tools go by the clock of their run. Default: the machine's. */
  readonly clock?: Clock;
}

/** What `export` gives: plain JSON, all of one moment. */
export interface FactsExport {
  readonly version: 1;
  readonly subject: string | null;
  /** What is known, sorted by key. */
  readonly facts: readonly Fact[];
  /** Every version, oldest first. */
  readonly history: readonly FactVersion[];
}

/** What is known about one subject, for agents (the tools) and for code. Rejects with what its store rejects with. */
export interface Facts {
  /** `fact_remember`, `fact_recall`, `fact_list` and `fact_forget`, for the `tools` of an agent. */
  readonly tools: readonly Tool[];
  /** What is known now, sorted by key, each with who wrote it, when, and in which run. */
  list(): Promise<readonly Fact[]>;
  get(key: string): Promise<string | undefined>;
  /** Keeps a value, in place of the one there was. Rejects with `DefinitionError` for a blank or too long key or value. */
  remember(key: string, value: string): Promise<void>;
  /** Like `remember`, for a value that turned out wrong, which the history then says. False, and nothing kept, when there was none. */
  correct(key: string, value: string): Promise<boolean>;
  /** Takes a fact out of what is known; the history keeps it. False when there was none. */
  forget(key: string): Promise<boolean>;
  /** Every version of one key, or of all, oldest first, also of what was forgotten. */
  history(key?: string): Promise<readonly FactVersion[]>;
  /** All of it as JSON, to show people what is known about them. */
  export(): Promise<FactsExport>;
}

const AUTHOR = "a text that is not blank";
const optionsSchema = z.strictObject({
  forget: z.boolean("true or false").optional(),
  author: z.string(AUTHOR).refine((author) => author.trim() !== "", AUTHOR).optional(),
  clock: z.custom<Clock>((clock) => typeof (clock as Partial<Clock> | null | undefined)?.now === "function", "a Clock").optional(),
}, "an object: { forget?, author?, clock? }");

/**
 * The facts about `subject` in `store`: keys with values that can be listed, corrected, forgotten and traced to the run
 * that wrote them. Subjects see nothing of each other; without one, it is the bucket that all share. A key has at most
 * 200 characters, a value 2 000; white space around a key does not count.
 */
export function facts(store: FactStore, subject?: string, options: FactsOptions = {}): Facts {
  const { forget = true, author = "application", clock = systemClock } = checked("facts", optionsSchema, options);
  const bucket = new Bucket(store, subject);
  const write = async (kind: FactChange["kind"], key: string, value: string | null): Promise<boolean> => {
    if (value !== null) checkFact(key, value);
    return bucket.write({ kind, key, value }, { author, at: clock.now(), runId: null, path: null });
  };
  return Object.freeze({
    tools: factTools(bucket, forget),
    list: () => bucket.list(),
    get: async (key) => (await bucket.get(key))?.value,
    remember: async (key, value) => void (await write("remembered", key, value)),
    correct: (key, value) => write("corrected", key, value),
    forget: (key) => write("forgotten", key, null),
    history: (key) => bucket.history(key),
    export: async () => exported(bucket.subject, await bucket.history()),
  } satisfies Facts);
}

function exported(subject: string | null, history: readonly FactVersion[]): FactsExport {
  return { version: 1, subject, facts: knownAfter(history), history };
}
