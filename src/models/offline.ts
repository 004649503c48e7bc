import { wholeCharacters } from "../core/cut.ts";
import { DefinitionError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { Model, ModelReply, ModelRequest, OfferedTool } from "../core/model.ts";
import { compose } from "./offline/composing.ts";
import { readConversation, type Conversation } from "./offline/conversation.ts";
import { delegate, isAskTool, specialistsIn } from "./offline/delegating.ts";
import { MAX_GOAL_CHARS } from "./offline/language/questions.ts";
import { formIn, inForm, NO_FORM } from "./offline/form.ts";
import type { Limits, Move } from "./offline/move.ts";
import { isDocumentCall, libraryIn, research } from "./offline/research/research.ts";

/** How far the embedded model goes. */
export interface OfflineOptions {
  /** The most calls of one run, searches, reads and delegations alike. Default 7: with its turns that fits into 12 steps. */
  readonly maxCalls?: number;
  /** The most sentences quoted for one question. Default 3. */
  readonly maxSentences?: number;
}

const DEFAULTS = { maxCalls: 7, maxSentences: 3 };

/**
 * Makes the embedded model: no key, no network, no weights. It plans by rules and answers by extraction.
 *
 * Given `ask_...` tools it splits the goal into questions and asks the best-matching specialists in one turn; given
 * `search` and `read` it searches, reads around the best passages and answers with the best sentences and their
 * sources; given conclusions it composes them. It never invents: what it found no sentence for, it says so. What it
 * does follows from the request alone, so one object serves any number of agents; what stands in documents and
 * conclusions is quoted, never followed. Asked for data (`returns`), it gives its answer where that is a text, and says in
 * its answer that it cannot where it is anything else. It costs nothing and reports no tokens. Throws `DefinitionError`.
 */
export function offline(options: OfflineOptions = {}): Model {
  const checked = checkedOptions(options);
  return {
    name: "offline",
    supportsTools: true,
    price: { input: 0, output: 0 },
    async respond(request, { signal, onDelta }) {
      signal.throwIfAborted();
      const limits = { ...checked, maxChars: (request.maxOutputTokens ?? Infinity) * CHARACTERS_PER_TOKEN };
      const reply = replyFrom(nextMove(request, limits), limits);
      if (reply.text !== "") onDelta?.(reply.text);
      return reply;
    },
  };
}

const CHARACTERS_PER_TOKEN = 4; // what the engine charges a model that reports no tokens

const CANNOT =
  "The embedded model can only pass questions on to specialists and quote from documents; it has neither here, so it cannot answer this.";

function nextMove({ messages, tools }: ModelRequest, limits: Limits): Move {
  const conversation = readConversation(messages);
  const form = formIn(tools);
  const move = moveFor(conversation, tools, limits);
  if (move === null) return { kind: "answer", text: form ? `${CANNOT} ${NO_FORM}` : CANNOT };
  if (move.kind === "call") return move;
  const text = move.text + cutNote(conversation.goal);
  return form ? inForm(text, form, { ...conversation, ...limits }) : { ...move, text };
}

/** Says so where the goal is longer than what is looked at. */
function cutNote(goal: string): string {
  if (goal.length <= MAX_GOAL_CHARS) return "";
  return `\n\nThe goal is ${goal.length} characters long; the embedded model looked only at its first and last ${MAX_GOAL_CHARS / 2}.`;
}

/** What is done next; null where there is nothing that could be done. */
function moveFor(conversation: Conversation, tools: readonly OfferedTool[], limits: Limits): Move | null {
  if (conversation.exchanges.some(({ name }) => isAskTool(name))) return compose(conversation, limits);
  const specialists = specialistsIn(tools);
  if (specialists.length > 0) return delegate(conversation.goal, specialists, limits);
  const library = libraryIn(tools);
  const hasResearched = conversation.exchanges.some(isDocumentCall);
  return library.search || hasResearched ? research(conversation, library, limits) : null;
}

function replyFrom(move: Move, { maxChars }: Limits): ModelReply {
  switch (move.kind) {
    case "call":
      // No text beside calls: a run that is cut later would take it for its answer.
      return { text: "", calls: move.calls, reasoning: move.reasoning, finishReason: "tool_calls" };
    case "answer":
      if (move.text.length <= maxChars) return { text: move.text, finishReason: "stop" };
      return { text: wholeCharacters(move.text.slice(0, maxChars)), finishReason: "length" };
  }
}

const ALLOWED = "a whole number of at least 1";

function checkedOptions(options: OfflineOptions): Required<OfflineOptions> {
  const given: unknown = options;
  if (!isObject(given)) throw new DefinitionError({ subject: "offline", field: "options", value: given, allowed: "an object" });
  for (const [field, value] of Object.entries(given)) {
    const isKnown = Object.hasOwn(DEFAULTS, field);
    if (isKnown && (value === undefined || (Number.isInteger(value) && (value as number) >= 1))) continue; // an integer is a number
    const allowed = isKnown ? ALLOWED : `no field of this name; there are ${Object.keys(DEFAULTS).join(" and ")}`;
    throw new DefinitionError({ subject: "offline", field, value, allowed });
  }
  return { maxCalls: options.maxCalls ?? DEFAULTS.maxCalls, maxSentences: options.maxSentences ?? DEFAULTS.maxSentences };
}
