import { wholeCharacters } from "../../core/cut.ts";
import { align } from "./align.ts";

/** A piece of two texts: in both, only in the second, or only in the first. */
export interface TextPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** How one text became another; the parts that are not added make up the first, those that are not removed the second. */
export interface TextDiff {
  readonly parts: readonly TextPart[];
  /** True where only the beginnings of the texts were compared. */
  readonly isCut: boolean;
}

const MOST_CHARACTERS = 20_000; // of each text

/** Compares two texts by lines, or by words where neither has more than one line. Looks at 20 000 characters of each. */
export function textDiff(a: string, b: string): TextDiff {
  const [one, other] = [beginningOf(a), beginningOf(b)];
  const pattern = one.includes("\n") || other.includes("\n") ? LINES : WORDS;
  return { parts: partsOf(one.match(pattern) ?? [], other.match(pattern) ?? []), isCut: one !== a || other !== b };
}

function beginningOf(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : wholeCharacters(text.slice(0, MOST_CHARACTERS));
}

const LINES = /[^\n]*\n|[^\n]+/gu;
// A word or a sign with the space before it, so that spaces alone never count as the same. Scripts that write without
// spaces count by characters.
const WORDS = /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])|\s+/gu;

function partsOf(a: readonly string[], b: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: TextPart["kind"], pieces: readonly string[]): void => {
    const text = pieces.join("");
    const last = parts.at(-1);
    if (text === "") return;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  let [aAt, bAt] = [0, 0];
  for (const [aNext, bNext] of [...align(a, b), [a.length, b.length] as const]) {
    add("removed", a.slice(aAt, aNext));
    add("added", b.slice(bAt, bNext));
    add("same", a.slice(aNext, aNext + 1));
    [aAt, bAt] = [aNext + 1, bNext + 1];
  }
  return parts;
}
