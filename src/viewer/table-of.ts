import type { JsonValue } from "../core/json.ts";
import type { Cell, Column, Exceptions, Row, Table } from "./column.ts";

/**
 * The rows as columns, without what they repeat: a trace becomes about a quarter of its JSON, and is read in a quarter of
 * the time. Nothing is lost but the order of keys, and a field called `__proto__`.
 */
export function tableOf(rows: readonly Row[]): Table {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  names.delete("__proto__");
  const known = new Map<string, readonly Cell[]>();
  const columns = [...names].map((name) => {
    const cells = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined));
    const column = columnOf(cells, known);
    known.set(name, cells);
    return [name, column] as const;
  });
  return { rows: rows.length, columns };
}

const MOSTLY = 0.7;
const FEW = 0.25;
const MANY = 0.8;

// A sample chooses the form; whatever it is, the exceptions make it exact.
function columnOf(cells: readonly Cell[], known: ReadonlyMap<string, readonly Cell[]>): Column {
  const sample = sampleOf(cells);
  const [commonest, count, distinct] = commonestOf(sample.map((index) => cells[index]));
  if (count >= MOSTLY * sample.length) return mostly(cells, commonest);
  const like = [...known].find(([, others]) => isMostlyLike(cells, others, sample));
  if (like) return { by: "like", column: like[0], ...exceptions(cells, (index) => like[1][index]) };
  const chosen = distinct < MANY * sample.length ? choices(cells) : null;
  if (chosen && chosen.of.length <= FEW * cells.length) return chosen;
  if (cells.every(isUniformWith(cells[0]))) return { by: "fields", table: tableOf(cells as readonly Row[]) }; // every cell is an object
  const values = cells.filter((cell) => cell !== undefined);
  return { by: "value", values, gaps: gapsIn(cells) };
}

const SAMPLE = 400;

// Places spread evenly over the list, all of it where it is short.
function sampleOf(cells: readonly Cell[]): number[] {
  const size = Math.min(SAMPLE, cells.length);
  return Array.from({ length: size }, (_, index) => Math.floor((index * cells.length) / size));
}

// Texts are compared as they are, everything else by its JSON; the quote keeps the text `null` apart from the value.
function keyOf(cell: Cell): string | undefined {
  return typeof cell === "string" ? `"${cell}` : JSON.stringify(cell);
}

function commonestOf(cells: readonly Cell[]): [cell: Cell, count: number, distinct: number] {
  const counts = new Map<string | undefined, { cell: Cell; count: number }>();
  let best: { cell: Cell; count: number } = { cell: undefined, count: 0 };
  for (const cell of cells) {
    const key = keyOf(cell);
    const entry = counts.get(key) ?? { cell, count: 0 };
    counts.set(key, entry);
    entry.count += 1;
    if (entry.count > best.count) best = entry;
  }
  return [best.cell, best.count, counts.size];
}

function mostly(cells: readonly Cell[], commonest: Cell): Column {
  const rest = exceptions(cells, () => commonest);
  return commonest === undefined ? { by: "none", ...rest } : { by: "most", value: commonest, ...rest };
}

function exceptions(cells: readonly Cell[], expected: (index: number) => Cell): Exceptions {
  const at: number[] = [];
  const are: JsonValue[] = [];
  const gaps: number[] = [];
  cells.forEach((cell, index) => {
    if (isSame(cell, expected(index))) return;
    if (cell === undefined) gaps.push(index);
    else {
      at.push(index);
      are.push(cell);
    }
  });
  return { at, are, gaps };
}

function isSame(one: Cell, other: Cell): boolean {
  return one === other || (typeof one === "object" && typeof other === "object" && keyOf(one) === keyOf(other));
}

function isMostlyLike(cells: readonly Cell[], others: readonly Cell[], sample: readonly number[]): boolean {
  const same = sample.filter((index) => isSame(cells[index], others[index]));
  return same.length >= MOSTLY * sample.length;
}

function choices(cells: readonly Cell[]): Extract<Column, { by: "choice" }> {
  const places = new Map<string | undefined, number>();
  const of: JsonValue[] = [];
  const picks = cells.map((cell) => {
    const key = keyOf(cell);
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = cell === undefined ? -1 : of.push(cell) - 1;
    places.set(key, place);
    return place;
  });
  return { by: "choice", of, picks };
}

function isUniformWith(first: Cell): (cell: Cell) => boolean {
  const names = isRow(first) ? namesOf(first) : "[]";
  return (cell) => names !== "[]" && !names.includes("__proto__") && isRow(cell) && namesOf(cell) === names;
}

function namesOf(row: Row): string {
  return JSON.stringify(Object.keys(row));
}

function isRow(cell: Cell): cell is Row {
  return typeof cell === "object" && cell !== null && !Array.isArray(cell);
}

function gapsIn(cells: readonly Cell[]): number[] {
  const gaps: number[] = [];
  for (const [index, cell] of cells.entries()) if (cell === undefined) gaps.push(index);
  return gaps;
}
