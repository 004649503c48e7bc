import { areToThePoint, maySayWho, namesOf } from "./relevance.ts";
import { askedOf, isNamedIn, isOfOtherNumber, scoresOf, type Asked } from "./scoring.ts";
import { sectionOn } from "./section.ts";
import type { Sentence } from "../documents/sentences.ts";
import { asksAmount, hasAmount } from "../language/amounts.ts";
import { matchable, strengthOf } from "../language/matching.ts";
import { isNumber, wordsOf } from "../language/words.ts";

const MAX_SENTENCES = 2_000; // what is weighed for one question, so that huge observations cost bounded time
const WORTH_SAYING = 0.6; // of the best sentence's score

/** What answers a question: sentences, the best first, and the words of the question that none of them speaks of. */
export interface Answer {
  readonly sentences: readonly Sentence[];
  readonly unspoken: readonly string[];
}

/**
 * The sentences that answer a question best, at most `max`; none when nothing speaks of what was asked. A question that
 * only names a thing ("what is nanoid?") is answered by how its document begins. What does not speak of the names in
 * the question is no answer; `files` are all that were found for it, read or not.
 */
export function answerTo(question: string, all: readonly Sentence[], max: number, files = all.map(({ file }) => file)): Answer {
  const sentences = all.slice(0, MAX_SENTENCES);
  const names = namesOf(question, files);
  const asked = askedOf(question, sentences.map(({ file }) => file));
  const needsAmount = asksAmount(question) && asksNothingElse(asked);
  const eligible = sentences.map((sentence) => maySayWho(names, sentence) && (!needsAmount || hasAmount(sentence.text)));
  const { quoted, unspoken } = quotedFor(asked, sentences, { eligible, max });
  return areToThePoint(names, quoted) ? { sentences: quoted, unspoken } : { sentences: [], unspoken: [] };
}

/** True for a question that is about its subject and asks no more of it than an amount: "how long is the rope". */
function asksNothingElse({ topics, subject }: Asked): boolean {
  return topics.every(({ key }) => subject.some((word) => word.key === key));
}

interface Choice {
  /** Whether each sentence may be quoted. */
  readonly eligible: readonly boolean[];
  readonly max: number;
}

interface Quoted {
  readonly quoted: readonly Sentence[];
  readonly unspoken: readonly string[];
}

function quotedFor(asked: Asked, sentences: readonly Sentence[], { eligible, max }: Choice): Quoted {
  const allowed = sentences.filter((_, at) => eligible[at]);
  const isIntroduction = asked.topics.every(isNumber) && (asked.named.length > 0 || asked.topics.length === 0);
  const quoted = isIntroduction ? introduction(asked, allowed).slice(0, max) : bestOf(asked, sentences, { eligible, max });
  const section = quoted.length === 0 ? sectionOn(asked, allowed).slice(0, max) : [];
  return section.length > 0 ? { quoted: section, unspoken: [] } : { quoted, unspoken: unspokenIn(asked, quoted) };
}

function bestOf(asked: Asked, sentences: readonly Sentence[], { eligible, max }: Choice): readonly Sentence[] {
  const scores = scoresOf(asked, sentences).map((score, at) => (eligible[at] === true ? score : 0));
  const scored = sentences.map((sentence, at) => ({ sentence, at, score: (scores[at] ?? 0) * shapeFactor(sentence.text) }));
  const best = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  const chosen = distinct(best, max);
  const isChosen = new Set(chosen.map(({ at }) => at));
  return inReadingOrder(chosen).map(({ sentence, at }) => (isChosen.has(at - 1) ? sentence : withContext(sentence, sentences[at - 1])));
}

function unspokenIn({ topics }: Asked, quoted: readonly Sentence[]): readonly string[] {
  const texts = quoted.map(({ text, headings }) => matchable([text, ...headings.slice(-1)].join(" ")));
  return topics.filter((topic) => texts.every((text) => strengthOf(topic, text) === 0)).map(({ written }) => written);
}

const MIN_TELLING_WORDS = 5;

function introduction(asked: Asked, sentences: readonly Sentence[]): readonly Sentence[] {
  const own = sentences.filter((sentence) => isNamedIn(asked, sentence.file) && !isOfOtherNumber(asked, sentence));
  return own.filter(({ text }) => wordsOf(text).length >= MIN_TELLING_WORDS && !/^["“]|:$/u.test(text));
}

const SHORT_WORDS = 4;
const LONG_WORDS = 40;

/** Whole sentences of a readable length answer better than labels, endless ones, and ones that open or are an example. */
function shapeFactor(text: string): number {
  const length = lengthFactor(wordsOf(text).length);
  return text.endsWith(":") || LEANING.test(text) ? length * 0.8 : length;
}

function lengthFactor(words: number): number {
  if (words < SHORT_WORDS) return 0.7;
  return words > LONG_WORDS ? 0.8 : 1;
}

const SAME_SENTENCE = 0.7;

interface Scored {
  readonly sentence: Sentence;
  /** Its place among all sentences. */
  readonly at: number;
  readonly score: number;
}

/** The best ones without those that repeat one before, and without those far behind the best. */
function distinct(scored: readonly Scored[], max: number): readonly Scored[] {
  const chosen: Scored[] = [];
  const least = (scored[0]?.score ?? 0) * WORTH_SAYING;
  for (const one of scored) {
    if (chosen.length === max || one.score < least) break;
    if (!chosen.some(({ sentence }) => overlap(sentence.text, one.sentence.text) > SAME_SENTENCE)) chosen.push(one);
  }
  return chosen;
}

/** Best first, but sentences of one paragraph together and as they stand there. */
function inReadingOrder(chosen: readonly Scored[]): readonly Scored[] {
  const paragraphOf = ({ sentence: { file, block, headings } }: Scored): string => JSON.stringify([file, block, headings]);
  const paragraphs = new Map(chosen.map((one) => [paragraphOf(one), [] as Scored[]]));
  for (const one of chosen) paragraphs.get(paragraphOf(one))?.push(one);
  return [...paragraphs.values()].flatMap((paragraph) => paragraph.toSorted((one, other) => one.at - other.at));
}

const ITSELF = "library|module|package|project|page|document"; // "this package" leans on nothing
const LEANING = new RegExp(
  `^(?:(?:for example|in this case|as such), )?(?:it|they|these|those|that|otherwise|however|thus|therefore|this(?! (?:${ITSELF})))\\b`,
  "iu",
);

/** A sentence that leans on the one before it ("Otherwise, ...") together with that one. */
function withContext(sentence: Sentence, before: Sentence | undefined): Sentence {
  if (before === undefined || !LEANING.test(sentence.text) || before.file !== sentence.file || LEANING.test(before.text)) return sentence;
  const isNear = before.block === sentence.block || before.headings.join() === sentence.headings.join();
  return isNear ? { ...sentence, line: before.line, text: `${before.text} ${sentence.text}` } : sentence;
}

function overlap(one: string, other: string): number {
  const [first, second] = [stemsOf(one), stemsOf(other)];
  const shared = [...first].filter((stem) => second.has(stem)).length;
  return shared / Math.max(1, Math.min(first.size, second.size));
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(({ stem }) => stem));
}
