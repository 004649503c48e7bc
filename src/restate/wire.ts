import type { Context } from "@restatedev/restate-sdk";
import { z } from "zod";
import { artifactRecordSchema } from "../core/artifact.ts";
import { runSchema, limitSchema, type RunRecord } from "../core/run.ts";

/** The version of what a client and the workers tell each other. */
export const WIRE_VERSION = 1;

/** The name of the workflow that runs a root, one for each run: its key is the run's id. */
export const RUNS = "TroupeRun";
/** The name of the virtual object that hands out slots which several invocations share. */
export const SLOTS = "TroupeSlots";

const plain = z.record(z.string(), z.json());

const optionsSchema = z.object({
  budget: plain.exactOptional(),
  pool: plain.exactOptional(),
  concurrency: plain.exactOptional(),
  maxDepth: z.number().exactOptional(),
  contents: z.boolean().exactOptional(),
  identity: z.json().exactOptional(),
});

/** The options of a run that travel with it, as they were given. */
export type WireOptions = z.infer<typeof optionsSchema>;

const returnsSchema = z.object({ schema: plain, isWrapped: z.boolean(), textFallback: z.boolean(), extraction: z.boolean() });

/** How data is asked for: the JSON Schema of what `final_answer` takes. */
export type WireReturns = z.infer<typeof returnsSchema>;

/** What a root is started with. */
export const runInputSchema = z.object({
  version: z.literal(WIRE_VERSION, `${WIRE_VERSION}, the version that this worker knows`),
  agent: z.string(),
  goal: z.string(),
  options: optionsSchema,
  artifacts: z.array(artifactRecordSchema),
  returns: returnsSchema.nullable(),
  /** Fingerprints of the definitions that the client has; null where it knows the agent by name only. */
  definitions: z.record(z.string(), z.string()).nullable(),
});

/** What a root is started with. */
export type RunInput = z.infer<typeof runInputSchema>;

/** A cancel from outside the engine. */
export const cancelSchema = z.object({ reason: z.string().exactOptional() });

/** A cancel from outside the engine, with what was said with it. */
export type Cancel = z.infer<typeof cancelSchema>;

/** What of one lane's slots an invocation has: so many of its own, or its turn in a queue that it shares. */
const laneSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("own"), slots: z.number().int().positive() }),
  z.object({ type: z.literal("shared"), queue: z.string(), slots: z.number().int().positive() }),
]);

/** What of one lane's slots an invocation has: so many of its own, or its turn in a queue that it shares. */
export type LaneShare = z.infer<typeof laneSchema>;

const resource = z.enum(["steps", "toolCalls", "agents", "tokens", "cost"]);
const denial = z.object({ scope: z.enum(["budget", "share", "pool"]), path: z.string(), granted: z.number() });
const slices = z.object({ amounts: z.partialRecord(resource, z.number()), stands: z.partialRecord(resource, denial) });

/** What a specialist is started with, whichever worker picks it up. */
export const specialistInputSchema = z.object({
  version: z.literal(WIRE_VERSION, `${WIRE_VERSION}, the version that this worker knows`),
  runId: z.string(),
  /** The root's agent, and the calls that lead from it to the specialist. */
  root: z.string(),
  calls: z.array(z.string()),
  definitions: z.record(z.string(), z.string()),
  goal: z.string(),
  options: optionsSchema,
  artifacts: z.array(artifactRecordSchema),
  path: z.string(),
  depth: z.number().int().positive(),
  line: z.array(z.string()),
  slices,
  deadline: z.object({ at: z.number(), limit: limitSchema }),
  lanes: z.object({ model: laneSchema, tools: laneSchema }),
});

/** What a specialist is started with. */
export type SpecialistInput = z.infer<typeof specialistInputSchema>;

const cameBackSchema = z.union([z.object({ run: runSchema, worker: z.string() }), z.object({ problem: z.string() })]);
const askedSchema = z.object({ agent: z.string(), goal: z.string() });
const rootCameBackSchema = z.intersection(cameBackSchema, z.object({ asked: askedSchema }));

/** What a run was asked for, under its id. */
export type Asked = z.infer<typeof askedSchema>;

/** What the service of specialists does. */
export interface SpecialistsHandlers {
  readonly run: (ctx: Context, input: SpecialistInput) => Promise<CameBack>;
}

/** What comes back of an invocation: its run and who ran it, or why there is none. */
export type CameBack = { readonly run: RunRecord; readonly worker: string } | { readonly problem: string };

/** What comes back of a whole run, and what was asked when it was begun under its id. */
export type RootCameBack = CameBack & { readonly asked: Asked };

/** What came back of an invocation, as it came. Throws for anything else. */
export function cameBackFrom(value: unknown): CameBack {
  cameBackSchema.parse(value);
  return value as CameBack; // by the line above, whose copy would lack what a model has named `__proto__`
}

/** What came back of a whole run, as it came; null for anything else. */
export function rootCameBackFrom(value: unknown): RootCameBack | null {
  return rootCameBackSchema.safeParse(value).success ? (value as RootCameBack) : null; // by the schema; no copy, as above
}
