import { z } from "zod";
import { checked, subjectOf } from "./check.ts";
import type { JsonObject } from "./json.ts";
import { nameSchema } from "./name.ts";

/** What a guardrail says of what it was shown: let it pass, put something else in its place, or block it and say what it is. */
export type Verdict<Value> = "allow" | { readonly replace: Value } | { readonly block: string };

/** Where a check stands: which agent, for whom, and how long it may take. */
export interface GuardrailContext {
  readonly agent: string;
  readonly path: string;
  readonly goal: string;
  readonly identity: unknown;
  /** Fires on cancel and at the agent's deadline. */
  readonly signal: AbortSignal;
  readonly secondsLeft: () => number;
}

/** A check: sync or async. What it throws, and whatever is no verdict, blocks. */
export type Check<Shown, Value> = (shown: Shown, context: GuardrailContext) => Verdict<Value> | Promise<Verdict<Value>>;

/** A tool call as a guardrail is shown it. */
export interface GuardedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A tool's result as a guardrail is shown it: the text the model would read. */
export interface GuardedResult extends GuardedCall {
  readonly text: string;
}

/** What `guardrail` takes: a name, and one check or more. */
export interface GuardrailDefinition {
  readonly name: string;
  /** Checks the goal before the first model call. */
  readonly goal?: Check<string, string>;
  /** `parallel`: the first model call starts while the goal is checked, which can allow and block only. Default `before`. */
  readonly timing?: "before" | "parallel";
  /** Checks every text the model writes, before anybody sees or keeps it: any of them may become the run's output. */
  readonly answer?: Check<string, string>;
  /** Checks a tool call before it runs; the replacement is other arguments. */
  readonly toolCall?: Check<GuardedCall, JsonObject>;
  /** Checks a tool's result before the model reads it and anybody keeps it. */
  readonly toolResult?: Check<GuardedResult, string>;
}

/** Checks of one agent (a port). Made by `guardrail` or `fromModerator`; holds no state of a run. */
export interface Guardrail extends GuardrailDefinition {
  readonly timing: "before" | "parallel";
}

/** What came of showing something to an agent's guardrails: the value that may pass, or what it was blocked as. */
export type Guarded<Value> = { readonly ok: true; readonly value: Value } | ({ readonly ok: false } & Block);

/** A block: `category` is told to everyone, `note` says in the trace which guardrail it was and why. */
export interface Block {
  readonly category: string;
  readonly note: string;
}

/** The second seed's moderator: one method that flags a text and names the categories, as labels or as a record of booleans. */
export interface Moderator {
  check(text: string): ModeratorVerdict | Promise<ModeratorVerdict>;
}

/** What a moderator says. */
export interface ModeratorVerdict {
  readonly flagged: boolean;
  readonly categories?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly labels?: readonly string[];
}

const aCheck = z.custom((value) => typeof value === "function", "a function").optional();
const SOME_CHECK = "an object with at least one of goal, answer, toolCall and toolResult";

const guardrailSchema = z
  .strictObject({
    name: nameSchema,
    goal: aCheck,
    timing: z.enum(["before", "parallel"], "'before' or 'parallel'").optional(),
    answer: aCheck,
    toolCall: aCheck,
    toolResult: aCheck,
  }, "an object: { name, goal?, answer?, toolCall?, toolResult?, timing? }")
  .refine(({ goal, answer, toolCall, toolResult }) => goal ?? answer ?? toolCall ?? toolResult, SOME_CHECK);

const made = new WeakSet<object>();

/** Makes a guardrail. Throws `DefinitionError` when a field is wrong or nothing is checked. */
export function guardrail(definition: GuardrailDefinition): Guardrail {
  const given = checked(subjectOf("guardrail", definition), guardrailSchema, definition);
  const typed = given as GuardrailDefinition; // the schema knows the type of no function
  const result: Guardrail = Object.freeze({ timing: "before", ...typed });
  made.add(result);
  return result;
}

/** A guardrail that asks a moderator about the goal and about every answer. */
export function fromModerator(moderator: Moderator, name = "moderator"): Guardrail {
  const ask = async (text: string): Promise<Verdict<string>> => verdictOf(await moderator.check(text));
  return guardrail({ name, goal: ask, answer: ask });
}

/** True for what `guardrail` made. */
export function isGuardrail(value: unknown): value is Guardrail {
  return typeof value === "object" && value !== null && made.has(value);
}

/** True for an object with a moderator's one method. */
export function isModerator(value: unknown): value is Moderator {
  return typeof value === "object" && value !== null && typeof (value as Partial<Moderator>).check === "function";
}

const UNNAMED = "policy"; // what the seed's moderators print when they name no category

function verdictOf({ flagged, categories, labels }: ModeratorVerdict): Verdict<string> {
  if (flagged === false) return "allow";
  if (flagged !== true) throw new TypeError("a moderator must answer { flagged: true or false }");
  return { block: [labels, categories].map((names) => namesOf(names).join(", ")).find((names) => names !== "") ?? UNNAMED };
}

function namesOf(categories: ModeratorVerdict["categories"]): readonly string[] {
  if (Array.isArray(categories)) return categories.filter((name) => typeof name === "string");
  return Object.entries(categories ?? {}).flatMap(([name, isFlagged]) => (isFlagged === true ? [name] : []));
}
