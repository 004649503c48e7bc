import type { CSSProperties, JSX } from "preact";
import type { DiffStatus } from "../../../src/trace/diff/run-diff.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText, lineOf, secondsText } from "../../parts/words.ts";
import type { DiffRow } from "../../shape/diff-rows.ts";
import { Change } from "./deltas.tsx";

const SIGNS: Readonly<Record<DiffStatus, string>> = { same: "=", changed: "≠", added: "+", removed: "−" };
const TONES: Readonly<Record<DiffStatus, string>> = {
  same: "quiet",
  changed: "tone-cut",
  added: "tone-good",
  removed: "tone-bad",
};

interface DiffLineProps {
  readonly row: DiffRow;
  readonly isSelected: boolean;
  readonly style: CSSProperties;
  readonly onSelect: () => void;
}

/** One row of a diff. */
export function DiffLine({ row, isSelected, style, onSelect }: DiffLineProps): JSX.Element {
  const status = row.kind === "agent" ? row.agent.status : row.step.status;
  const kind = row.kind === "agent" ? "agent" : row.step.kind;
  const name = row.kind === "agent" ? row.agent.agent : row.step.name;
  return (
    <div role="listitem" class={isSelected ? "diff-row is-selected" : "diff-row"} style={style}>
      <button onClick={onSelect} style={{ paddingLeft: `${8 + Math.min(row.depth, 16) * 14}px` }}>
        <span class={`sign ${TONES[status]}`} aria-label={status}>
          {SIGNS[status]}
        </span>
        <Icon name={kind} tone={kind} />
        <b>{lineOf(name, 60)}</b>
        <span class="tree-gist">
          {row.kind === "agent" ? lineOf(row.agent.goal.a ?? row.agent.goal.b ?? "", 160) : differsText(row.step.differs)}
        </span>
        {row.kind === "agent" && (
          <span class="diff-figures">
            {outcomeText(row.agent.outcome)}
            <Change delta={row.agent.deltas.seconds} text={secondsText} />
            <Change delta={row.agent.deltas.tokens} text={(tokens) => `${countText(tokens)} tok`} />
          </span>
        )}
      </button>
    </div>
  );
}

function differsText(differs: readonly string[]): string {
  return differs.length === 0 ? "" : `${differs.join(", ")} differ${differs.length === 1 ? "s" : ""}`;
}

function outcomeText({ a, b }: { readonly a: string | null; readonly b: string | null }): string {
  if (a === b || a === null || b === null) return (a ?? b ?? "").replaceAll("_", " ");
  return `${a} → ${b}`.replaceAll("_", " ");
}
