import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { align, type Pair } from "../../../src/trace/diff/align.ts";

const letters = (text: string): string[] => [...text];
const numbered = (length: number, name: string): string[] => Array.from({ length }, (_, index) => `${name} ${index}`);

// The longest common subsequence as the textbook counts it.
function longest(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    b.forEach((other, j) => next.push(item === other ? (row[j] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const isAligned = (a: readonly string[], b: readonly string[], pairs: readonly Pair[]): boolean => {
  return pairs.every(
    ([i, j], index) =>
      a[i] === b[j] && i < a.length && (index === 0 || (i > (pairs[index - 1]?.[0] ?? 0) && j > (pairs[index - 1]?.[1] ?? 0))),
  );
};

describe("align", () => {
  it.each([
    { a: "", b: "", pairs: [] },
    { a: "abc", b: "", pairs: [] },
    { a: "abc", b: "abc", pairs: [[0, 0], [1, 1], [2, 2]] },
    { a: "abc", b: "xabc", pairs: [[0, 1], [1, 2], [2, 3]] },
    { a: "abcd", b: "abxcd", pairs: [[0, 0], [1, 1], [2, 3], [3, 4]] },
    { a: "abcabc", b: "bca", pairs: [[1, 0], [2, 1], [3, 2]] },
    { a: "ab", b: "ba", pairs: [[0, 1]] },
  ])("pairs '$a' with '$b'", ({ a, b, pairs }) => {
    expect(align(letters(a), letters(b))).toEqual(pairs);
  });

  it("finds as many pairs as there can be in short lists", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 60 });

    fc.assert(
      fc.property(list, list, (a, b) => {
        const pairs = align(a, b);

        expect(isAligned(a, b, pairs)).toBe(true);
        expect(pairs.length).toBe(longest(a, b));
      }),
      { seed: 20260101 },
    );
  });

  it("keeps everything but what was added and removed in long lists", () => {
    const edits = fc.array(fc.record({ at: fc.nat(1999), isAdded: fc.boolean() }), { maxLength: 40 });

    fc.assert(
      fc.property(edits, (some) => {
        const a = numbered(2000, "step");
        const b = [...a];
        for (const { at, isAdded } of some) b.splice(at, isAdded ? 0 : 1, ...(isAdded ? [`new ${at}`] : []));
        const pairs = align(a, b);

        expect(isAligned(a, b, pairs)).toBe(true);
        expect(pairs.length).toBe(b.filter((item) => item.startsWith("step")).length);
      }),
      { seed: 20260101, numRuns: 30 },
    );
  });

  it("takes long lists of whatever makes it hard", { timeout: 60_000 }, () => {
    const size = 50_000;
    const same = new Array<string>(size).fill("x");
    const hard = [
      [same, [...same, "y"]],
      [["y", ...same], [...same, "z"]],
      [numbered(size, "a"), numbered(size, "b")],
      [numbered(size, "a"), numbered(size, "a").reverse()],
      [numbered(size, "a").map((item, index) => (index % 2 ? item : "x")), numbered(size, "a").map((item, index) => (index % 3 ? item : "x"))],
      [same.map((_item, index) => `${index % 7}`), same.map((_item, index) => `${index % 5}`)],
    ] as const;

    for (const [a, b] of hard) expect(isAligned(a, b, align(a, b))).toBe(true);
    expect(align(same, [...same, "y"]).length).toBe(size);
    expect(align(["y", ...same], [...same, "z"]).length).toBe(size);
  });
});
