import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { RateWindow } from "../../src/models/rate-window.ts";
import { mostInAMinute } from "./limited-provider.ts";

const MINUTE = 60_000;
const UNLIMITED = { requests: null, tokens: null };

interface Case {
  readonly title: string;
  readonly limits: { readonly requests: number | null; readonly tokens: number | null };
  readonly booked: [at: number, tokens: number][];
  readonly now: number;
  readonly tokens: number;
  readonly opensAt: number;
}

describe("a window", () => {
  test.each<Case>([
    { title: "without limits is always open", limits: UNLIMITED, booked: [[0, 1e9], [0, 1e9]], now: 1, tokens: 1e9, opensAt: 1 },
    { title: "has room for as many requests as its limit", limits: { requests: 2, tokens: null }, booked: [[0, 0]], now: 1, tokens: 0, opensAt: 1 },
    { title: "opens a minute after the request that is in the way", limits: { requests: 2, tokens: null }, booked: [[0, 0], [10, 0]], now: 20, tokens: 0, opensAt: MINUTE },
    { title: "is open when that minute is over", limits: { requests: 1, tokens: null }, booked: [[0, 0]], now: MINUTE, tokens: 0, opensAt: MINUTE },
    { title: "counts requests that lie ahead", limits: { requests: 1, tokens: null }, booked: [[500, 0]], now: 20, tokens: 0, opensAt: 500 + MINUTE },
    { title: "has room for as many tokens as its limit", limits: { requests: null, tokens: 100 }, booked: [[0, 60]], now: 1, tokens: 40, opensAt: 1 },
    { title: "opens when enough tokens have left it", limits: { requests: null, tokens: 100 }, booked: [[0, 30], [10, 30], [20, 40]], now: 30, tokens: 50, opensAt: 10 + MINUTE },
    { title: "waits until all others have left for what is larger than the limit", limits: { requests: null, tokens: 100 }, booked: [[0, 30], [20, 1]], now: 30, tokens: 500, opensAt: 20 + MINUTE },
    { title: "does not wait for a booking that came to nothing", limits: { requests: null, tokens: 100 }, booked: [[0, 30], [20, 0]], now: 30, tokens: 500, opensAt: MINUTE },
    { title: "keeps in order what was booked ahead", limits: { requests: 1, tokens: null }, booked: [[500, 0], [10, 0]], now: 20, tokens: 0, opensAt: 500 + MINUTE },
    { title: "lets what is larger than the limit through alone", limits: { requests: null, tokens: 100 }, booked: [], now: 30, tokens: 500, opensAt: 30 },
    { title: "pays off what was larger than expected", limits: { requests: null, tokens: 100 }, booked: [[0, 300], [10, 20]], now: 30, tokens: 50, opensAt: MINUTE },
    { title: "opens at the later of both", limits: { requests: 1, tokens: 100 }, booked: [[0, 90], [10, 10]], now: 30, tokens: 50, opensAt: 10 + MINUTE },
  ])("$title", ({ limits, booked, now, tokens, opensAt }) => {
    const window = new RateWindow(limits);
    for (const [at, size] of booked) window.book(at, size);

    expect(window.opensAt(now, tokens)).toBe(opensAt);
  });

  it("knows what a booking has become since", () => {
    const window = new RateWindow({ requests: null, tokens: 100 });
    const booking = window.book(0, 90);
    booking.tokens = 10;

    expect(window.opensAt(1, 90)).toBe(1);
  });

  it("forgets a booking that was cancelled, once", () => {
    const window = new RateWindow({ requests: 1, tokens: null });
    const booking = window.book(0, 0);
    window.cancel(booking);
    window.cancel(booking);

    expect(window.opensAt(1, 0)).toBe(1);
    window.book(1, 0);
    window.cancel(booking);
    expect(window.opensAt(2, 0)).toBe(1 + MINUTE);
  });
});

test("requests made as soon as the window opens never exceed its limits, and none waits without need", () => {
  const arrival = fc.record({ after: fc.integer({ min: 0, max: 30_000 }), tokens: fc.integer({ min: 1, max: 100 }) });
  const wanted = fc.array(arrival, { maxLength: 60 });
  fc.assert(
    fc.property(wanted, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 100, max: 300 }), (calls, requests, tokens) => {
      const window = new RateWindow({ requests, tokens });
      const times: number[] = [];
      const sizes = calls.map((call) => call.tokens);
      let now = 0;
      calls.forEach(({ after, tokens: size }, index) => {
        now += after;
        const opensAt = window.opensAt(now, size);
        if (opensAt > now) {
          const early = [...times, (opensAt - 1) / 1000];
          const isTooEarly = mostInAMinute(early) > requests || mostInAMinute(early, sizes.slice(0, index + 1)) > tokens;
          expect(isTooEarly).toBe(true);
        }
        now = Math.max(now, opensAt);
        window.book(now, size);
        times.push(now / 1000);
      });

      expect(mostInAMinute(times)).toBeLessThanOrEqual(requests);
      expect(mostInAMinute(times, sizes)).toBeLessThanOrEqual(tokens);
    }),
    { seed: 20260101, numRuns: 300 },
  );
});
