import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coveredMs, uncovered } from "../../../../src/trace/analyse/figures/covered.ts";

const stretch = (startedAt: number, endedAt: number): { startedAt: number; endedAt: number } => ({ startedAt, endedAt });

describe("coveredMs", () => {
  it.each([
    { title: "nothing", stretches: [], ms: 0 },
    { title: "one inside", stretches: [stretch(2, 5)], ms: 3 },
    { title: "overlaps once", stretches: [stretch(4, 8), stretch(2, 5)], ms: 6 },
    { title: "only what is within", stretches: [stretch(-5, 1), stretch(9, 20)], ms: 2 },
    { title: "nothing outside", stretches: [stretch(-5, -1), stretch(11, 20)], ms: 0 },
  ])("counts $title", ({ stretches, ms }) => {
    expect(coveredMs(stretches, stretch(0, 10))).toBe(ms);
  });
});

describe("uncovered", () => {
  it("names the gaps in order, those at both ends too", () => {
    expect(uncovered([stretch(6, 7), stretch(2, 4), stretch(3, 5)], stretch(0, 10))).toEqual([
      stretch(0, 2),
      stretch(5, 6),
      stretch(7, 10),
    ]);
  });

  it("is everything that coveredMs does not count", () => {
    const stretches = fc.array(
      fc.tuple(fc.integer({ min: -20, max: 120 }), fc.nat(30)).map(([from, length]) => stretch(from, from + length)),
    );

    fc.assert(
      fc.property(stretches, (some) => {
        const within = stretch(0, 100);
        const gaps = uncovered(some, within).reduce((total, { startedAt, endedAt }) => total + endedAt - startedAt, 0);

        expect(gaps + coveredMs(some, within)).toBe(100);
      }),
      { seed: 20260101 },
    );
  });
});
