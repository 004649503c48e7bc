import { textArgument, type Exchange } from "../conversation.ts";
import { hitsIn, type Hit } from "../documents/passages.ts";
import { isPromising } from "./reading.ts";
import { fewerQuery, ownQuery, relatedQuery } from "../language/queries.ts";

/** One question on its way to an answer. */
export interface Inquiry {
  readonly question: string;
  /** The searches made for it. */
  readonly searches: readonly Exchange[];
  /** What they found. */
  readonly hits: readonly Hit[];
  /** The searches it still needs, before anything is read. */
  readonly missing: readonly string[];
}

const MAX_WITH_RELATED = 2; // more questions than this get one search each at first, so that calls are left for reading

/**
 * Where each question stands after these exchanges. A question is searched by its own words and by related ones; when
 * they find nothing that speaks of it, once more by fewer words.
 */
export function inquiriesOf(questions: readonly string[], exchanges: readonly Exchange[]): readonly Inquiry[] {
  const made = exchanges.filter(({ name }) => name === "search");
  const isWide = questions.length <= MAX_WITH_RELATED;
  return questions.map((question) => inquiryOf(question, made, [ownQuery(question), isWide ? relatedQuery(question) : null]));
}

function inquiryOf(question: string, made: readonly Exchange[], first: readonly (string | null)[]): Inquiry {
  const last = fewerQuery(question);
  const searches = made.filter((exchange) => [...first, last].includes(textArgument(exchange, "query")));
  const hits = searches.flatMap(({ observation }) => hitsIn(observation ?? ""));
  const isMade = (query: string): boolean => searches.some((exchange) => textArgument(exchange, "query") === query);
  const missing = first.filter((query) => query !== null && query !== "" && !isMade(query));
  const needsLast = missing.length === 0 && last !== null && !isMade(last) && !isPromising(question, hits);
  return { question, searches, hits, missing: needsLast ? [last] : missing.filter((query) => query !== null) };
}
