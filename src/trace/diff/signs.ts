import { inLine } from "../in-line.ts";
import type { Change } from "./run-diff.ts";

/** A change with its sign; nothing for one that is none or not known. */
export function signed(change: number | null, text: (amount: number) => string): string {
  if (change === null || change === 0) return "";
  return `${change > 0 ? "+" : "-"}${text(Math.abs(change))}`;
}

/** Where a step stands: ` 0#1`, or ` 0#1 (0#2)` where the second run has it elsewhere; nothing for the run itself. Escaped. */
export function idText({ a, b }: Change<string>, columns: number): string {
  if (a === null && b === null) return "";
  if (a === null || b === null || a === b) return ` ${inLine(a ?? b ?? "", columns)}`;
  return ` ${inLine(a, columns)} (${inLine(b, columns)})`;
}
