import type { JSX } from "preact";
import { usePage, useStateOf } from "../../parts/use-store.ts";

interface HeadProps {
  readonly columns: readonly string[];
  /** The columns that hold figures, which stand to the right. */
  readonly figures: ReadonlySet<string>;
  readonly template: string;
}

/** The head of a table: each column can be sorted by, first the larger values, then the smaller ones, then not at all. */
export function TableHead({ columns, figures, template }: HeadProps): JSX.Element {
  const page = usePage();
  const { sorting } = useStateOf("sorting");
  const next = (column: string): void => {
    if (sorting?.column !== column) return page.set({ sorting: { column, descending: true } });
    page.set({ sorting: sorting.descending ? { column, descending: false } : null });
  };
  return (
    <div class="table-row table-head" role="row" style={{ gridTemplateColumns: template }}>
      {columns.map((column) => {
        const order = sorting?.column !== column ? "none" : sorting.descending ? "descending" : "ascending";
        return (
          <span key={column} role="columnheader" aria-sort={order} class={figures.has(column) ? "number" : ""}>
            <button onClick={() => next(column)}>
              {column}
              <span aria-hidden>{order === "none" ? "" : order === "descending" ? " ↓" : " ↑"}</span>
            </button>
          </span>
        );
      })}
    </div>
  );
}
