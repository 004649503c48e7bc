import type { Model, ModelRequest } from "../../src/index.ts";
import { askedOf, byRule, goalOf, isOffered, type Ruling } from "./by-rule.ts";
import { limitIn, parted, sentencesOf, stemOf, tellingWords } from "./text.ts";

const NO_TEXT =
  "I found no text to summarise. The embedded model takes a text that stands below the request, after a blank line, or a document whose " +
  "file name the request holds.";

const USUAL_SENTENCES = 3;
const MOST_LINES = 400; // as many as one call of the tool gives
const FILE = /[\w@][\w@./-]*\.(?:mdx?|markdown|txt|rst|html?)\b/iu;

/** The rule of the summariser: of the sentences of a text, those that share the most words with the others. */
export function embeddedSummariser(): Model {
  return byRule((request) => {
    const { request: asked, material } = parted(goalOf(request));
    if (material !== "") return summaryOf(material, asked, null);
    return ofDocument(request, asked);
  });
}

function ofDocument(request: ModelRequest, asked: string): Ruling {
  const [read] = askedOf(request);
  const file = FILE.exec(asked)?.[0];
  if (file !== undefined && read?.observation) return fromReading(read.observation, asked, file);
  if (file !== undefined && isOffered(request, "read")) {
    return { calls: [{ name: "read", arguments: { file, lines: MOST_LINES } }], reasoning: `The request names the document ${file}.` };
  }
  const sentences = sentencesOf(asked);
  return sentences.length > USUAL_SENTENCES
    ? summaryOf(asked, "", null)
    : { answer: NO_TEXT, reasoning: "There is no text below the request, and no document in it." };
}

// The tool begins with a line that says which lines of which file follow, or with what is wrong.
function fromReading(observation: string, asked: string, file: string): Ruling {
  if (observation.startsWith(`${file}, lines `)) return summaryOf(observation.slice(observation.indexOf("\n") + 1), asked, file);
  return { answer: `I could not read it: ${observation}`, reasoning: "The document could not be read." };
}

function summaryOf(text: string, asked: string, file: string | null): Ruling {
  const sentences = sentencesOf(text);
  if (sentences.length === 0) return { answer: NO_TEXT, reasoning: "The text has no sentences." };
  const most = limitIn(asked, "sentences") ?? USUAL_SENTENCES;
  const chosen = new Set(ranked(sentences).slice(0, most));
  const summary = sentences.filter((_sentence, index) => chosen.has(index)).join(" ");
  return {
    answer: file === null ? summary : `${summary} (${file})`,
    reasoning: `${chosen.size} of ${sentences.length} sentences, those that share the most words with the others.`,
  };
}

const FIRST = 0.5; // what a text says first is what it is about, as a rule

/** The places of the sentences, those first whose words occur in the most sentences; a long sentence gains nothing by its length. */
function ranked(sentences: readonly string[]): readonly number[] {
  const telling = sentences.map((sentence) => tellingWords(sentence).map(stemOf));
  const counts = new Map<string, number>();
  for (const word of telling.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shared = (words: readonly string[]): number => words.reduce((sum, word) => sum + (counts.get(word) ?? 0) - 1, 0);
  const score = (words: readonly string[], index: number): number => shared(words) / Math.sqrt(words.length + 1) + FIRST / (index + 1);
  const scores = telling.map(score);
  return sentences.map((_sentence, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}
