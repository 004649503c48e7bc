import { readAnswer, readAnswerInText, type ReadAnswer } from "../../core/answer.ts";
import { readObject } from "../../core/arguments.ts";
import { jsonCopy, type JsonValue } from "../../core/json.ts";
import type { ToolCall } from "../../core/message.ts";
import { FINAL_ANSWER } from "../../core/name.ts";
import { invalidArgumentsText } from "../../core/observation.ts";
import type { ToolStep } from "../../core/run.ts";
import { isPromiseLike } from "../../core/thenable.ts";
import { waitFor } from "../effects/wait.ts";
import type { Answering } from "../engine/answering.ts";
import type { AgentContext } from "../engine/context.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { Scope } from "../engine/scope.ts";
import { endBuiltIn } from "./built-in.ts";
import { interruptCall, isCut, refuseCall } from "./calls.ts";
import { extractionCall } from "./extraction.ts";

const RECORDED = "Answer recorded.";
const RECORDED_ALREADY = "AgentToolError: the answer has been recorded already";

/** Takes a call of `final_answer`: the first whose arguments are right is the answer, and the agent ends after this turn. */
export function takeAnswer(call: OpenedCall<ToolStep>, raw: unknown): void {
  const { scope } = call;
  const { answering } = scope;
  if (!answering) return refuseCall(call, `${FINAL_ANSWER} is not offered`);
  if (answering.answer) return refuseCall(call, RECORDED_ALREADY);
  const object = readObject(raw);
  if (!object.ok) return refuseCall(call, invalidArgumentsText(FINAL_ANSWER, object.problem));
  const read = readAnswer(answering.returns, jsonCopy(object.value));
  if (isCut(call)) return; // by a check of the schema's own
  if (!isPromiseLike(read) && !answering.reading) return endAnswer(call, answering, read);
  const inOrder = Promise.resolve(answering.reading).then(() => read); // the first call counts, whichever check is faster
  answering.reading = inOrder.then(() => undefined);
  waitFor(scope, inOrder, {
    resume: (settled) => {
      if (settled.ok) endAnswer(call, answering, settled.value); // the reading never rejects
    },
    interrupted: (interruption) => interruptCall(call, interruption),
  });
}

function endAnswer(call: OpenedCall<ToolStep>, answering: Answering, read: ReadAnswer): void {
  const { scope, context } = call;
  if (!read.ok) {
    answering.problem = read.problem;
    return refuseCall(call, invalidArgumentsText(FINAL_ANSWER, read.told ?? read.problem.message));
  }
  // Another call of the same turn may have come first while an async check was running.
  if (answering.answer) return refuseCall(call, RECORDED_ALREADY);
  context.answer = JSON.stringify(recordAnswer(scope, answering, read.data));
  endBuiltIn(call, { observation: RECORDED, output: context.answer });
}

function recordAnswer({ engine }: Scope, answering: Answering, given: JsonValue): JsonValue {
  const data = engine.scrub.value(given) as JsonValue; // a copy has the shape of its original
  answering.answer = { data };
  answering.problem = null;
  return data;
}

/** What becomes of a text answer where data was asked for. */
export interface AnswerInTextEnds {
  /** The text is the run's output; data was found in it or not. */
  readonly answered: () => void;
  /** The text is to be read once more, by the extractor. */
  readonly extract: (call: ToolCall) => void;
}

/** Looks for data in a text answer. Calls one of the ends, once, unless the agent is cut meanwhile. */
export function readTextAnswer(scope: Scope, context: AgentContext, text: string, ends: AnswerInTextEnds): void {
  const { answering } = scope;
  if (!answering) return ends.answered();
  const { returns } = answering;
  const end = (read: ReadAnswer): void => {
    if (!scope.isLive) return;
    if (read.ok) recordAnswer(scope, answering, read.data);
    else answering.problem = read.problem;
    const call = read.ok || text.trim() === "" ? null : extractionCall(scope, answering, text);
    if (!call) return ends.answered();
    context.answer = text;
    ends.extract(call);
  };
  const read = readAnswerInText(returns, text);
  if (!isPromiseLike(read)) return end(read);
  waitFor(scope, read, { resume: (settled) => settled.ok && end(settled.value), interrupted: () => undefined });
}

/** Takes over the data that the extractor found. */
export function adoptAnswer(answering: Answering, extractor: Scope): void {
  const found = extractor.answering?.answer;
  if (found && !answering.answer) recordAnswer(extractor, answering, found.data);
}
