import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Row } from "../../src/viewer/column.ts";
import { rowsOf } from "../../src/viewer/rows-of.ts";
import { tableOf } from "../../src/viewer/table-of.ts";

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, 0, "", "null", true, "same") },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.record({ a: fc.nat(3), b: fc.constantFrom("x", "y") }) },
);
const rows = fc.array(fc.dictionary(fc.constantFrom("id", "name", "usage", "own", "note"), cell));

describe("rows as columns", () => {
  it("come back as they were, whatever they hold, through JSON", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const plain = JSON.parse(JSON.stringify(given)) as Row[];

        expect(rowsOf(JSON.parse(JSON.stringify(tableOf(plain))))).toEqual(plain);
      }),
      { seed: 20260101, numRuns: 400 },
    );
  });

  it.each<{ title: string; values: Row[string][]; by: string }>([
    { title: "what nearly all share", values: [0, 0, 0, 7, 0, 0, 0, 0], by: "most" },
    {
      title: "a few texts",
      values: Array.from({ length: 40 }, (_, index) => ["left", "right", "up"][index % 3] ?? ""),
      by: "choice",
    },
    { title: "texts that are all different", values: ["a", "b", "c", "d"], by: "value" },
    {
      title: "objects of one shape",
      values: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
        { x: 5, y: 6 },
      ],
      by: "fields",
    },
  ])("store $title by $by", ({ values, by }) => {
    const [[, column] = []] = tableOf(values.map((value) => ({ field: value }))).columns;

    expect(column?.by).toBe(by);
  });

  it("store a column that repeats another as such", () => {
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const { columns } = tableOf(texts.map((text, index) => ({ output: text, observation: index === 3 ? "cut" : text })));

    expect(columns[1]).toEqual(["observation", { by: "like", column: "output", at: [3], are: ["cut"], gaps: [] }]);
  });

  it.each<{ title: string; rows: Row[] }>([
    {
      title: "most rows share",
      rows: Array.from({ length: 12 }, (_, index) =>
        index === 4 ? { id: index } : { id: index, note: index === 6 ? "late" : null },
      ),
    },
    {
      title: "repeats another",
      rows: Array.from({ length: 12 }, (_, index) => (index === 4 ? { a: `${index}` } : { a: `${index}`, b: `${index}` })),
    },
    {
      title: "has few values",
      rows: Array.from({ length: 40 }, (_, index) =>
        index === 4 ? { id: index } : { id: index, way: index % 2 ? "up" : "down" },
      ),
    },
    {
      title: "differs everywhere",
      rows: Array.from({ length: 12 }, (_, index) => (index === 4 ? { z: 1 } : { z: 1, text: `text ${index}` })),
    },
  ])("keep a row apart that lacks a field which $title", ({ rows: given }) => {
    expect(rowsOf(tableOf(given))).toStrictEqual(given);
  });

  it.each([1e12, -1, NaN, Infinity])("are not made where there are said to be %d of them", (count) => {
    expect(() => rowsOf({ rows: count, columns: [] })).toThrow(`a table of ${count} rows is not read; at most 10000000 are`);
  });

  it("leave out a field called __proto__ and touch no prototype", () => {
    const hostile = JSON.parse('[{ "__proto__": { "polluted": true }, "id": 1 }]') as Row[];

    expect(rowsOf(tableOf(hostile))).toEqual([{ id: 1 }]);
    expect("polluted" in {}).toBe(false);
  });
});
