import { oneLine } from "../../core/describe.ts";
import { ModelError } from "../../core/errors.ts";
import { isObject } from "../../core/json.ts";
import { Answer } from "./answer.ts";
import { finishFrom } from "./finish.ts";
import { endedEarly, failureOf, patienceOf, type Question } from "./question.ts";
import type { AnswerPart, LanguageModelStream, PartReader } from "./specification.ts";
import { within } from "./within.ts";

/** Asks for the answer piece by piece, handing on its text as it comes. Whatever happens, the stream is closed. */
export async function askStreaming(question: Question): Promise<Answer> {
  const opened = await open(question);
  const reader = opened.stream.getReader();
  try {
    const answer = new Answer(question.name);
    const failure = await readAll(reader, answer, question);
    const isComplete = answer.ending !== null && !isWithoutReason(answer.ending.finishReason);
    if (failure === null && isComplete) return answer;
    throw notAStream(question, opened) ?? (failure ? failureOf(failure.error, question, answer) : endedEarly(question, answer));
  } finally {
    close(reader);
  }
}

interface Opened {
  readonly stream: LanguageModelStream;
  readonly response?: unknown;
}

async function open(question: Question): Promise<Opened> {
  const { model, call, stallSeconds } = question;
  const opening = Promise.resolve(model.doStream(call));
  try {
    const opened = await within(opening, patienceOf(question, stallSeconds));
    if (!opened) throw stalled(question);
    if (!isStream(opened.value)) throw new ModelError(`model '${question.name}' gave no stream`);
    return opened.value;
  } catch (error) {
    opening.then(({ stream }) => close(stream.getReader())).catch(() => undefined); // it may still come, and nobody would read it
    throw error;
  }
}

function isStream(opened: unknown): boolean {
  return isObject(opened) && isObject(opened.stream) && typeof opened.stream.getReader === "function";
}

const LAST_WORDS_SECONDS = 1;
const PARTS_IN_A_ROW = 256;

/**
 * Reads to the end of the stream and returns the first error in it. After an error, or the finish, what may still come
 * is the tokens used and the end of the connection, which can then be used again; that is worth a second, not more.
 */
async function readAll(reader: PartReader, answer: Answer, question: Question): Promise<{ readonly error: unknown } | null> {
  const { clock, onDelta, stallSeconds } = question;
  let failure: { readonly error: unknown } | null = null;
  let lastWordsBy: number | null = null;
  for (let parts = 1; ; parts += 1) {
    if (parts % PARTS_IN_A_ROW === 0) await new Promise(setImmediate); // a stream that never waits would keep every timer from firing
    const left = lastWordsBy === null ? null : (lastWordsBy - clock.now()) / 1000;
    if (left !== null && left <= 0) return failure;
    const part = await nextPart(reader, question, { seconds: left ?? stallSeconds, isOver: left !== null });
    if (part === "end") return failure;
    if (part.type === "error") failure ??= { error: errorIn(part) };
    const text = answer.add(part);
    if (text !== "" && failure === null) onDelta?.(text);
    if (failure !== null || answer.ending !== null) lastWordsBy ??= clock.now() + LAST_WORDS_SECONDS * 1000;
  }
}

interface Reading {
  readonly seconds: number | undefined;
  /** Whether all that matters has been said, so that silence or a broken connection is only the end. */
  readonly isOver: boolean;
}

async function nextPart(reader: PartReader, question: Question, { seconds, isOver }: Reading): Promise<AnswerPart | "end"> {
  try {
    const heard = await within(reader.read(), patienceOf(question, seconds));
    if (!heard) throw stalled(question);
    return heard.value.done || !heard.value.value ? "end" : heard.value.value;
  } catch (error) {
    if (!isOver || question.call.abortSignal.aborted) throw error;
    return "end";
  }
}

function errorIn(part: AnswerPart): unknown {
  return "error" in part ? part.error : undefined;
}

// What a package says where the server gave no reason: the stream was cut, however properly it seems to have ended.
function isWithoutReason(value: unknown): boolean {
  const { reason, raw } = finishFrom(value);
  return reason === "unknown" || ((reason === "other" || reason === "interrupted") && raw === undefined);
}

function stalled({ name, stallSeconds }: Question): ModelError {
  return new ModelError(`model '${name}' sent nothing for ${stallSeconds} s (stallSeconds)`, { retryable: true });
}

// A page or a document where a stream was asked for: a wrong address, most likely, and no use to try again.
function notAStream({ name }: Question, { response }: Opened): ModelError | null {
  const headers = isObject(response) && isObject(response.headers) ? response.headers : {};
  const type = headers["content-type"];
  if (typeof type !== "string" || /event-stream|ndjson/iu.test(type)) return null;
  const shown = oneLine(type).slice(0, LONGEST_TYPE);
  return new ModelError(`model '${name}' answered with ${shown} instead of a stream of events`, { status: 200 });
}

const LONGEST_TYPE = 60;

function close(reader: PartReader): void {
  reader.cancel().catch(() => undefined);
}
