import { APPROVAL_TOKEN, type Model } from "../../src/index.ts";
import { byRule, goalOf, type Ruling } from "./by-rule.ts";
import { limitIn, parted, quotationsIn, sentencesOf, tellingWords, unspoken, wordCount } from "./text.ts";

const NO_DRAFT =
  "I found no draft to review. The embedded model reviews a draft against a goal when both stand between lines of equals signs, as refine " +
  "gives them; for more, give the critic a language model.";

/** The rule of the critic: does the draft speak of what the goal's request names, and keep to the length it sets? */
export function embeddedCritic(): Model {
  return byRule((request) => {
    const { quotations } = quotationsIn(goalOf(request));
    const [goal, draft] = quotations;
    if (goal === undefined || draft === undefined) return { answer: NO_DRAFT, reasoning: "There is no goal and draft to compare." };
    return verdict(parted(goal).request, draft);
  });
}

function verdict(request: string, draft: string): Ruling {
  const points = [...unsaid(request, draft), ...tooLong(request, draft)];
  const reasoning = "Checked by rule, and nothing else: that the draft speaks of what the request names, and its length.";
  return { answer: points.length === 0 ? APPROVAL_TOKEN : points.join("\n"), reasoning };
}

function unsaid(request: string, draft: string): readonly string[] {
  const missing = unspoken(tellingWords(request), draft);
  return missing.length === 0 ? [] : [`The draft says nothing about: ${missing.join(", ")}.`];
}

function tooLong(request: string, draft: string): readonly string[] {
  const counts = { words: wordCount(draft), sentences: sentencesOf(draft).length };
  return (["words", "sentences"] as const).flatMap((unit) => {
    const most = limitIn(request, unit);
    return most !== null && counts[unit] > most ? [`The draft has ${counts[unit]} ${unit}; the request sets ${most}.`] : [];
  });
}
