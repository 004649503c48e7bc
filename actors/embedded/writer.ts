import type { Model } from "../../src/index.ts";
import { byRule, goalOf, type Ruling } from "./by-rule.ts";
import { limitIn, parted, quotationsIn, sentencesOf, tellingWords, unspoken } from "./text.ts";

const NO_MATERIAL =
  "I have nothing to write from. The embedded model arranges sentences of material that stands below the request, after a blank line; for " +
  "more, give the writer a language model.";

const USUAL_SENTENCES = 2;

/** The rule of the writer: the sentences of the material that fit the request best, and, after a critique, those it misses. */
export function embeddedWriter(): Model {
  return byRule((request) => {
    const { before, quotations } = quotationsIn(goalOf(request));
    const [draft = "", critique = ""] = quotations;
    const { request: asked, material } = parted(before);
    const sentences = sentencesOf(material);
    if (sentences.length === 0) return { answer: NO_MATERIAL, reasoning: "There is no material below the request." };
    return arranged(sentences, { asked, draft, critique });
  });
}

interface Commission {
  readonly asked: string;
  /** Empty where nothing has been written yet. */
  readonly draft: string;
  readonly critique: string;
}

const MOST_WANTED = 12;

function arranged(sentences: readonly string[], { asked, draft, critique }: Commission): Ruling {
  const kept = critique === "" ? [] : sentences.filter((sentence) => draft.includes(sentence));
  const most = limitIn(asked, "sentences") ?? Math.max(USUAL_SENTENCES, kept.length + 1);
  const wanted = tellingWords(critique === "" ? asked : critique).slice(0, MOST_WANTED);
  const chosen = new Set(kept);
  let missing = unspoken(wanted, kept.join(" "));
  while (chosen.size < most) {
    const best = bestOf(sentences.filter((sentence) => !chosen.has(sentence)), missing);
    if (best === null) break;
    chosen.add(best);
    missing = unspoken(missing, best);
  }
  const text = (chosen.size === 0 ? sentences.slice(0, most) : sentences.filter((sentence) => chosen.has(sentence))).join(" ");
  return { answer: text, reasoning: `Sentences of the material about: ${wanted.join(", ") || "what it begins with"}.` };
}

function bestOf(sentences: readonly string[], wanted: readonly string[]): string | null {
  let best: { readonly sentence: string; readonly missing: number } | null = null;
  for (const sentence of sentences) {
    const missing = unspoken(wanted, sentence).length;
    if (missing < (best?.missing ?? wanted.length)) best = { sentence, missing };
  }
  return best?.sentence ?? null;
}
