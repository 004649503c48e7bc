import { keywordsOf } from "./keywords.ts";
import { matchable, strengthOf, type Matchable } from "./matching.ts";
import { names } from "./names.ts";
import { subjectOf } from "./subject.ts";
import { wordsOf, type Word } from "./words.ts";

/** A piece of text that may answer a question: where it stands, and what stands over it. */
export interface Candidate {
  readonly file: string;
  readonly text: string;
  /** The nearest last. */
  readonly headings: readonly string[];
  /** Candidates of one paragraph share it and lend each other their words. */
  readonly block: number;
}

/** What a question asks of a set of files. */
export interface Asked {
  /** Keywords that name what one of the files documents. */
  readonly named: readonly Word[];
  /** All others: what a text must speak of. */
  readonly topics: readonly Word[];
  /** The one word the question is about, when it has such a word; a text that is not about it answers nothing. */
  readonly anchor: Word | null;
}

/** Reads a question against the files at hand. */
export function askedOf(question: string, files: Iterable<string>): Asked {
  const keywords = keywordsOf(question);
  const known = [...new Set(files)];
  const named = keywords.filter((keyword) => known.some((file) => names(keyword, file)));
  const subject = wordsOf(subjectOf(question) ?? "");
  const anchor = subject.length === 1 ? (subject[0] ?? null) : null;
  return { named, topics: keywords.filter((keyword) => !named.includes(keyword)), anchor };
}

interface Prepared {
  readonly candidate: Candidate;
  readonly text: Matchable;
  readonly headings: Matchable;
}

const HEADINGS = 2; // how many of the nearest ones count; those further up are about something wider

/** How well each candidate speaks of what is asked, in their order; 0 for one that does not. Comparable within one call. */
export function scoresOf(asked: Asked, candidates: readonly Candidate[]): readonly number[] {
  const prepared = candidates.map((candidate) => ({
    candidate,
    text: matchable(candidate.text),
    headings: matchable([candidate.file, ...candidate.headings.slice(-HEADINGS)].join(" ")),
  }));
  const weights = asked.topics.map((topic) => weightOf(topic, prepared));
  return prepared.map((one, index) => scoreOf({ asked, weights }, one, neighbours(prepared, index)));
}

/** A word that few candidates have tells more than one that most have. */
function weightOf(topic: Word, prepared: readonly Prepared[]): number {
  const count = prepared.filter(({ text }) => strengthOf(topic, text) >= 1).length;
  return Math.log(2 + prepared.length / (1 + count));
}

function neighbours(prepared: readonly Prepared[], index: number): readonly Prepared[] {
  const own = prepared[index]?.candidate;
  const near = [prepared[index - 1], prepared[index + 1]].filter((one) => one !== undefined);
  return near.filter(({ candidate }) => candidate.file === own?.file && candidate.block === own.block);
}

const IN_HEADING = 0.6;
const IN_NEIGHBOUR = 0.25;
const OTHER_PACKAGE = 0.3;
const MIN_COVERAGE = 0.3; // of the topics; below it a text only happens to share a word

function scoreOf({ asked, weights }: { readonly asked: Asked; readonly weights: readonly number[] }, one: Prepared, near: readonly Prepared[]): number {
  const { named, topics, anchor } = asked;
  if (anchor !== null && !isAnchored(anchor, one)) return 0;
  const inText = topics.map((topic) => strengthOf(topic, one.text));
  const own = topics.map((topic, at) => Math.max(inText[at] ?? 0, IN_HEADING * strengthOf(topic, one.headings)));
  if (sum(inText) === 0 || sum(own.map((strength) => Math.min(1, strength))) < MIN_COVERAGE * topics.length) return 0;
  const weighted = topics.map((topic, at) => {
    const nearby = Math.max(0, ...near.map(({ text }) => IN_NEIGHBOUR * strengthOf(topic, text)));
    return (weights[at] ?? 0) * Math.max(own[at] ?? 0, nearby);
  });
  const isOther = named.length > 0 && !named.some((name) => names(name, one.candidate.file));
  return sum(weighted) * (isOther ? OTHER_PACKAGE : 1);
}

function isAnchored(anchor: Word, { candidate, text, headings }: Prepared): boolean {
  return names(anchor, candidate.file) || strengthOf(anchor, text) > 0 || strengthOf(anchor, headings) >= 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
