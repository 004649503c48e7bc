import { names, namesWithoutScope } from "../documents/names.ts";
import { keywordsOf } from "../language/keywords.ts";
import { numberedIn, speaksOfOtherNumber, type Numbered } from "../language/numbers.ts";
import { matchable, strengthOf, type Matchable } from "../language/matching.ts";
import { anchorsOf, subjectOf, withoutHint } from "../language/subject.ts";
import { wordsOf, type Word } from "../language/words.ts";

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
  /** Keywords that name what some of the files document. */
  readonly named: readonly Word[];
  /** All others: what a text must speak of. */
  readonly topics: readonly Word[];
  /** The words the question is about. */
  readonly subject: readonly Word[];
  /** The words a text must be about to answer anything: the thing, and where it is asked about. */
  readonly anchors: readonly Word[];
  /** Numbers with their nouns: a text with another number beside such a noun is about something else. */
  readonly numbered: readonly Numbered[];
}

/** Reads a question against the files at hand. */
export function askedOf(question: string, files: Iterable<string>): Asked {
  const subject = wordsOf(`${subjectOf(question) ?? ""} ${withoutHint(question).hint}`);
  const isSubject = ({ key }: Word): boolean => subject.some((word) => word.key === key);
  const keywords = keywordsOf(question);
  const known = [...new Set(files)];
  // Many a package is called by a common word: without its scope it counts only where the question is about it.
  const isNamed = (word: Word): boolean => known.some((file) => names(word, file) || (isSubject(word) && namesWithoutScope(word, file)));
  const named = keywords.filter(isNamed);
  const topics = keywords.filter((keyword) => !named.includes(keyword));
  return { named, topics, subject, anchors: anchorsOf(question).flatMap(wordsOf), numbered: numberedIn(question) };
}

/** True for a file that documents something the question names. */
export function isNamedIn({ named }: Asked, file: string): boolean {
  return named.some((word) => names(word, file) || namesWithoutScope(word, file));
}

/** A candidate with how well its text, and the headings over it, speak of each topic. */
interface Weighed {
  readonly candidate: Candidate;
  readonly inText: readonly number[];
  readonly inHeadings: readonly number[];
  readonly isAnchored: boolean;
  /** How much its file counts: 1 for what the question names, less for others. */
  readonly standing: number;
}

/** How well each candidate speaks of what is asked, in their order; 0 for one that does not. Comparable within one call. */
export function scoresOf(asked: Asked, candidates: readonly Candidate[]): readonly number[] {
  const weighed = candidates.map((candidate) => weigh(asked, candidate));
  const weights = asked.topics.map((_, topic) => rarityOf(topic, weighed));
  return weighed.map((one, index) => scoreOf(asked, weights, { one, near: neighbours(weighed, index) }));
}

/** How many of the nearest headings count for a text; those further up are about something wider. */
export const NEAREST_HEADINGS = 2;

function weigh(asked: Asked, candidate: Candidate): Weighed {
  const { topics, anchors } = asked;
  const text = matchable(candidate.text);
  const headings = matchable([candidate.file.replaceAll("/", " "), ...candidate.headings.slice(-NEAREST_HEADINGS)].join(" "));
  return {
    candidate,
    inText: topics.map((topic) => strengthOf(topic, text)),
    inHeadings: topics.map((topic) => strengthOf(topic, headings)),
    isAnchored:
      anchors.every((anchor) => strengthOf(anchor, text) > 0 || strengthOf(anchor, headings) >= 1) && !isOfOtherNumber(asked, candidate),
    standing: standingOf(asked, candidate.file, text),
  };
}

/** True for a text that speaks, itself or under its headings, of what is asked with another number. */
export function isOfOtherNumber({ numbered }: Asked, { text, headings }: Pick<Candidate, "text" | "headings">): boolean {
  return speaksOfOtherNumber(numbered, [text, ...headings.toReversed()]);
}

const OTHER_PACKAGE = 0.3;

/** A question about a package is not answered by the documents of others, unless they mention it. */
function standingOf(asked: Asked, file: string, text: Matchable): number {
  const { named, subject } = asked;
  if (named.length === 0 || isNamedIn(asked, file)) return 1;
  const bound = named.filter(({ key }) => subject.some((word) => word.key === key));
  const isMentioned = bound.length === 0 || bound.some((word) => strengthOf(word, text) >= 1);
  return isMentioned ? OTHER_PACKAGE : 0;
}

/** A word that few candidates have tells more than one that most have. */
function rarityOf(topic: number, weighed: readonly Weighed[]): number {
  const count = weighed.filter(({ inText }) => (inText[topic] ?? 0) >= 1).length;
  return Math.log(2 + weighed.length / (1 + count));
}

function neighbours(weighed: readonly Weighed[], index: number): readonly Weighed[] {
  const own = weighed[index]?.candidate;
  const near = [weighed[index - 1], weighed[index + 1]].filter((one) => one !== undefined);
  return near.filter(({ candidate }) => candidate.file === own?.file && candidate.block === own.block);
}

const IN_HEADING = 0.6;
const IN_NEIGHBOUR = 0.25;
const MIN_COVERAGE = 0.3; // of the topics; below it a text only happens to share a word

interface Place {
  readonly one: Weighed;
  readonly near: readonly Weighed[];
}

function scoreOf({ topics, subject }: Asked, weights: readonly number[], { one, near }: Place): number {
  const own = topics.map((_, at) => Math.max(one.inText[at] ?? 0, IN_HEADING * (one.inHeadings[at] ?? 0)));
  const isAbout = one.isAnchored && sum(one.inText) > 0 && sum(own) >= MIN_COVERAGE * topics.length;
  if (!isAbout || !saysSomething(topics, subject, own)) return 0;
  const weighted = own.map((strength, at) => {
    const nearby = Math.max(0, ...near.map(({ inText }) => IN_NEIGHBOUR * (inText[at] ?? 0)));
    return (weights[at] ?? 0) * Math.max(strength, nearby);
  });
  return sum(weighted) * one.standing;
}

/** False for a text that speaks of the subject alone, when something was asked about it. */
function saysSomething(topics: readonly Word[], subject: readonly Word[], strengths: readonly number[]): boolean {
  const asksMore = topics.map(({ key }) => !subject.some((word) => word.key === key));
  return !asksMore.includes(true) || strengths.some((strength, at) => asksMore[at] === true && strength > 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
