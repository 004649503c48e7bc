import { describe, expect, test } from "vitest";
import { backoffSeconds, type Backoff } from "../../src/models/backoff.ts";

const PLAN: Backoff = { baseSeconds: 1, maxSeconds: 30, jitter: 0.5, random: () => 0 };

describe("the wait after failures in a row", () => {
  test.each<{ title: string; plan?: Partial<Backoff>; waits: number[] }>([
    { title: "doubles up to the longest", waits: [1, 2, 4, 8, 16, 30, 30] },
    { title: "is shorter by as much as chance may take off", plan: { random: () => 1 }, waits: [0.5, 1, 2, 4, 8, 15, 15] },
    { title: "is exact to the millisecond", plan: { baseSeconds: 1 / 3 }, waits: [0.333, 0.667, 1.333] },
    { title: "stays nothing where it begins with nothing", plan: { baseSeconds: 0 }, waits: [0, 0, 0] },
    { title: "is whole where chance gives no number", plan: { random: () => NaN }, waits: [1, 2] },
    { title: "is no shorter than jitter allows", plan: { random: () => 7, jitter: 1 }, waits: [0, 0] },
  ])("$title", ({ plan, waits }) => {
    expect(waits.map((_, index) => backoffSeconds(index + 1, { ...PLAN, ...plan }))).toEqual(waits);
  });

  test("is a number after any number of failures", () => {
    expect([1e3, 1e9, Number.MAX_SAFE_INTEGER].map((failures) => backoffSeconds(failures, { ...PLAN, baseSeconds: 0 }))).toEqual([0, 0, 0]);
    expect(backoffSeconds(1e9, PLAN)).toBe(30);
  });
});
