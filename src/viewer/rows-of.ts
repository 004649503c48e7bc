import type { JsonValue } from "../core/json.ts";
import type { Cell, Column, Exceptions, Row, Table } from "./column.ts";

const MOST_ROWS = 10_000_000; // a trace has a step or a booking for each; what claims more was not made by `tableOf`

/** The rows back from their columns. Values that repeat are shared, so they must not be changed. Throws for a size that is none. */
export function rowsOf({ rows, columns }: Table): Row[] {
  if (!(rows >= 0 && rows <= MOST_ROWS)) throw new Error(`a table of ${rows} rows is not read; at most ${MOST_ROWS} are`);
  const known = new Map<string, readonly Cell[]>();
  for (const [name, column] of columns) known.set(name, cellsOf(column, rows, known));
  const fields = columns.flatMap(([name, column]) => (isConstant(column) ? [] : [[name, known.get(name) ?? []] as const]));
  const everywhere = [...known].filter(([, cells]) => !cells.includes(undefined));
  const first = Object.fromEntries(everywhere.map(([name, cells]) => [name, cells[0]])) as Row; // without gaps
  return Array.from({ length: rows }, (_, index) => {
    const row: Record<string, JsonValue> = { ...first }; // a copy has most fields at once, which is far faster than one by one
    for (const [name, cells] of fields) {
      const cell = cells[index];
      if (cell !== undefined) row[name] = cell;
    }
    return row;
  });
}

// The first row stands for all.
function isConstant(column: Column): boolean {
  return (column.by === "most" || column.by === "none") && column.at.length === 0 && column.gaps.length === 0;
}

function cellsOf(column: Column, rows: number, known: ReadonlyMap<string, readonly Cell[]>): readonly Cell[] {
  switch (column.by) {
    case "most":
      return amended(new Array<Cell>(rows).fill(column.value), column);
    case "none":
      return amended(new Array<Cell>(rows).fill(undefined), column);
    case "like":
      return amended([...(known.get(column.column) ?? new Array<Cell>(rows).fill(undefined))], column);
    case "choice":
      return column.picks.map((pick) => column.of[pick]);
    case "fields":
      return rowsOf(column.table);
    case "value":
      return withGaps(column.values, column.gaps);
  }
}

function amended(cells: Cell[], { at, are, gaps }: Exceptions): readonly Cell[] {
  at.forEach((index, exception) => (cells[index] = are[exception]));
  for (const index of gaps) cells[index] = undefined;
  return cells;
}

function withGaps(values: readonly JsonValue[], gaps: readonly number[]): readonly Cell[] {
  if (gaps.length === 0) return values;
  const missing = new Set(gaps);
  let next = 0;
  return Array.from({ length: values.length + gaps.length }, (_, index) => (missing.has(index) ? undefined : values[next++]));
}
