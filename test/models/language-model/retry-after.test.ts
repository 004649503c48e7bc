import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { retryAfterSeconds } from "../../../src/models/language-model/retry-after.ts";

const NOW = Date.UTC(2026, 10, 30, 8, 0, 0);

describe("the seconds a provider asks to wait", () => {
  test.each([
    { headers: { "retry-after": "120" }, seconds: 120 },
    { headers: { "retry-after": " 0.5 " }, seconds: 0.5 },
    { headers: { "retry-after-ms": "250", "retry-after": "9" }, seconds: 0.25 },
    { headers: { "retry-after": "Mon, 30 Nov 2026 08:00:10 GMT" }, seconds: 10 },
    { headers: { "retry-after": "Mon, 30 Nov 2026 08:00:10 GMT", date: "Mon, 30 Nov 2026 08:00:04 GMT" }, seconds: 6 },
    { headers: { "retry-after": "Mon, 30 Nov 2026 07:00:00 GMT" }, seconds: 0 },
    { headers: { "retry-after": "-5" }, seconds: undefined },
    { headers: { "retry-after": "soon 12" }, seconds: undefined },
    { headers: { "retry-after": "1e999" }, seconds: undefined },
    { headers: { "retry-after": "Xxx, 99 Foo 2026 08:00:10 GMT" }, seconds: undefined },
    { headers: { "retry-after": "" }, details: [{ retryDelay: "34s" }], seconds: 34 },
    { headers: {}, details: [null, { retryDelay: 7 }, { retryDelay: "1.5s" }], seconds: 1.5 },
    { headers: {}, details: "none", seconds: undefined },
  ])("are $seconds for $headers, $details", ({ headers, details, seconds }) => {
    expect(retryAfterSeconds({ headers, details, nowMs: NOW })).toBe(seconds);
  });

  test("are never negative and never no number, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.anything(), (after, date, details) => {
        const seconds = retryAfterSeconds({ headers: { "retry-after": after, date }, details, nowMs: NOW });

        expect(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
      }),
      { seed: 20260101 },
    );
  });
});
