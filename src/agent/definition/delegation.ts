import { z } from "zod";
import { answerSpec, type AnswerSpec, type Returns } from "../../core/answer.ts";
import { checked } from "../../core/check.ts";
import { DefinitionError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { nameSchema } from "../../core/name.ts";
import type { Run } from "../../core/run.ts";
import { jsonSchemaOf } from "../../core/tool.ts";
import type { AgentLogic } from "./contract.ts";

/** Amounts carved out of what the parent has free. */
export interface ShareAmounts {
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
}

/** A share of the parent's free balance: a fraction of it, or amounts. */
export type Share = number | ShareAmounts;

/** The terms under which a specialist is lent to an agent. */
export interface DelegateOptions<Schema extends z.ZodObject = z.ZodObject> {
  /** The name the parent's model calls. Default `ask_<specialist>`. */
  readonly name?: string;
  /** What the parent's model is told. Default: the specialist's own description. */
  readonly description?: string;
  /** What is carved out for the specialist when the delegation is admitted; the rest returns when it ends. */
  readonly share?: Share;
  /** Typed parameters instead of the plain goal. */
  readonly parameters?: Schema;
  /** Builds the goal from the parameters. Default: the parameter `goal`, else the arguments as JSON. */
  readonly goal?: (args: z.output<Schema>) => string;
  /** Asks the specialist for data of this shape: the conclusion is that data as JSON text, or the delegation has failed. */
  readonly returns?: Returns;
  /** Picks the conclusion from the specialist's run. Default: its output. */
  readonly conclusion?: (run: Run) => string;
  /** A longer conclusion is cut in the middle for the parent and kept whole in the trace. Default 8 000. */
  readonly maxConclusionChars?: number;
  /** Whether the specialist's artifacts surface at the parent, as `<specialist>/<name>`. Default `share`. */
  readonly artifacts?: "share" | "private";
  /** Allows a specialist whose name already stands on the path. */
  readonly recursion?: boolean;
}

/** The checked terms of a delegation, with every default filled in. */
export interface Terms {
  readonly name: string;
  /** What the parent's model is told; null when neither the terms nor the specialist say anything. */
  readonly description: string | null;
  readonly share: Share | null;
  readonly parameters: z.ZodObject;
  readonly schema: JsonObject;
  /** The same with the names of artifacts to hand down; offered once the parent has artifacts. */
  readonly schemaWithArtifacts: JsonObject;
  readonly goal: (args: Record<string, unknown>) => string;
  readonly returns: AnswerSpec | null;
  readonly conclusion: ((run: Run) => string) | null;
  readonly maxConclusionChars: number;
  readonly sharesArtifacts: boolean;
  readonly recursion: boolean;
}

/** A specialist with terms, made by `delegate`. Immutable. */
export interface Delegation extends Terms {
  readonly specialist: AgentLogic;
}

const DEFAULT_MAX_CONCLUSION_CHARS = 8_000;

const COUNT = "a whole number of at least 1";
const COUNT_OR_ZERO = "a whole number of at least 0";
const MONEY = "an amount of money above 0";
const SHARE = "a fraction above 0 and at most 1, or amounts { maxTokens, maxCost, maxSteps, maxToolCalls }";
const count = z.number(COUNT).int(COUNT).positive(COUNT).exactOptional();
const countOrZero = z.number(COUNT_OR_ZERO).int(COUNT_OR_ZERO).nonnegative(COUNT_OR_ZERO).exactOptional();

const shareAmountsSchema = z
  .strictObject({
    maxTokens: count,
    maxCost: z.number(MONEY).positive(MONEY).exactOptional(),
    maxSteps: count,
    maxToolCalls: countOrZero,
  })
  .refine((amounts) => Object.keys(amounts).length > 0, SHARE);

const aFunction = z.custom((value) => typeof value === "function", "a function").optional();

const termsSchema = z.strictObject({
  name: nameSchema.optional(),
  description: z.string("a text").refine((text) => text.trim() !== "", "a text that is not blank").optional(),
  share: z.unknown().optional(),
  parameters: z.instanceof(z.ZodObject, { error: "a zod object, z.object({ ... })" }).optional(),
  goal: aFunction,
  returns: z.unknown().optional(),
  conclusion: aFunction,
  maxConclusionChars: z.number(COUNT).int(COUNT).positive(COUNT).optional(),
  artifacts: z.enum(["share", "private"], "'share' or 'private'").optional(),
  recursion: z.boolean("true or false").optional(),
});

const plainGoal = z.object({
  goal: z
    .string()
    .refine((goal) => goal.trim() !== "", "must not be blank")
    .describe("All that the specialist is told: it sees nothing of this conversation."),
});

const artifactNames = z.array(z.string()).optional().describe("Names of artifacts the specialist may read.");

const made = new WeakSet<object>();

/** Lends a specialist under terms. Throws `DefinitionError` when a term is wrong. */
export function delegate<Schema extends z.ZodObject>(specialist: AgentLogic, options: DelegateOptions<Schema> = {}): Delegation {
  const subject = `delegation to ${specialistName(specialist)}`;
  const delegation: Delegation = Object.freeze({ specialist, ...termsOf(subject, specialist.agent, options) });
  made.add(delegation);
  return delegation;
}

/** The terms of a delegation to an agent of this name. Throws `DefinitionError` when one is wrong. */
export function termsOf<Schema extends z.ZodObject>(
  subject: string,
  agent: AgentLogic["agent"],
  options: DelegateOptions<Schema>,
): Terms {
  checked(subject, termsSchema, options);
  const { name, description, share = null, parameters = plainGoal, artifacts = "share", recursion = false } = options;
  return {
    name: checked(subject, z.object({ name: nameSchema }), { name: name ?? `ask_${agent.name}` }).name,
    description: description ?? agent.description,
    share: share === null ? null : checkedShare(subject, share),
    parameters,
    schema: jsonSchemaOf(subject, parameters),
    schemaWithArtifacts: jsonSchemaOf(subject, withArtifacts(parameters)),
    goal: (options.goal as Delegation["goal"] | undefined) ?? goalOf, // called only with what `parameters` yielded
    returns: options.returns === undefined ? null : answerSpec(subject, options.returns),
    conclusion: options.conclusion ?? null,
    maxConclusionChars: options.maxConclusionChars ?? DEFAULT_MAX_CONCLUSION_CHARS,
    sharesArtifacts: artifacts === "share",
    recursion,
  };
}

function withArtifacts(parameters: z.ZodObject): z.ZodObject {
  return "artifacts" in parameters.shape ? parameters : parameters.extend({ artifacts: artifactNames });
}

/** True for what `delegate` made. */
export function isDelegation(value: unknown): value is Delegation {
  return typeof value === "object" && value !== null && made.has(value);
}

function specialistName(specialist: unknown): string {
  const name = (specialist as Partial<AgentLogic> | null | undefined)?.agent?.name;
  if (typeof name === "string") return `'${name}'`;
  const allowed = "what fromAgent(...) returns";
  throw new DefinitionError({ subject: "a delegation", field: "specialist", value: specialist, allowed });
}

function checkedShare(subject: string, share: unknown): Share {
  if (typeof share === "number") {
    if (share > 0 && share <= 1) return share;
    throw new DefinitionError({ subject, field: "share", value: share, allowed: SHARE });
  }
  return checked(`${subject}: share`, shareAmountsSchema, share);
}

function goalOf(args: Record<string, unknown>): string {
  return typeof args.goal === "string" ? args.goal : JSON.stringify(args);
}
