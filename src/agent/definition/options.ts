import type { InspectionEvent, Observer } from "xstate";
import { z } from "zod";
import { answerSpec, type AnswerSpec, type Returns } from "../../core/answer.ts";
import { artifactFrom, type Artifact, type ArtifactInput } from "../../core/artifact.ts";
import { budgetOf, poolOf, type Budget, type BudgetOptions, type Pool, type PoolOptions } from "../../core/budget.ts";
import { checked } from "../../core/check.ts";
import type { Clock } from "../../core/clock.ts";
import { DefinitionError } from "../../core/errors.ts";
import type { RunEvent } from "../../core/event.ts";
import { frozenCopy } from "../../core/freeze.ts";
import { randomId, type MakeId } from "../../core/ids.ts";
import type { Journal, JournalStore } from "../../core/journal.ts";
import { scrubberFor, type Scrubber } from "../../core/secrets.ts";
import { disown } from "../../core/thenable.ts";
import { systemClock } from "../time/clock.ts";

/** A call that must be approved before it runs. `arguments` is escaped text, safe to show on a terminal. */
export interface ApprovalRequest {
  readonly agent: string;
  readonly path: string;
  readonly tool: string;
  readonly callId: string;
  readonly arguments: string;
  /** Fires when the answer is no longer wanted: the run was cancelled or the agent's deadline passed. */
  readonly signal: AbortSignal;
}

/** An answer to an approval; a reason given with a refusal is told to the model. */
export type Approval = boolean | { readonly approved: boolean; readonly reason?: string };

/** How a run is made. Everything is optional; an unknown key is a `DefinitionError`. */
export interface RunOptions {
  /** Overrides single ceilings of the root's own budget. */
  readonly budget?: BudgetOptions;
  /** Ceilings of the whole tree. */
  readonly pool?: PoolOptions;
  /** Slots shared by the whole tree; 8 for models and 16 for tools unless said otherwise. */
  readonly concurrency?: { readonly model?: number; readonly tools?: number };
  /** How deep delegation may go; the root is depth 0. Default 3. */
  readonly maxDepth?: number;
  /** Cancels the run when it fires; its reason is kept. One that has fired already starts nothing. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Makes the run's id. */
  readonly ids?: MakeId;
  /** Sees every event, in order. What it throws is reported as a process warning and changes nothing. */
  readonly onEvent?: (event: RunEvent) => void;
  /** What is kept of every paid call: a journal of this one run, or a store in which the run gets a journal of its own. */
  readonly journal?: Journal | JournalStore;
  /** Whom the run acts for; tools read it, here and in every specialist. Plain data is copied and frozen. */
  readonly identity?: unknown;
  /** Artifacts the root begins with. */
  readonly artifacts?: readonly ArtifactInput[];
  /** Asks the root for data of this shape: `run.data` then holds it, or `run.dataProblem` says why not. */
  readonly returns?: Returns;
  /** Answers for tools with `needsApproval`; without it they are refused. */
  readonly approve?: (request: ApprovalRequest) => Approval | Promise<Approval>;
  /** false: texts in the trace and in events are replaced by their lengths. The answer itself stays readable in memory. */
  readonly contents?: boolean;
  /** Handed to XState, for its own inspector. Only `run` and `start` take it. */
  readonly inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void);
}

const SLOTS = "a whole number of at least 1";
const DEPTH = "a whole number from 0 to 64";
const slots = z.number(SLOTS).int(SLOTS).positive(SLOTS).optional();
const aFunction = z.custom((value) => typeof value === "function", "a function").optional();
const MAX_DEPTH = 64; // XState's own stop and persist recurse once per level; 1 000 levels were measured to work

const JOURNAL = "a Journal, or a store of journals";
const ARTIFACT = "{ name, data }";

function isJournal(value: unknown): boolean {
  return hasMethods(value, ["recall", "record"]) || hasMethods(value, ["create", "open"]);
}

function isGiven(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isInspector(value: unknown): boolean {
  return typeof value === "function" || hasMethods(value, ["next"]);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  const holder = value as Record<string, unknown> | null | undefined;
  return names.every((name) => typeof holder?.[name] === "function");
}

const optionsSchema = z.strictObject({
  budget: z.unknown().optional(),
  pool: z.unknown().optional(),
  concurrency: z.strictObject({ model: slots, tools: slots }, "{ model, tools }").optional(),
  maxDepth: z.number(DEPTH).int(DEPTH).min(0, DEPTH).max(MAX_DEPTH, DEPTH).optional(),
  signal: z.custom((value) => value instanceof AbortSignal && typeof value.aborted === "boolean", "an AbortSignal").optional(),
  clock: z.custom((value) => hasMethods(value, ["now", "setTimeout", "clearTimeout"]), "a Clock").optional(),
  ids: aFunction,
  onEvent: aFunction,
  journal: z.custom(isJournal, JOURNAL).optional(),
  identity: z.unknown().optional(),
  artifacts: z.array(z.custom<ArtifactInput>(isGiven, ARTIFACT), "a list").optional(),
  returns: z.unknown().optional(),
  approve: aFunction,
  contents: z.boolean("true or false").optional(),
  inspect: z.custom(isInspector, "a function or an Observer").optional(),
}, "an object of options");

/** Options with every default filled in. */
export interface CheckedOptions {
  readonly budget: Budget;
  readonly pool: Pool;
  readonly slots: { readonly model: number; readonly tools: number };
  readonly maxDepth: number;
  readonly id: string;
  readonly clock: Clock;
  /** Takes the secrets of the environment, as it was at the start, out of whatever is shown, kept or told. */
  readonly scrub: Scrubber;
  /** A frozen copy, as far as it is plain data. */
  readonly identity: unknown;
  /** What the root begins with. */
  readonly artifacts: readonly Artifact[];
  readonly returns: AnswerSpec | null;
  readonly given: RunOptions;
}

const SUBJECT = "the run's options";
/** The slots of a run whose options say nothing. */
export const DEFAULT_SLOTS = { model: 8, tools: 16 };
const DEFAULT_MAX_DEPTH = 3;

/** Validates a goal and options against the root's own budget. Throws `DefinitionError`. */
export function checkedOptions(goal: unknown, options: RunOptions, root: Budget): CheckedOptions {
  if (typeof goal !== "string" || goal.trim() === "") {
    throw new DefinitionError({ subject: "the run", field: "goal", value: goal, allowed: "a text that is not blank" });
  }
  const given = checked(SUBJECT, optionsSchema, options) as RunOptions; // the schema knows the type of no function
  const { concurrency, maxDepth = DEFAULT_MAX_DEPTH } = given;
  const budget = budgetOf(`${SUBJECT}: budget`, given.budget, root);
  const pool = poolOf(`${SUBJECT}: pool`, given.pool, budget);
  const { model = DEFAULT_SLOTS.model, tools = DEFAULT_SLOTS.tools } = concurrency ?? {};
  const { ids = randomId, clock = systemClock, identity, artifacts = [] } = given;
  return {
    budget,
    pool,
    slots: { model, tools },
    maxDepth,
    id: called({ field: "what ids() gives", allowed: "a text that is not empty", read: ids, holds: isId }),
    clock: checkedClock(clock),
    scrub: scrubberFor(process.env),
    identity: called({ field: "what identity holds", allowed: "data that can be read", read: () => frozenCopy(identity) }),
    artifacts: artifacts.map(givenArtifact),
    returns: given.returns === undefined ? null : answerSpec(SUBJECT, given.returns),
    given,
  };
}

interface Called<Value> {
  readonly field: string;
  readonly allowed: string;
  readonly read: () => Value;
  readonly holds?: (value: Value) => boolean;
}

// What the caller's own code gives, once, before the run begins; what it throws is as wrong as a wrong value.
function called<Value>({ field, allowed, read, holds = () => true }: Called<Value>): Value {
  let value: unknown;
  try {
    const found = read();
    if (holds(found)) return found;
    disown(found);
    value = found;
  } catch (error) {
    value = error;
  }
  throw new DefinitionError({ subject: SUBJECT, field, value, allowed });
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function checkedClock(clock: Clock): Clock {
  const allowed = "milliseconds since the epoch";
  called({ field: "what clock.now() gives", allowed, read: () => clock.now(), holds: Number.isFinite });
  return clock;
}

function givenArtifact(input: ArtifactInput, index: number): Artifact {
  try {
    return artifactFrom(input);
  } catch {
    const allowed = "{ name, data, mediaType?, description? }: texts, and data a text or a Uint8Array";
    throw new DefinitionError({ subject: SUBJECT, field: `artifacts.${index}`, value: input, allowed });
  }
}
