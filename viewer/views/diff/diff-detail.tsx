import type { JSX } from "preact";
import { escapeLines } from "../../../src/core/escape.ts";
import { lineOf } from "../../parts/words.ts";
import type { DiffRow } from "../../shape/diff-rows.ts";
import { Deltas } from "./deltas.tsx";

/** What differs of the row that is selected: its figures, and how its conclusion changed, piece by piece. */
export function DiffDetail({ row }: { row: DiffRow }): JSX.Element {
  if (row.kind === "step") {
    const { status, differs, id } = row.step;
    const where = [id.a, id.b].map((each) => (each === null ? "–" : lineOf(each, 120)));
    return (
      <section class="diff-detail" aria-label="Details" tabIndex={0} data-keeps-arrows>
        <p>
          {status}
          {differs.length > 0 && `: ${differs.join(", ")}`} <span class="quiet">({where.join(" → ")})</span>
        </p>
      </section>
    );
  }
  const { deltas, conclusion, differs, status } = row.agent;
  return (
    <section class="diff-detail" aria-label="Details" tabIndex={0} data-keeps-arrows>
      <Deltas deltas={deltas} />
      {differs.length > 0 && <p>What differs of the agent itself: {differs.join(", ")}.</p>}
      {conclusion ? (
        <pre class="text-diff">
          {conclusion.parts.map(({ kind, text }, index) => {
            const shown = escapeLines(text);
            if (kind === "added") return <ins key={index}>{shown}</ins>;
            return kind === "removed" ? <del key={index}>{shown}</del> : <span key={index}>{shown}</span>;
          })}
          {conclusion.isCut && "\n[only the beginnings were compared]"}
        </pre>
      ) : (
        <p class="quiet">
          {status === "same" || status === "changed" ? "Its conclusion is the same." : "Only one of the runs has it."}
        </p>
      )}
    </section>
  );
}
