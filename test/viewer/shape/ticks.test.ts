import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentText, ticksOf } from "../../../viewer/shape/ticks.ts";

describe("the ticks of a time axis", () => {
  it.each([
    { span: { from: 0, until: 1000 }, most: 5, labels: ["0.0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1.0 s"] },
    { span: { from: 0, until: 120_000 }, most: 4, labels: ["0 s", "30 s", "1:00", "1:30", "2:00"] },
    { span: { from: 3_590_000, until: 3_610_000 }, most: 4, labels: ["59:50", "59:55", "1:00:00", "1:00:05", "1:00:10"] },
    { span: { from: 10, until: 10.4 }, most: 4, labels: ["10.0 ms", "10.1 ms", "10.2 ms", "10.3 ms", "10.4 ms"] },
    { span: { from: -2000, until: 2000 }, most: 2, labels: ["−2 s", "0 s", "2 s"] },
  ])("are round: $labels", ({ span, most, labels }) => {
    expect(ticksOf(span, most).map(({ label }) => label)).toEqual(labels);
  });

  it("lie within the span and are never many, however long it is", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e9, noNaN: true }),
        fc.double({ min: 1e-2, max: 1e10, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (from, length, most) => {
          const ticks = ticksOf({ from, until: from + length }, most);

          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          expect(ticks.every(({ moment }) => moment >= from - 1e-6 && moment <= from + length + 1e-6)).toBe(true);
        },
      ),
      { seed: 20260101 },
    );
  });

  it.each([
    [0, 1, "0.000 s"],
    [1234.5, 10, "1.23 s"],
    [59_999, 1000, "60 s"],
    [61_500, 100, "1:01.5"],
    [3_661_000, 1000, "1:01:01"],
    [-90_000, 1000, "−1:30"],
  ])("say the moment %d to steps of %d ms as %s", (moment, step, text) => {
    expect(momentText(moment, step)).toBe(text);
  });
});
