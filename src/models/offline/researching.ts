import { oneLine } from "../../core/describe.ts";
import type { OfferedTool, RequestedCall } from "../../core/model.ts";
import { isObject } from "../../core/json.ts";
import { textArgument, type Conversation, type Exchange } from "./conversation.ts";
import { bestSentences } from "./answering.ts";
import { answerFrom, type Limits, type Move, type Section } from "./move.ts";
import { excerptIn, hitsIn, type Hit } from "./passages.ts";
import { fewerQuery, ownQuery, relatedQuery } from "./queries.ts";
import { questionsIn } from "./questions.ts";
import { windowsFor } from "./reading.ts";
import { sentencesIn, sentencesOf, type Sentence } from "./sentences.ts";

/** Which of the two document tools may be called now. */
export interface Library {
  readonly search: boolean;
  readonly read: boolean;
}

const MAX_QUESTIONS_WITH_RELATED = 2; // more questions get one search each, so that reads are left

/**
 * The next move of who answers from documents: search every question, search once more with fewer words where nothing
 * was found, read around the best passages, answer. Each call is made once; all calls together stay within the limits.
 */
export function research(conversation: Conversation, library: Library, limits: Limits): Move {
  const all = questionsIn(conversation.goal);
  const questions = all.slice(0, Math.ceil(limits.maxCalls / 2));
  if (!questions.some((question) => ownQuery(question) !== "")) return { kind: "answer", text: "The goal has no word that could be looked up." };
  const room = limits.maxCalls - conversation.exchanges.length;
  const searches = library.search ? searchesFor(questions, conversation.exchanges).slice(0, room) : [];
  if (searches.length > 0) return { kind: "call", calls: searches, reasoning: "Search the documents for the words of the question." };
  const reads = library.read ? readsFor(questions, conversation.exchanges, room) : [];
  if (reads.length > 0) return { kind: "call", calls: reads, reasoning: "Read around the passages that fit best." };
  const sections = questions.map((question) => sectionFor(question, questions, conversation.exchanges, limits));
  return answerFrom(sections, all.slice(questions.length));
}

/** The searches of a question in the order they are tried: the first turn's, and the one for when these find nothing. */
function queriesFor(question: string, questions: readonly string[]): { readonly first: readonly string[]; readonly last: string | null } {
  const related = questions.length <= MAX_QUESTIONS_WITH_RELATED ? relatedQuery(question) : null;
  const first = [ownQuery(question), ...(related === null ? [] : [related])].filter((query) => query !== "");
  return { first, last: fewerQuery(question) };
}

function searchesFor(questions: readonly string[], exchanges: readonly Exchange[]): readonly RequestedCall[] {
  if (exchanges.some(({ name }) => name === "read")) return [];
  const made = new Set(exchanges.filter(({ name }) => name === "search").map((exchange) => textArgument(exchange, "query")));
  const queries = questions.flatMap((question) => {
    const { first, last } = queriesFor(question, questions);
    const missing = first.filter((query) => !made.has(query));
    if (missing.length > 0 || last === null || made.has(last)) return missing;
    return hitsOf(question, questions, exchanges).length === 0 ? [last] : [];
  });
  return [...new Set(queries)].map((query) => ({ name: "search", arguments: { query } }));
}

function searchesOf(question: string, questions: readonly string[], exchanges: readonly Exchange[]): readonly Exchange[] {
  const { first, last } = queriesFor(question, questions);
  return exchanges.filter((exchange) => exchange.name === "search" && [...first, last].includes(textArgument(exchange, "query")));
}

function hitsOf(question: string, questions: readonly string[], exchanges: readonly Exchange[]): readonly Hit[] {
  return searchesOf(question, questions, exchanges).flatMap(({ observation }) => hitsIn(observation ?? ""));
}

const MAX_READS_PER_QUESTION = 3;

/** Up to three reads for each question, shared out evenly; none once something was read. */
function readsFor(questions: readonly string[], exchanges: readonly Exchange[], room: number): readonly RequestedCall[] {
  if (exchanges.some(({ name }) => name === "read")) return [];
  const perQuestion = Math.min(MAX_READS_PER_QUESTION, Math.max(1, Math.floor(room / questions.length)));
  const windows = questions.flatMap((question) => windowsFor(question, hitsOf(question, questions, exchanges), perQuestion));
  const calls = new Map(windows.map((window) => [`${window.file}:${window.line}`, { name: "read", arguments: { ...window } }]));
  return [...calls.values()].slice(0, room);
}

function sectionFor(question: string, questions: readonly string[], exchanges: readonly Exchange[], { maxSentences }: Limits): Section {
  const hits = hitsOf(question, questions, exchanges);
  const sentences = bestSentences(question, evidenceFor(hits, exchanges), maxSentences);
  const body = sentences.length > 0 ? sentences.map(quoted).join("\n") : nothingFound(searchesOf(question, questions, exchanges));
  return { question, body };
}

/** The sentences of what was read in the files a question was found in; the passages themselves where nothing was read. */
function evidenceFor(hits: readonly Hit[], exchanges: readonly Exchange[]): readonly Sentence[] {
  const files = new Set(hits.map(({ file }) => file));
  const excerpts = exchanges.filter(({ name }) => name === "read").flatMap(({ observation }) => excerptIn(observation ?? "") ?? []);
  const read = excerpts.filter(({ file }) => files.has(file)).flatMap(sentencesOf);
  return read.length > 0 ? read : hits.flatMap(sentencesIn);
}

const LABEL = /^(?:default|deprecated|minimum|maximum|returns|throws|type)\b/iu;

/** `- The sentence. (file:12)`; a bare label such as "Default: 21" says first what it is the default of. */
function quoted({ text, file, line, headings }: Sentence): string {
  const heading = headings.at(-1);
  const isLabel = heading !== undefined && LABEL.test(text);
  return `- ${isLabel ? `${heading} – ` : ""}${text} (${file}:${line})`;
}

const MAX_FAILURE_CHARS = 200;

function nothingFound(searches: readonly Exchange[]): string {
  const failure = searches.find(({ observation }) => observation !== null && !/^(?:\d+ passages?|no passage) for "/u.test(observation));
  if (failure) return `I could not search the documents: ${oneLine(failure.observation ?? "").slice(0, MAX_FAILURE_CHARS)}`;
  const queries = searches.map((search) => `"${textArgument(search, "query")}"`).join(" and ");
  return `I found nothing about this in the documents${queries === "" ? "" : ` (searched for ${queries})`}.`;
}
