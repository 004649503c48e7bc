import { describe, expect, it } from "vitest";
import { secondsBetween } from "../../src/core/clock.ts";

describe("secondsBetween", () => {
  it.each([
    { fromMs: 1_000, toMs: 3_500, seconds: 2.5 },
    { fromMs: 0.1, toMs: 0.3, seconds: 0.0002 },
    { fromMs: 1_700_000_000_000.1, toMs: 1_700_000_000_000.4, seconds: 0.0003 },
    { fromMs: 0, toMs: 0.0004, seconds: 0 },
    { fromMs: 5, toMs: 5, seconds: 0 },
    { fromMs: 5, toMs: 4, seconds: 0 },
  ])("is $seconds from $fromMs to $toMs", ({ fromMs, toMs, seconds }) => {
    expect(secondsBetween(fromMs, toMs)).toBe(seconds);
  });
});
