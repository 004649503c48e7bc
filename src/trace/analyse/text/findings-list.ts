import { countText } from "../../amounts.ts";
import { inLine } from "../../in-line.ts";
import { cutToWidth } from "../../width.ts";
import type { Canvas } from "../../tree.ts";
import type { Finding } from "../findings/finding.ts";
import { describeFinding } from "./describe-finding.ts";

const MOST_OF_A_KIND = 5;
const MOST_IDS = 4;
const INDENT = "  ";

/** Findings as one block of text, of each kind the first few with the ids of their steps; no block where there are none. */
export function drawnFindings(findings: readonly Finding[], { width, paint }: Canvas): string[] {
  if (findings.length === 0) return [];
  const lines = ofEachKind(findings).flatMap((same) => {
    const shown = same.slice(0, MOST_OF_A_KIND).flatMap((finding) => drawnFinding(finding, { width, paint }));
    return same.length > MOST_OF_A_KIND ? [...shown, `${INDENT}… and ${countText(same.length - MOST_OF_A_KIND)} more like this`] : shown;
  });
  return [[paint("strong", "findings"), ...lines].join("\n")];
}

function drawnFinding(finding: Finding, { width, paint }: Canvas): string[] {
  const sentence = describeFinding(finding, (text) => inLine(text, width)).trimEnd(); // what it quotes may be blank
  const ids = cutToWidth(idsText(finding), width - 2 * INDENT.length);
  return [INDENT + cutToWidth(sentence, width - INDENT.length), ...(ids === "" ? [] : [INDENT + INDENT + paint("quiet", ids)])];
}

/** Findings grouped by kind, in order of first mention. */
export function ofEachKind(findings: readonly Finding[]): Finding[][] {
  const kinds = new Map<Finding["kind"], Finding[]>();
  for (const finding of findings) {
    const same = kinds.get(finding.kind);
    if (same) same.push(finding);
    else kinds.set(finding.kind, [finding]);
  }
  return [...kinds.values()];
}

const LONGEST_ID = 60; // columns

function idsText({ stepIds }: Finding): string {
  const shown = stepIds.slice(0, MOST_IDS).map((id) => inLine(id, LONGEST_ID)).filter((id) => id !== "").join(" ");
  if (shown === "") return "";
  return stepIds.length > MOST_IDS ? `${shown} and ${countText(stepIds.length - MOST_IDS)} more` : shown;
}
