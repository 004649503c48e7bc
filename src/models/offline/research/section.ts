import type { Sentence } from "../documents/sentences.ts";
import { matchable, strengthOf } from "../language/matching.ts";
import { wordsOf } from "../language/words.ts";
import { isNamedIn, isOfOtherNumber, NEAREST_HEADINGS, type Asked } from "./scoring.ts";

/**
 * The sentences of the section whose heading holds every topic of the question by the word itself, as they stand there;
 * none when no heading does. The shortest such heading counts: it is about the least besides. A section says what it is
 * about once, in its heading, so its sentences need not repeat it.
 */
export function sectionOn(asked: Asked, sentences: readonly Sentence[]): readonly Sentence[] {
  const standing = sentences.flatMap((sentence) => {
    const heading = headingOn(asked, sentence);
    return heading === undefined ? [] : [{ sentence, heading }];
  });
  const [best] = standing.toSorted((one, other) => wordsOf(one.heading).length - wordsOf(other.heading).length);
  const own = standing.filter(({ sentence, heading }) => sentence.file === best?.sentence.file && heading === best.heading);
  // Windows that overlap bring a sentence twice.
  return [...new Map(own.map(({ sentence }) => [`${sentence.line} ${sentence.text}`, sentence])).values()];
}

function headingOn(asked: Asked, sentence: Sentence): string | undefined {
  const { file, headings } = sentence;
  const isForeign = asked.named.length > 0 && !isNamedIn(asked, file);
  if (asked.topics.length === 0 || isForeign || isOfOtherNumber(asked, sentence) || !isAnchored(asked, sentence)) return undefined;
  return headings.slice(-NEAREST_HEADINGS).findLast((heading) => {
    const words = matchable(heading);
    return asked.topics.every((topic) => strengthOf(topic, words) >= 1);
  });
}

function isAnchored({ anchors }: Asked, { file, text, headings }: Sentence): boolean {
  const words = matchable([file.replaceAll("/", " "), ...headings, text].join(" "));
  return anchors.every((anchor) => strengthOf(anchor, words) >= 1);
}
