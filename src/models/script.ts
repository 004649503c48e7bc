import { describeValue } from "../core/describe.ts";
import { ScriptError } from "../core/errors.ts";
import type { ModelReply, ModelRequest, ModelUsage } from "../core/model.ts";
import { checkFields, isAmount, isCount, isPlain, isText, maybe, type Fields } from "./fields.ts";

/** One call that a scripted reply asks for; `arguments` may be text, to play broken JSON. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id?: string;
}

/** A scripted reply in full. With `error` the model throws it, as given, and says nothing else. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: ModelUsage;
  readonly reasoning?: string;
  readonly finishReason?: string;
  /** Waited on the run's clock before the reply, or the error, is given. */
  readonly delaySeconds?: number;
  readonly error?: unknown;
}

/** A scripted reply worked out from the request. What it throws, the model throws. */
export type ScriptedFunction = (request: ModelRequest) => string | ScriptedTurn | Promise<string | ScriptedTurn>;

/** What a scripted model is to reply: a text is an answer. */
export type ScriptedReply = string | ScriptedTurn | ScriptedFunction;

/** A reply that was found right, ready to be given: first the wait, then the error or the answer. */
export interface ReadyReply {
  readonly delaySeconds: number;
  readonly failure: { readonly error: unknown } | null;
  readonly reply: ModelReply;
}

const TURN_FIELDS: Fields<ScriptedTurn> = {
  text: ["a text", maybe(isText)],
  calls: ["a list of { name, arguments, id? }", maybe(Array.isArray)],
  usage: ["{ inputTokens, outputTokens, cachedTokens?, reasoningTokens? }", maybe(isPlain)],
  reasoning: ["a text", maybe(isText)],
  finishReason: ["a text", maybe(isText)],
  delaySeconds: ["a number of seconds of at least 0", maybe(isAmount)],
  error: ["anything to be thrown", () => true],
};

const CALL_FIELDS: Fields<ScriptedCall> = {
  name: ["a text", isText],
  arguments: ["anything a model might send", () => true],
  id: ["a text", maybe(isText)],
};

const COUNT = "a whole number of at least 0";
const USAGE_FIELDS: Fields<ModelUsage> = {
  inputTokens: [COUNT, isCount],
  outputTokens: [COUNT, isCount],
  cachedTokens: [COUNT, maybe(isCount)],
  reasoningTokens: [COUNT, maybe(isCount)],
};

const REPLY_FORMS = "a text, { text?, calls?, ... } or a function of the request";

/** Checks a reply of a script. `subject` names it in messages. Throws `ScriptError` for what is none of the three forms. */
export function checkedReply(subject: string, reply: unknown): ReadyReply | ScriptedFunction {
  if (typeof reply === "function") return reply as ScriptedFunction; // what it returns is checked when it does
  return readyReply(subject, reply, REPLY_FORMS);
}

/** Makes a text or an object of a script ready to be given. Throws `ScriptError` naming the field, the value, what is allowed. */
export function readyReply(subject: string, reply: unknown, allowed: string): ReadyReply {
  if (typeof reply === "string") return { delaySeconds: 0, failure: null, reply: Object.freeze({ text: reply }) };
  if (!isPlain(reply)) throw new ScriptError(`${subject} is ${describeValue(reply)}; allowed: ${allowed}`);
  checkTurn(subject, reply);
  const { text = "", calls, delaySeconds = 0, error, ...rest } = reply as ScriptedTurn; // checked on the line above
  const failure = error === undefined ? null : { error };
  const copied = calls && { calls: calls.map((call) => Object.freeze({ ...call })) };
  return { delaySeconds, failure, reply: Object.freeze({ text, ...copied, ...rest }) };
}

function checkTurn(subject: string, turn: Record<string, unknown>): void {
  checkFields(subject, "", turn, TURN_FIELDS);
  (turn.calls as readonly unknown[] | undefined)?.forEach((call, index) => { // checked above
    checkFields(subject, `calls.${index}`, call, CALL_FIELDS);
  });
  if (turn.usage !== undefined) checkFields(subject, "usage", turn.usage, USAGE_FIELDS);
  if (turn.error === undefined) return;
  const beside = Object.keys(turn).find((key) => key !== "error" && key !== "delaySeconds" && turn[key] !== undefined);
  if (beside) throw new ScriptError(`${subject}: ${beside} stands beside error; allowed: error alone, or with delaySeconds`);
}
