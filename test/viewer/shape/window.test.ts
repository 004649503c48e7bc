import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { focused, inside, isWhole, lengthOf, panned, scaleOf, zoomed } from "../../../viewer/shape/window.ts";

const WHOLE = { from: 0, until: 1000 };

describe("a time window", () => {
  it.each([
    {
      title: "zooms in around a moment, which stays where it is",
      span: zoomed({ from: 0, until: 1000 }, WHOLE, 0.5, 250),
      expected: { from: 125, until: 625 },
    },
    { title: "zooms out no further than the whole", span: zoomed({ from: 100, until: 200 }, WHOLE, 50, 150), expected: WHOLE },
    {
      title: "pans by a part of its length",
      span: panned({ from: 100, until: 200 }, WHOLE, 0.5),
      expected: { from: 150, until: 250 },
    },
    { title: "stops at the end", span: panned({ from: 850, until: 950 }, WHOLE, 1), expected: { from: 900, until: 1000 } },
    {
      title: "shows a step with room at both sides",
      span: focused({ from: 400, until: 500 }, WHOLE),
      expected: { from: 394, until: 506 },
    },
    { title: "is the whole where it is longer", span: inside({ from: -500, until: 2000 }, WHOLE), expected: WHOLE },
  ])("$title", ({ span, expected }) => {
    expect(span).toEqual(expected);
  });

  it("stays inside the whole and never becomes empty, whatever is done to it", () => {
    const action = fc.oneof(
      fc.record({ factor: fc.double({ min: 1e-9, max: 1e9, noNaN: true }), at: fc.double({ min: -1e4, max: 1e4, noNaN: true }) }),
      fc.record({ fraction: fc.double({ min: -100, max: 100, noNaN: true }) }),
    );

    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        let span = WHOLE;
        for (const each of actions)
          span = "fraction" in each ? panned(span, WHOLE, each.fraction) : zoomed(span, WHOLE, each.factor, each.at);

        expect(span.from).toBeGreaterThanOrEqual(WHOLE.from);
        expect(span.until).toBeLessThanOrEqual(WHOLE.until + 1e-9);
        expect(lengthOf(span)).toBeGreaterThan(0.009);
      }),
      { seed: 20260101 },
    );
  });

  it("is whole when it shows all but what no eye can tell", () => {
    expect([WHOLE, { from: 0, until: 999.99 }, { from: 0, until: 990 }].map((span) => isWhole(span, WHOLE))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("a scale", () => {
  it("maps moments to places and back", () => {
    const scale = scaleOf({ from: 100, until: 300 }, 50, 400);

    expect([scale.x(100), scale.x(200), scale.x(300)]).toEqual([50, 250, 450]);
    expect([50, 250, 450].map((x) => scale.moment(x))).toEqual([100, 200, 300]);
  });
});
