import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownOnly } from "../../../../src/core/usage.ts";
import { figureCell, textCell } from "../../../../src/trace/export/text/csv-cell.ts";
import { toCsv } from "../../../../src/trace/export/tables/to-csv.ts";
import { runOf, snapshotOf, tokens } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";
import { HOSTILE_TEXTS, hostileRuns } from "../../hostile.ts";

// RFC 4180, strictly: records end in CRLF, a quoted cell may hold anything with quotes doubled, another no quote, comma or break.
function parsed(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/uy;
  while (cell.lastIndex < csv.length) {
    const at = cell.lastIndex;
    const [, quoted, bare = "", end] = cell.exec(csv) ?? [];
    if (end === undefined) throw new Error(`no cell at ${at}: ${csv.slice(at, at + 40)}`);
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const asRecords = (csv: string): Record<string, string>[] => {
  const [names = [], ...rows] = parsed(csv);
  return rows.map((row) => Object.fromEntries(row.flatMap((cell, index) => (cell === "" ? [] : [[names[index] ?? "", cell]]))));
};

describe("toCsv", () => {
  it("has a line of names and a line for each step, tokens and cost on turns alone", () => {
    const usage = ownOnly({ ...tokens(60, 40, 0.25), cachedTokens: 10, reasoningTokens: 5 });
    const open = { open: "running" } as const;
    const steps = [
      turn("0#1", [0, 1], { usage, output: "I ask." }),
      ask("0#1.0", [1.5, 2], [turn("0/1.0#1", [1.5, 2], { usage })], { goal: "tides, today", arguments: { goal: "tides, today" }, output: "At noon.", queuedSeconds: 0.5 }),
      call("0#1.1", [1, 1], { ...open, error: "KeyError: zz" }),
    ];
    const csv = toCsv(snapshotOf(steps, { seconds: 3 }));

    expect(csv.split("\r\n")[0]).toBe(
      "id,delegation,agent,path,depth,kind,name,model,specialist,outcome,stop_reason,open,started_at,queued_seconds,seconds,input_tokens,output_tokens,cached_tokens,reasoning_tokens,cost,subtree_steps,subtree_tokens,subtree_cost,goal,arguments,output,error",
    );
    expect(asRecords(csv)).toEqual([
      {
        id: "0#1", agent: "lead", path: "0", depth: "0", kind: "model", name: "chat", model: "scripted", started_at: "2026-01-01T00:00:00.000Z", queued_seconds: "0", seconds: "1",
        input_tokens: "60", output_tokens: "40", cached_tokens: "10", reasoning_tokens: "5", cost: "0.25", output: "I ask.",
      },
      {
        id: "0#1.0", agent: "lead", path: "0", depth: "0", kind: "agent", name: "ask_researcher", specialist: "researcher", outcome: "answered", stop_reason: "completed",
        started_at: "2026-01-01T00:00:01.500Z", queued_seconds: "0.5", seconds: "0.5", subtree_steps: "2", subtree_tokens: "100", subtree_cost: "0.25", goal: "tides, today",
        arguments: '{"goal":"tides, today"}', output: "At noon.",
      },
      {
        id: "0/1.0#1", delegation: "0#1.0", agent: "researcher", path: "0/1.0", depth: "1", kind: "model", name: "chat", model: "scripted", started_at: "2026-01-01T00:00:01.500Z",
        queued_seconds: "0", seconds: "0.5", input_tokens: "60", output_tokens: "40", cached_tokens: "10", reasoning_tokens: "5", cost: "0.25",
      },
      {
        id: "0#1.1", agent: "lead", path: "0", depth: "0", kind: "tool", name: "search", open: "running", started_at: "2026-01-01T00:00:01.000Z", queued_seconds: "0", seconds: "0",
        arguments: "{}", error: "KeyError: zz",
      },
    ]);
  });

  it("is one well-formed record a step, whatever is in the trace, and no cell a formula", () => {
    for (const { run } of hostileRuns()) {
      const rows = parsed(toCsv(run));

      expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
      expect(rows.slice(1).flat().filter((cell) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) || /^[\t\r\n]/.test(cell))).toEqual([]);
      expect(rows.flat().filter((cell) => cell.length > 33_000 || /[\u0000\u001b\u202e]|[\ud800-\udfff]/u.test(cell))).toEqual([]);
    }
  });

  it("is a line of names for a run without steps", () => {
    expect(parsed(toCsv(runOf([]))).length).toBe(1);
  });
});

describe("textCell", () => {
  it.each([
    { text: "plain", cell: "plain" },
    { text: "", cell: "" },
    { text: 'a "b", c', cell: '"a ""b"", c"' },
    { text: "two\r\nlines\r", cell: '"two\nlines\\r"' },
    { text: " kept ", cell: '" kept "' },
    { text: "=1+1", cell: "'=1+1" },
    { text: " =1+1", cell: "' =1+1" },
    { text: "\t=1", cell: "'\t=1" },
    { text: "\nx", cell: `"'\nx"` },
    { text: "-5", cell: "'-5" },
    { text: "a-5", cell: "a-5" },
    { text: "＠x", cell: "'＠x" },
    { text: "\u200B=1", cell: "'\\u{200b}=1" },
    { text: "a\u0000b\uD800", cell: "a\\u{0}b\\u{d800}" },
  ])("of $text is $cell", ({ text, cell }) => {
    expect(textCell(text)).toBe(cell);
  });

  it("cuts after 32 000 characters, and never a character", () => {
    expect(textCell(`${"x".repeat(31_999)}😀`)).toBe(`${"x".repeat(31_999)}…`);
  });

  it("can be read back from any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE_TEXTS.map((text) => text.slice(0, 100)))), (text) => {
        const rows = parsed(`${textCell(text)},x\r\n`);

        expect([rows.length, rows[0]?.length, rows[0]?.[1]]).toEqual([1, 2, "x"]);
      }),
      { seed: 20260101 },
    );
  });
});

describe("figureCell", () => {
  it.each([
    { figure: 0, cell: "0" },
    { figure: 0.25, cell: "0.25" },
    { figure: null, cell: "" },
    { figure: undefined, cell: "" },
    { figure: Number.NaN, cell: "" },
    { figure: Infinity, cell: "" },
  ])("of $figure is '$cell'", ({ figure, cell }) => {
    expect(figureCell(figure)).toBe(cell);
  });
});
