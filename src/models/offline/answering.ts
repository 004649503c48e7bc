import { names } from "./names.ts";
import { askedOf, scoresOf } from "./scoring.ts";
import type { Sentence } from "./sentences.ts";
import { wordsOf, type Word } from "./words.ts";

const MAX_SENTENCES = 2_000; // what is weighed for one question, so that huge observations cost bounded time
const WORTH_SAYING = 0.6; // of the best sentence's score

/**
 * The sentences that answer a question best, the best first, at most `max`; none when nothing speaks of what was asked.
 * A question that only names a thing ("what is nanoid?") is answered by how its document begins.
 */
export function bestSentences(question: string, all: readonly Sentence[], max: number): readonly Sentence[] {
  const sentences = all.slice(0, MAX_SENTENCES);
  const asked = askedOf(question, sentences.map(({ file }) => file));
  if (asked.topics.length === 0) return introduction(asked.named, sentences).slice(0, max);
  const scores = scoresOf(asked, sentences);
  const scored = sentences.map((sentence, index) => ({ sentence, score: (scores[index] ?? 0) * shapeFactor(sentence.text) }));
  return distinct(scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score), max);
}

const MIN_TELLING_WORDS = 5;

function introduction(named: readonly Word[], sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter(({ file, text }) => named.some((name) => names(name, file)) && wordsOf(text).length >= MIN_TELLING_WORDS);
}

const SHORT_WORDS = 4;
const LONG_WORDS = 40;

/** Whole sentences of a readable length answer better than labels, endless ones, and ones that only open an example. */
function shapeFactor(text: string): number {
  const words = wordsOf(text).length;
  const length = words < SHORT_WORDS ? 0.7 : words > LONG_WORDS ? 0.8 : 1;
  return text.endsWith(":") ? length * 0.8 : length;
}

const SAME_SENTENCE = 0.7;

/** The best ones without those that repeat one before, and without those far behind the best. */
function distinct(scored: readonly { readonly sentence: Sentence; readonly score: number }[], max: number): readonly Sentence[] {
  const chosen: Sentence[] = [];
  const least = (scored[0]?.score ?? 0) * WORTH_SAYING;
  for (const { sentence, score } of scored) {
    if (chosen.length === max || score < least) break;
    if (!chosen.some((other) => overlap(other.text, sentence.text) > SAME_SENTENCE)) chosen.push(sentence);
  }
  return chosen;
}

function overlap(one: string, other: string): number {
  const [first, second] = [stemsOf(one), stemsOf(other)];
  const shared = [...first].filter((stem) => second.has(stem)).length;
  return shared / Math.max(1, Math.min(first.size, second.size));
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(({ stem }) => stem));
}
