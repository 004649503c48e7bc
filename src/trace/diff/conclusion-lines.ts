import { inLine } from "../in-line.ts";
import type { DiffLine } from "./diff-line.ts";
import type { TextDiff, TextPart } from "./text-diff.ts";

const LABEL = "conclusion: ";
const CONTEXT = 24; // characters of what is the same, around what is not

/**
 * How a conclusion changed: the lines that did, where it has several; one line with `[-what went-]` and `{+what came+}`
 * where most of it is the same; otherwise the old one and the new one.
 */
export function conclusionLines({ parts }: TextDiff, level: number): DiffLine[] {
  if (parts.some(({ text }) => text.includes("\n"))) return changedParts(parts).map((part) => sideLine(part.kind, part.text, level));
  if (2 * lengthOf(parts.filter(({ kind }) => kind === "same")) >= lengthOf(parts)) {
    return [{ level, role: "cut", text: (columns) => inLine(`~ ${LABEL}${parts.map(wordPart).join("")}`, columns) }];
  }
  return (["removed", "added"] as const).flatMap((kind) => {
    const side = parts.filter((part) => part.kind === kind || part.kind === "same").map(({ text }) => text).join("");
    return side === "" ? [] : [sideLine(kind, side, level)];
  });
}

type Changed = TextPart & { readonly kind: "added" | "removed" };

function changedParts(parts: readonly TextPart[]): Changed[] {
  return parts.filter((part): part is Changed => part.kind !== "same");
}

function sideLine(kind: "added" | "removed", text: string, level: number): DiffLine {
  const [mark, role] = kind === "added" ? (["+", "good"] as const) : (["-", "bad"] as const);
  return { level, role, text: (columns) => `${mark} ${LABEL}${inLine(text, columns)}` };
}

function wordPart({ kind, text }: TextPart): string {
  switch (kind) {
    case "removed":
      return `[-${text}-]`;
    case "added":
      return `{+${text}+}`;
    case "same":
      return text.length <= 2 * CONTEXT ? text : `${text.slice(0, CONTEXT)}…${text.slice(-CONTEXT)}`;
  }
}

function lengthOf(parts: readonly TextPart[]): number {
  return parts.reduce((length, { text }) => length + text.length, 0);
}
