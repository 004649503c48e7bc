import { describe, expect, it } from "vitest";
import { readQuery, type Term } from "../../../src/trace/find/query.ts";

const anywhere = (text: string, negated = false): Term => ({ condition: { type: "anywhere", text }, negated });

describe("readQuery", () => {
  it.each<{ query: string; terms: readonly Term[] }>([
    { query: "", terms: [] },
    { query: " \t\n ", terms: [] },
    { query: "Tide porto", terms: [anywhere("tide"), anywhere("porto")] },
    { query: '"Two words" -"not these"', terms: [anywhere("two words"), anywhere("not these", true)] },
    { query: 'a-b -c', terms: [anywhere("a-b"), anywhere("c", true)] },
    { query: '"a:b \\"c\\" \\\\d"', terms: [anywhere('a:b "c" \\d')] },
    { query: 'agent:"The Lead" -TOOL:Search', terms: [{ condition: { type: "text", field: "agent", text: "the lead" }, negated: false }, { condition: { type: "text", field: "tool", text: "search" }, negated: true }] },
    { query: "error:", terms: [{ condition: { type: "text", field: "error", text: "" }, negated: false }] },
    { query: "kind:Tool outcome:timed_out is:open", terms: [
      { condition: { type: "choice", field: "kind", value: "tool" }, negated: false },
      { condition: { type: "choice", field: "outcome", value: "timed_out" }, negated: false },
      { condition: { type: "choice", field: "is", value: "open" }, negated: false },
    ] },
    { query: "depth>2 ms<=0.5 tokens:7 -cost>=1.25 queued=0", terms: [
      { condition: { type: "number", field: "depth", comparison: ">", value: 2 }, negated: false },
      { condition: { type: "number", field: "ms", comparison: "<=", value: 0.5 }, negated: false },
      { condition: { type: "number", field: "tokens", comparison: "=", value: 7 }, negated: false },
      { condition: { type: "number", field: "cost", comparison: ">=", value: 1.25 }, negated: true },
      { condition: { type: "number", field: "queued", comparison: "=", value: 0 }, negated: false },
    ] },
    { query: '"a""b"c', terms: [anywhere("a"), anywhere("b"), anywhere("c")] },
  ])("understands '$query'", ({ query, terms }) => {
    expect(readQuery(query)).toEqual({ ok: true, terms });
  });

  it.each([
    { query: "colour:red", part: "colour:red", allowed: "agent: tool: model: error: goal: id: kind: outcome: is: depth> ms> queued> tokens> cost>; put a text that has a : < or > in quotes" },
    { query: "a http://x b", part: "http://x", allowed: "agent: tool: model: error: goal: id: kind: outcome: is: depth> ms> queued> tokens> cost>; put a text that has a : < or > in quotes" },
    { query: "constructor:x", part: "constructor:x", allowed: "agent: tool: model: error: goal: id: kind: outcome: is: depth> ms> queued> tokens> cost>; put a text that has a : < or > in quotes" },
    { query: "kind:step", part: "kind:step", allowed: "kind:model kind:tool kind:agent" },
    { query: "kind>model", part: "kind>model", allowed: "kind:model kind:tool kind:agent" },
    { query: "tool>3", part: "tool>3", allowed: "tool:some-text" },
    { query: "agent:", part: "agent:", allowed: "agent:some-text" },
    { query: "ms>soon", part: "ms>soon", allowed: "ms with > < >= <= or = and a number of at least 0, as in ms>2" },
    { query: "depth>-1", part: "depth>-1", allowed: "depth with > < >= <= or = and a number of at least 0, as in depth>2" },
    { query: "cost>1e9", part: "cost>1e9", allowed: "cost with > < >= <= or = and a number of at least 0, as in cost>2" },
    { query: "-", part: "-", allowed: "a word after -" },
    { query: 'a "b c', part: '"b c', allowed: 'a text between two quotes ("); a quote inside it is written \\"' },
    { query: 'tool:"b', part: 'tool:"b', allowed: 'a text between two quotes ("); a quote inside it is written \\"' },
    { query: 'x"y"', part: 'x"y"', allowed: 'a text between two quotes ("); a quote inside it is written \\"' },
  ])("says what is wrong with '$query'", ({ query, part, allowed }) => {
    expect(readQuery(query)).toEqual({ ok: false, problem: { part, allowed } });
  });

  it("takes queries of a million characters", () => {
    const long = "x".repeat(1_000_000);

    expect(readQuery(`"${long}"`)).toEqual({ ok: true, terms: [anywhere(long)] });
    expect(readQuery(long)).toEqual({ ok: true, terms: [anywhere(long)] });
    expect(readQuery(`"${"\\".repeat(1_000_001)}`)).toMatchObject({ ok: false });
    expect(readQuery("a ".repeat(100_000))).toMatchObject({ ok: true });
  });
});
