import { secondsBetween } from "../core/clock.ts";
import { describeError, describeValue } from "../core/describe.ts";
import { callHash } from "../core/history.ts";
import type { EffectKey, Journal } from "../core/journal.ts";
import { isObject, type JsonValue } from "../core/json.ts";
import type { Run } from "../core/run.ts";
import type { Turn } from "./course.ts";
import { LoopError } from "./errors.ts";

/** A decision that is the caller's own: what is asked, about which run, and which values are an answer. */
export interface Question<Value extends JsonValue> {
  readonly name: "accept" | "feedback";
  readonly round: number;
  readonly run: Run;
  readonly allowed: string;
  readonly isAnswer: (value: unknown) => value is Value;
  readonly ask: () => unknown;
}

/**
 * Asks the caller's code, unless the journal knows what it decided about this very run; records what it decides. Throws
 * `LoopError` when it throws or gives no answer.
 */
export async function decide<Value extends JsonValue>(journal: Journal | undefined, turn: Turn, question: Question<Value>): Promise<Value> {
  const { name, run, isAnswer } = question;
  const key: EffectKey = { id: turn.id, kind: "model", hash: callHash(name, judged(run)) };
  const known = await kept(() => journal?.recall(key));
  if (known !== undefined) {
    if (isOf(key, known) && isAnswer(known.result)) return known.result;
    throw new LoopError(`the journal's record of ${name} in turn ${key.id} cannot be used: it is ${describeValue(known)}`);
  }
  const startedAt = turn.clock.now();
  const result = await answerTo(question);
  turn.signal.throwIfAborted(); // what comes after the end of the loop decides nothing, and is not kept
  const seconds = secondsBetween(startedAt, turn.clock.now());
  await kept(() => journal?.record({ ...key, result, startedAt, seconds }));
  return result;
}

// A wrong record would be a wrong verdict, and nothing is known about a journal but that it should keep to its port.
function isOf(key: EffectKey, known: unknown): boolean {
  return isObject(known) && known.id === key.id && known.kind === key.kind && known.hash === key.hash;
}

async function kept<Result>(use: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw new LoopError(`the journal failed: ${describeError(error)}`, { cause: error });
  }
}

async function answerTo<Value extends JsonValue>({ name, round, allowed, isAnswer, ask }: Question<Value>): Promise<Value> {
  let answer: unknown;
  try {
    answer = await ask();
  } catch (error) {
    throw new LoopError(`${name} failed in round ${round}: ${describeError(error)}`, { cause: error });
  }
  if (isAnswer(answer)) return answer;
  throw new LoopError(`${name} gave ${describeValue(answer)} in round ${round}; allowed: ${allowed}`);
}

// What a decision is about; times and ids are not part of it, since they change when the run is played again.
function judged({ goal, output, stopReason, data = null, artifacts }: Run): JsonValue {
  return { goal, output, stopReason, data, artifacts: artifacts.map(({ name, base64 }) => ({ name, base64 })) };
}
