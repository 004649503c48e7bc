import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { compareRuns } from "../../../src/trace/diff/compare-runs.ts";
import type { Divergence } from "../../../src/trace/diff/run-diff.ts";
import { Icon } from "../../parts/icon.tsx";
import { Rows } from "../../parts/rows.tsx";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { countText, lineOf } from "../../parts/words.ts";
import { diffRowsOf } from "../../shape/diff-rows.ts";
import { goTo } from "../../state/actions.ts";
import { OpenButtons } from "../../panels/open-buttons.tsx";
import type { Trace } from "../../trace/trace.ts";
import { DiffDetail } from "./diff-detail.tsx";
import { DiffLine } from "./diff-line.tsx";
import { Deltas } from "./deltas.tsx";

/** Two runs side by side: the trees aligned, figures as deltas, what was added, removed and changed. */
export function DiffView({ trace }: { trace: Trace }): JSX.Element {
  const { other } = useStateOf("other");
  return other ? <Compared trace={trace} other={other} /> : <Invitation />;
}

function Invitation(): JSX.Element {
  return (
    <div class="invitation">
      <Icon name="compare" />
      <p>Choose a second trace, or drop one here, to see what the two runs did differently.</p>
      <p class="buttons">
        <OpenButtons />
      </p>
    </div>
  );
}

function Compared({ trace, other }: { trace: Trace; other: Trace }): JSX.Element {
  const page = usePage();
  const [withSame, setWithSame] = useState(false);
  const [chosen, choose] = useState(0);
  const found = useMemo(() => compareRuns(trace.run, other.run), [trace, other]);
  const rows = useMemo(() => diffRowsOf(found, withSame), [found, withSame]);
  const row = rows[Math.min(chosen, rows.length - 1)];
  const pick = (place: number): void => {
    choose(place);
    const picked = rows[place];
    const id = picked?.kind === "step" ? picked.step.id.a : (picked?.agent.id.a ?? null);
    if (id !== null && trace.nodeOf(id) !== null) goTo(page, trace.nodeOf(id) ?? 0);
  };
  return (
    <div class="view-column diff">
      <div class="view-bar">
        <span>
          <b>a</b> {lineOf(trace.name, 60)} <b>b</b> {lineOf(other.name, 60)}
        </span>
        <label class="choice">
          <input type="checkbox" checked={withSame} onChange={({ currentTarget }) => setWithSame(currentTarget.checked)} />
          <span>show what is the same</span>
        </label>
        <button onClick={() => page.set({ other: null })}>
          <Icon name="close" /> Stop comparing
        </button>
      </div>
      <div class="diff-head" tabIndex={0} role="group" aria-label="Sums">
        <Deltas deltas={found.deltas} />
        <p>
          {found.isSame ? "Nothing but times and figures differs." : agentsText(found.agents)}
          {found.firstDivergence && <FirstDivergence divergence={found.firstDivergence} />}
        </p>
      </div>
      <Rows
        class="diff-rows"
        count={rows.length}
        rowHeight={30}
        attributes={{ role: "list", tabIndex: 0, "aria-label": "Differences" }}
        row={(place, style) => {
          const shown = rows[place];
          return shown ? (
            <DiffLine key={place} row={shown} isSelected={shown === row} style={style} onSelect={() => pick(place)} />
          ) : (
            <div key={place} />
          );
        }}
      />
      {row && <DiffDetail row={row} />}
    </div>
  );
}

function agentsText({
  same,
  changed,
  added,
  removed,
}: Readonly<Record<"same" | "changed" | "added" | "removed", number>>): string {
  const alone = `${countText(added)} only in b, ${countText(removed)} only in a`;
  return `Agents: ${countText(same)} the same, ${countText(changed)} changed, ${alone}. `;
}

function FirstDivergence({ divergence }: { divergence: Divergence }): JSX.Element {
  const { type, kind, name, field, text } = divergence;
  const what = field === null ? type : `${field} ${type}`;
  return (
    <>
      First divergence: {kind} <b>{lineOf(name, 60)}</b>, {what}
      {text.a !== null && (
        <>
          : <q class="tone-bad">{lineOf(text.a, 90)}</q> became <q class="tone-good">{lineOf(text.b ?? "", 90)}</q>
        </>
      )}
    </>
  );
}
