import type { Clock } from "../../core/clock.ts";
import { ModelError } from "../../core/errors.ts";
import { Answer } from "./answer.ts";
import { modelErrorFrom, type Failing } from "./failure.ts";
import type { AnswerPart, LanguageModel, LanguageModelCall } from "./specification.ts";
import { usageFrom } from "./usage.ts";
import { within, type Patience } from "./within.ts";

/** One question to a provider's model. The call's signal is its own and ends everything that the question started. */
export interface Question {
  readonly name: string;
  readonly model: LanguageModel;
  readonly call: LanguageModelCall;
  readonly clock: Clock;
  readonly onDelta: ((text: string) => void) | undefined;
  readonly stallSeconds: number | undefined;
  /** Values by name that no message may show. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Asks for the whole answer at once. */
export async function askWhole(question: Question): Promise<Answer> {
  const { name, model, call } = question;
  const heard = await within(Promise.resolve(model.doGenerate(call)), patienceOf(question, undefined));
  const { content, finishReason, usage } = heard?.value ?? {};
  if (!Array.isArray(content)) throw new ModelError(`model '${name}' gave an answer without content`);
  const answer = new Answer(name);
  for (const part of content as readonly AnswerPart[]) answer.add(part);
  answer.ending = { finishReason, usage };
  return answer;
}

/** How long to wait for something that belongs to the question; undefined is without limit. */
export function patienceOf({ clock, call }: Question, seconds: number | undefined): Patience {
  return { seconds, clock, signal: call.abortSignal };
}

/** The error for whatever a provider threw or reported, with what the answer cost so far where that is known. */
export function failureOf(error: unknown, { name, clock, secrets }: Question, answer?: Answer): ModelError {
  const failing: Failing = { model: name, nowMs: clock.now(), secrets, usage: usageFrom(answer?.ending?.usage) };
  return modelErrorFrom(error, failing);
}

/** The error for an answer whose end is missing. It may be whole the next time. */
export function endedEarly({ name }: Question, answer: Answer): ModelError {
  const usage = usageFrom(answer.ending?.usage);
  const details = { retryable: true, ...(usage ? { usage } : {}) };
  return new ModelError(`the answer of model '${name}' ended before it was complete`, details);
}
