import { textArgument, type Exchange } from "../conversation.ts";
import { hitsIn, type Hit } from "../documents/passages.ts";
import { isPromising } from "./reading.ts";
import { fewerQuery, ownQuery, relatedQuery, unspokenQuery } from "../language/queries.ts";

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
 * they find nothing that speaks of it, once more by fewer words. A question alone is also searched by the words that
 * nothing found speaks of: they may name what the found passages are beside.
 */
export function inquiriesOf(questions: readonly string[], exchanges: readonly Exchange[]): readonly Inquiry[] {
  const made = exchanges.filter(({ name }) => name === "search");
  const isWide = questions.length <= MAX_WITH_RELATED;
  return questions.map((question) => {
    const first = [ownQuery(question), isWide ? relatedQuery(question) : null];
    return inquiryOf(question, made, { first, isAlone: questions.length === 1 });
  });
}

interface Plan {
  /** The searches that every question gets. */
  readonly first: readonly (string | null)[];
  readonly isAlone: boolean;
}

function inquiryOf(question: string, made: readonly Exchange[], { first, isAlone }: Plan): Inquiry {
  const last = lastQuery(question, hitsOf(searchesFor(first, made)), isAlone);
  const searches = searchesFor([...first, last], made);
  const isMissing = (query: string | null): query is string =>
    query !== null && query !== "" && searchesFor([query], searches).length === 0;
  const missing = first.filter(isMissing);
  return { question, searches, hits: hitsOf(searches), missing: missing.length === 0 ? [last].filter(isMissing) : missing };
}

function lastQuery(question: string, hits: readonly Hit[], isAlone: boolean): string | null {
  if (!isPromising(question, hits)) return fewerQuery(question);
  return isAlone ? unspokenQuery(question, hits.map(({ file, text }) => `${file.replaceAll("/", " ")} ${text}`)) : null;
}

function searchesFor(queries: readonly (string | null)[], made: readonly Exchange[]): readonly Exchange[] {
  return made.filter((exchange) => queries.includes(textArgument(exchange, "query")));
}

function hitsOf(searches: readonly Exchange[]): readonly Hit[] {
  return searches.flatMap(({ observation }) => hitsIn(observation ?? ""));
}
