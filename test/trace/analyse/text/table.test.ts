import { describe, expect, it } from "vitest";
import { tableLines, type Column } from "../../../../src/trace/analyse/text/table.ts";

interface Row {
  readonly name: string;
  readonly size: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "name", text: ({ name }) => name, worth: Infinity },
  { title: "size", text: ({ size }) => (size === 0 ? "" : String(size)), worth: 2 },
  { title: "half", text: ({ size }) => String(size / 2), worth: 1 },
];
const ROWS: readonly Row[] = [
  { name: "a long name, really", size: 1000 },
  { name: "漢字", size: 0 },
];

describe("tableLines", () => {
  it("puts names to the left and figures to the right, without blanks at the end", () => {
    expect(tableLines(ROWS, COLUMNS.slice(0, 2), 80)).toEqual(["name                 size", "a long name, really  1000", "漢字"]);
  });

  it("cuts names before it leaves columns out, and leaves out what is worth least", () => {
    expect(tableLines(ROWS, COLUMNS, 24)).toEqual(["name          size  half", "a long name…  1000   500", "漢字                   0"]);
    expect(tableLines(ROWS, COLUMNS, 20)).toEqual(["name            size", "a long name,…   1000", "漢字"]);
    expect(tableLines(ROWS, COLUMNS, 8)).toEqual(["name", "a long…", "漢字"]);
  });

  it("is a line of titles where there are no rows, and nothing without columns", () => {
    expect(tableLines([], COLUMNS, 80)).toEqual(["name  size  half"]);
    expect(tableLines(ROWS, [], 80)).toEqual([]);
  });
});
