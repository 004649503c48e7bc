import { isObject } from "../../../core/json.ts";
import type { OfferedTool, RequestedCall } from "../../../core/model.ts";
import type { Conversation, Exchange } from "../conversation.ts";
import { inquiriesOf, type Inquiry } from "./inquiry.ts";
import { answerFrom, type Limits, type Move } from "../move.ts";
import { ownQuery } from "../language/queries.ts";
import { questionsIn } from "../language/questions.ts";
import { bodyFrom } from "./quoting.ts";
import { windowsFor } from "./reading.ts";

/** The document tools that may be called now; null for one that is not offered. */
export interface Library {
  readonly search: OfferedTool | null;
  readonly read: OfferedTool | null;
}

/** The document tools among those offered: `search` with a `query`, `read` with a `file`. */
export function libraryIn(tools: readonly OfferedTool[]): Library {
  const find = (name: string, parameter: string): OfferedTool | null =>
    tools.find((tool) => tool.name === name && takes(tool, parameter)) ?? null;
  return { search: find("search", "query"), read: find("read", "file") };
}

function takes({ parameters }: OfferedTool, name: string): boolean {
  return isObject(parameters.properties) && Object.hasOwn(parameters.properties, name);
}

/** True for a call of one of the document tools. */
export function isDocumentCall({ name }: Exchange): boolean {
  return name === "search" || name === "read";
}

/**
 * The next move of who answers from documents: search every question, search once more with fewer words where nothing
 * was found, read around the best passages, answer. Each call is made once; all calls together stay within the limits.
 */
export function research({ goal, exchanges }: Conversation, library: Library, limits: Limits): Move {
  const all = questionsIn(goal);
  const questions = all.slice(0, Math.ceil(limits.maxCalls / 2));
  if (questions.every((question) => ownQuery(question) === "")) {
    return { kind: "answer", text: "The goal has no word that could be looked up." };
  }
  const inquiries = inquiriesOf(questions, exchanges);
  const room = exchanges.some(({ name }) => name === "read") ? 0 : Math.max(0, limits.maxCalls - exchanges.length);
  const searches = library.search ? searchesFor(inquiries, library.search).slice(0, room) : [];
  if (searches.length > 0) return { kind: "call", calls: searches, reasoning: "Search the documents for what each question names." };
  const reads = library.read ? readsFor(inquiries, room) : [];
  if (reads.length > 0) return { kind: "call", calls: reads, reasoning: "Read around the passages that fit best." };
  const sections = inquiries.map((inquiry) => ({ question: inquiry.question, body: bodyFrom(inquiry, exchanges, limits) }));
  return answerFrom(sections, all.slice(questions.length));
}

const HITS = 8; // more than are read, so that the best can be chosen

function searchesFor(inquiries: readonly Inquiry[], search: OfferedTool): readonly RequestedCall[] {
  const queries = new Set(inquiries.flatMap(({ missing }) => missing));
  const limit = takes(search, "limit") ? { limit: HITS } : {};
  return [...queries].map((query) => ({ name: "search", arguments: { query, ...limit } }));
}

const MAX_READS_PER_QUESTION = 3;

/** Up to three reads for each question, shared out evenly. */
function readsFor(inquiries: readonly Inquiry[], room: number): readonly RequestedCall[] {
  const each = Math.min(MAX_READS_PER_QUESTION, Math.max(1, Math.floor(room / inquiries.length)));
  const windows = inquiries.flatMap(({ question, hits }) => windowsFor(question, hits, each));
  const distinct = new Map(windows.map((window) => [`${window.file}:${window.line}`, window]));
  return [...distinct.values()].slice(0, room).map((window) => ({ name: "read", arguments: { ...window } }));
}
