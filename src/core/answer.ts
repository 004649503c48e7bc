import { z } from "zod";
import { checkArguments, type ReadArguments } from "./arguments.ts";
import { describeValue, jsonProblem } from "./describe.ts";
import { DefinitionError } from "./errors.ts";
import { isObject, plainJson, type JsonValue } from "./json.ts";
import type { OfferedTool } from "./model.ts";
import { FINAL_ANSWER } from "./name.ts";
import { jsonSchemaOf } from "./tool.ts";

/** What an answer must be, with terms. */
export interface ReturnsOptions<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Whether JSON inside a plain text answer counts, when the model did not call `final_answer`. Default true. */
  readonly textFallback?: boolean;
  /**
   * Whether a text answer that holds no valid data is read once more, by an extractor of at most four steps, which is two
   * tries. Default true.
   */
  readonly extraction?: boolean;
}

/** What an answer must be: a zod schema, or one with terms. */
export type Returns<Schema extends z.ZodType = z.ZodType> = Schema | ReturnsOptions<Schema>;

/** Checked `returns`: how an agent is asked for data. Immutable. */
export interface AnswerSpec {
  /** What `final_answer` takes: the schema itself when it is an object, else an object with the one key `answer`. */
  readonly parameters: z.ZodObject;
  readonly isWrapped: boolean;
  readonly offered: OfferedTool;
  readonly textFallback: boolean;
  readonly extraction: boolean;
}

/** Why a run that was asked for data has none. */
export const answerProblemSchema = z.object({
  reason: z.enum([
    "no_answer",
    "no_json",
    "invalid_json",
    "does_not_match",
    "not_json",
    "text_refused",
    "not_completed",
  ]),
  message: z.string(),
});

/** Why a run that was asked for data has none; the reason is one of a closed list, the message says more. */
export type AnswerProblem = Readonly<z.infer<typeof answerProblemSchema>>;

/** Data that fits, as plain JSON; or why there is none. */
export type ReadAnswer = { readonly ok: true; readonly data: JsonValue } | NoAnswer;

interface NoAnswer {
  readonly ok: false;
  readonly problem: AnswerProblem;
  /** What the model is told of its call, where that is not the whole message. */
  readonly told?: string;
}

const RETURNS = "a zod schema, or { schema, textFallback?, extraction? }";
const KEYS: readonly string[] = ["schema", "textFallback", "extraction"];
const DESCRIPTION = "Give the answer. The run ends when the arguments are right.";

/** Validates `returns`. Throws `DefinitionError` for what is no schema, or none that JSON Schema can express. */
export function answerSpec(subject: string, returns: unknown): AnswerSpec {
  const { schema, textFallback = true, extraction = true } = optionsOf(subject, returns);
  const isWrapped = !(schema instanceof z.ZodObject);
  const parameters = isWrapped ? z.object({ answer: schema }) : schema;
  const offered = Object.freeze({
    name: FINAL_ANSWER,
    description: DESCRIPTION,
    parameters: jsonSchemaOf(subject, parameters, "returns"),
  });
  return Object.freeze({ parameters, isWrapped, offered, textFallback, extraction });
}

function optionsOf(subject: string, returns: unknown): ReturnsOptions {
  if (returns instanceof z.ZodType) return { schema: returns };
  const { schema, textFallback, extraction, ...rest } = isObject(returns) ? returns : {};
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) {
    const allowed = `no key of this name; the keys are ${KEYS.join(", ")}`;
    throw new DefinitionError({ subject, field: `returns.${unknown}`, value: rest[unknown], allowed });
  }
  if (!(schema instanceof z.ZodType)) throw new DefinitionError({ subject, field: "returns", value: returns, allowed: RETURNS });
  return { schema, ...flag(subject, "textFallback", textFallback), ...flag(subject, "extraction", extraction) };
}

function flag<Name extends string>(subject: string, name: Name, value: unknown): { [Key in Name]?: boolean } {
  if (value === undefined) return {};
  if (typeof value !== "boolean") {
    throw new DefinitionError({ subject, field: `returns.${name}`, value, allowed: "true or false" });
  }
  return { [name]: value } as { [Key in Name]: boolean }; // a computed key widens to string
}

/** What is added to the instructions of an agent that is asked for data. */
export function answerPrompt(): string {
  return `\n\nWhen you have the answer, call ${FINAL_ANSWER} with it: that ends the run.`;
}

/** Checks the arguments of `final_answer`. Only a schema with async checks makes this a promise, which never rejects. */
export function readAnswer(spec: AnswerSpec, given: unknown): ReadAnswer | Promise<ReadAnswer> {
  const checked = checkArguments(spec.parameters, given);
  return checked instanceof Promise ? checked.then((read) => answerOf(spec, read)) : answerOf(spec, checked);
}

function answerOf({ isWrapped }: AnswerSpec, read: ReadArguments<unknown>): ReadAnswer {
  if (!read.ok) return { ...no("does_not_match", `does not match the schema: ${read.problem}`), told: read.problem };
  const value = isWrapped ? (read.value as { answer: unknown }).answer : read.value; // the wrapper's one key
  const data = plainJson(value);
  if (data.ok) return { ok: true, data: data.value };
  const yielded = `the schema yields ${describeValue(value)}, which is not plain JSON`;
  return no("not_json", `could not be converted: ${yielded} (${data.problem})`);
}

/** Reads data out of a plain text answer: the whole text as JSON, or what stands from its first `{` to its last `}`. */
export function readAnswerInText(spec: AnswerSpec, text: string): ReadAnswer | Promise<ReadAnswer> {
  if (text.trim() === "") return no("no_answer", "no answer");
  if (!spec.textFallback) return no("text_refused", `the answer is a text, and only a call of ${FINAL_ANSWER} counts`);
  const json = jsonIn(spec, text);
  if (!json.ok) return json;
  return readAnswer(spec, json.data);
}

function jsonIn({ isWrapped }: AnswerSpec, text: string): ReadAnswer {
  if (isWrapped) {
    const whole = parsed(text);
    if (whole.ok) return { ok: true, data: isWrapper(whole.data) ? whole.data : { answer: whole.data } };
  }
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  return from < 0 || to < from ? no("no_json", "no JSON object in the answer") : parsed(text.slice(from, to + 1));
}

function isWrapper(data: JsonValue): boolean {
  return isObject(data) && Object.keys(data).join() === "answer";
}

function parsed(text: string): ReadAnswer {
  try {
    return { ok: true, data: JSON.parse(text) as JsonValue }; // JSON.parse yields nothing else
  } catch (error) {
    return no("invalid_json", `invalid JSON: ${jsonProblem(error)}`);
  }
}

/** Why a run that was cut, failed or cancelled has no data. */
export function notCompleted(stopReason: string): AnswerProblem {
  return { reason: "not_completed", message: `the run ended ${stopReason}, and only a completed run has an answer` };
}

function no(reason: AnswerProblem["reason"], message: string): NoAnswer {
  return { ok: false, problem: { reason, message } };
}
