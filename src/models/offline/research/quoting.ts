import { oneLine } from "../../../core/describe.ts";
import { answerTo } from "./answering.ts";
import { textArgument, type Exchange } from "../conversation.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Limits } from "../move.ts";
import { excerptIn, type Hit } from "../documents/passages.ts";
import { sentencesIn, sentencesOf, type Sentence } from "../documents/sentences.ts";
import { ownQuery } from "../language/queries.ts";
import { wordsOf } from "../language/words.ts";

/** The answer to one question: a line for each sentence with its source, or why there is none. */
export function bodyFrom({ question, hits, searches }: Inquiry, exchanges: readonly Exchange[], { maxSentences }: Limits): string {
  if (ownQuery(question) === "") return "This question has no word that could be looked up.";
  const { sentences, unspoken } = answerTo(question, evidenceFor(hits, exchanges), maxSentences, hits.map(({ file }) => file));
  if (sentences.length === 0) return nothingFound(searches);
  const missing = unspoken.map((word) => `"${word}"`).join(", ");
  return [...sentences.map(quoted), ...(missing === "" ? [] : [`(None of these speaks of ${missing}.)`])].join("\n");
}

/** The sentences of what was read in the files a question was found in; the passages themselves where nothing was read. */
function evidenceFor(hits: readonly Hit[], exchanges: readonly Exchange[]): readonly Sentence[] {
  const files = new Set(hits.map(({ file }) => file));
  const excerpts = exchanges.filter(({ name }) => name === "read").flatMap(({ observation }) => excerptIn(observation ?? "") ?? []);
  const read = excerpts.filter(({ file }) => files.has(file)).flatMap(sentencesOf);
  return read.length > 0 ? read : hits.flatMap(sentencesIn);
}

const LABEL = /^(?:default|deprecated|emitted|maximum|minimum|returns|throws|type|whether)\b/iu;
const SHORT_WORDS = 3;

/** `- The sentence. (file:12)`; a label such as "Default: 21" or "Show the cursor." says first what it is about. */
function quoted({ text, file, line, headings }: Sentence): string {
  const heading = headings.at(-1);
  const isLabel = heading !== undefined && (LABEL.test(text) || wordsOf(text).length <= SHORT_WORDS);
  return `- ${isLabel ? `${heading} – ` : ""}${text} (${file}:${line})`;
}

const MAX_FAILURE_CHARS = 200;
const SEARCHED = /^(?:\d+ passages?|no passage) for "/u;

function nothingFound(searches: readonly Exchange[]): string {
  const failure = searches.find(({ observation }) => observation !== null && !SEARCHED.test(observation))?.observation;
  if (failure) return `I could not search the documents: ${oneLine(failure).slice(0, MAX_FAILURE_CHARS)}`;
  const queries = searches.map((search) => `"${textArgument(search, "query")}"`).join(" and ");
  return `I found nothing about this in the documents${queries === "" ? "" : ` (searched for ${queries})`}.`;
}
