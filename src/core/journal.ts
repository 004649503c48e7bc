import { z } from "zod";
import type { JsonValue } from "./json.ts";
import { stopReasonSchema } from "./outcome.ts";
import { limitSchema, type RunRecord } from "./run.ts";

/** Where an effect stands and what it was asked; both must match for a recorded result to be used again. */
export interface EffectKey {
  /** The step's id: agent path, turn and, for a call, its index. */
  readonly id: string;
  /** A model call, a tool call, the answer to an approval, or what a check of the user's own says. */
  readonly kind: "model" | "tool" | "approval" | "check";
  /** The fingerprint of the request or of the call. */
  readonly hash: string;
}

/** A key as one text, for tables: the same for the same effect, and for no other. */
export function effectKeyText({ kind, id, hash }: EffectKey): string {
  return JSON.stringify([kind, id, hash]);
}

/** What an effect came to, as plain JSON. */
export interface EffectRecord extends EffectKey {
  readonly result: JsonValue;
  /** When the effect began and how long it took, as the run that recorded it saw it. */
  readonly startedAt: number;
  readonly seconds: number;
  /** Only where it was made again, after a process had died in the middle of it. */
  readonly repeated?: true;
  /** The worker that made it, where that was not the process that holds the journal. */
  readonly worker?: string;
}

/**
 * What is kept of a run's paid effects (a port). Every model call and tool call asks it first and, when it knows
 * nothing, is made and then recorded before the run goes on.
 *
 * An implementer must return the very record that was stored under the key, or undefined, and must have stored a
 * record durably (by its own stated policy) before `record` returns or resolves. It must never answer by order of
 * arrival. An error it throws ends the agent that asked with `error`.
 */
export interface Journal {
  recall(key: EffectKey): EffectRecord | undefined | Promise<EffectRecord | undefined>;
  record(record: EffectRecord): void | Promise<void>;
}

/** The version of what a journal store keeps of a run. */
export const JOURNAL_VERSION = 1;

/** What a run was started with, as far as it is data: enough to start it again with the same agent. */
export const runHeaderSchema = z.object({
  version: z.literal(JOURNAL_VERSION),
  runId: z.string().min(1),
  agent: z.string(),
  goal: z.string(),
  startedAt: z.number(),
  /** A fingerprint of the definition of every agent the run could reach, by name, and of the data that was asked for. */
  definitions: z.record(z.string(), z.string()),
  /** Options of the run that are plain data. */
  options: z.record(z.string(), z.json()),
});

/** What a run was started with, as far as it is data: enough to start it again with the same agent. */
export type RunHeader = Readonly<z.infer<typeof runHeaderSchema>>;

const effectKeySchema = z.object({ id: z.string(), kind: z.enum(["model", "tool", "approval", "check"]), hash: z.string() });

const effectRecordSchema = effectKeySchema.extend({
  // The store vouches for it: walking every result again would cost more than reading it.
  result: z.custom<JsonValue>((value) => value !== undefined),
  startedAt: z.number(),
  seconds: z.number().nonnegative(),
  repeated: z.literal(true).exactOptional(),
  worker: z.string().exactOptional(),
});

/** How a run ended, as far as it takes to end it the same way when it is told again. */
export const runEndSchema = z.object({
  stopReason: stopReasonSchema,
  limit: limitSchema.nullable(),
  error: z.string().nullable(),
  output: z.string(),
  /** Input and output tokens of the whole tree, the estimated ones included. */
  tokens: z.number().nonnegative(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** How a run ended, as far as it takes to end it the same way when it is told again. */
export type RunEnd = Readonly<z.infer<typeof runEndSchema>>;

/** One thing that a store keeps of a run, in the order in which it happened; the header stands before all of them. */
export const journalEntrySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("begin"), key: effectKeySchema, at: z.number() }),
  z.object({ type: z.literal("record"), record: effectRecordSchema }),
  z.object({ type: z.literal("cancel"), reason: z.string(), at: z.number() }),
  z.object({ type: z.literal("end"), end: runEndSchema }),
]);

/**
 * One thing that a store keeps of a run: that an effect began (and when), what it came to, that the run was cancelled (what the
 * trace says of it, and when), and how it ended.
 */
export type JournalEntry =
  | { readonly type: "begin"; readonly key: EffectKey; readonly at: number }
  | { readonly type: "record"; readonly record: EffectRecord }
  | { readonly type: "cancel"; readonly reason: string; readonly at: number }
  | { readonly type: "end"; readonly end: RunEnd };

/**
 * How a stored run stands. `interrupted`: it has not ended and nobody works on it. `damaged`: its records cannot be
 * trusted, so it can neither be told nor resumed.
 */
export type StoredState = "running" | "interrupted" | "ended" | "damaged";

/** One line of a store's list of runs. */
export interface StoredRun {
  readonly header: RunHeader;
  readonly state: StoredState;
  /** How the run ended; null while it has not. */
  readonly stopReason: RunRecord["stopReason"];
  /** Effects recorded so far, and tokens: until it has ended, those that its models have reported. */
  readonly effects: number;
  readonly tokens: number;
  /** When something was last written, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** What is wrong with its records, as one sentence; null unless it is damaged. */
  readonly problem: string | null;
}

/**
 * The journal of one run in a store (a port), held by one owner at a time. Beyond what every journal must do, it must
 * keep `begin` before it returns: a call that had begun and never ended was under way when the process died.
 */
export interface RunJournal extends Journal {
  readonly header: RunHeader;
  /** What was recorded before this owner came, in the order in which it was recorded; under one key only the latest. */
  readonly records: readonly EffectRecord[];
  /** Everything kept so far, this owner's own included, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** The cancel that was recorded, if there was one: what the trace says of it, and when it came. */
  readonly cancelled: { readonly reason: string; readonly at: number } | null;
  /** How the run ended, when that was recorded. */
  readonly ended: RunEnd | null;
  /** Notes that an effect began at `at`, in milliseconds since the epoch. */
  begin(key: EffectKey, at: number): void;
  /** When an earlier owner last began this effect, of which no end is recorded; null where none has, or it is recorded. */
  begunAt(key: EffectKey): number | null;
  /** Notes that the run was cancelled at `at`, in milliseconds since the epoch. A second cancel changes nothing. */
  cancel(reason: string, at: number): void;
  /** Notes how the run has ended; nothing is recorded after it. A second end changes nothing. */
  end(run: RunRecord): void;
  /** Gives the run up, so that another owner may take it. Idempotent. */
  release(): void;
}

/**
 * Where runs are kept so that they survive the process (a port). `create` and `open` throw `StoreError`, in one
 * sentence, for a run that exists already, that does not, that another live owner holds, or whose records are damaged
 * anywhere but at their torn end.
 */
export interface JournalStore {
  /** Begins the journal of a new run, and owns it. */
  create(header: RunHeader): RunJournal;
  /** Takes up the journal of a run that nobody works on. */
  open(runId: string): RunJournal;
  /** Every run of the store, newest first. One damaged run hides no other. */
  list(): readonly StoredRun[];
}
