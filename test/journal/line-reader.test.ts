import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/core/journal.ts";
import { LineReader } from "../../src/journal/line-reader.ts";
import { NO_LINES, writeLine, type Line } from "../../src/journal/line.ts";
import { headerOf, keyOf, recordOf } from "./kill/headers.ts";

const HEADER: Line = { type: "header", header: headerOf("one") };
const ENTRIES: readonly JournalEntry[] = [
  { type: "begin", key: keyOf(1), at: 1_000 },
  { type: "record", record: recordOf(1) },
  { type: "cancel", reason: "enough", at: 3_000 },
];

function written(lines: readonly Line[]): readonly string[] {
  let end = NO_LINES;
  return lines.map((line) => {
    const next = writeLine(line, end);
    end = next.end;
    return next.text;
  });
}

function readerOf(texts: readonly string[]): LineReader {
  const reader = new LineReader();
  for (const text of texts) expect(reader.take(text)).toBeNull();
  return reader;
}

const [head = "", begin = "", record = "", cancel = ""] = written([HEADER, ...ENTRIES]);
const NOT_AS_WRITTEN = { ok: false, is: "is not as it was written, or a line before it is missing" };

describe("the lines of a journal", () => {
  it("come back as they were written, and tell where the journal is", () => {
    const { header, log, end } = readerOf([head, begin, record, cancel]);

    expect({ header, entries: log.entries }).toEqual({ header: headerOf("one"), entries: ENTRIES });
    expect(end).toEqual({ lines: 4, checksum: cancel.slice(-18, -2) });
  });

  it.each([
    { what: "that was changed", before: [head], text: begin.replace("1000", "1001") },
    { what: "that is cut off", before: [head], text: begin.slice(0, -1) },
    { what: "that is empty", before: [head], text: "" },
    { what: "after one that was lost", before: [head, begin], text: cancel },
    { what: "that stands twice", before: [head, begin], text: begin },
    { what: "of another run", before: [head], text: written([{ type: "header", header: headerOf("two") }, ...ENTRIES])[1] ?? "" },
  ])("are not trusted where one $what", ({ before, text }) => {
    expect(readerOf(before).take(text)).toEqual(NOT_AS_WRITTEN);
  });

  it.each([
    { what: "begins without a header", before: [], lines: [ENTRIES[0] as JournalEntry] },
    { what: "has a second header", before: [HEADER], lines: [HEADER] },
  ])("are not trusted where a journal $what", ({ before, lines }) => {
    const texts = written([...before, ...lines]);

    expect(readerOf(texts.slice(0, before.length)).take(texts.at(-1) ?? "")).toEqual({ ok: false, is: "is in the wrong place" });
  });

  it("of a later version are told from damaged ones", () => {
    const later = { ...headerOf("one"), version: 2 } as unknown as ReturnType<typeof headerOf>; // as a later program would write it
    const [text = ""] = written([{ type: "header", header: later }]);

    expect(new LineReader().take(text)).toEqual({ ok: false, is: "is of a later version than this program knows, which is 1", isNewer: true });
  });

  it("leave the reader as it was where one is not trusted", () => {
    const reader = readerOf([head]);
    reader.take(cancel);

    expect([reader.end.lines, [...reader.log.entries], reader.take(begin)]).toEqual([1, [], null]);
  });
});
