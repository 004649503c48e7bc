import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METRICS } from "../../../viewer/shape/weights.ts";
import { fragmentOf, stateFrom } from "../../../viewer/state/address.ts";
import { GROUPINGS, NOTHING, VIEWS, type State } from "../../../viewer/state/state.ts";
import { openedTrace } from "../../../viewer/trace/trace.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { modelStep, runOf } from "../../support/trace.ts";

const TRACE = openedTrace(JSON.parse(JSON.stringify(syntheticRun({ steps: 100 }))), "");

const inMicroseconds = (moment: number | null | undefined): number | null =>
  typeof moment === "number" ? Math.round(moment * 1000) : null;

describe("an address", () => {
  it("is empty for a page just opened", () => {
    expect(fragmentOf({ ...NOTHING, trace: TRACE })).toBe("");
  });

  it("brings a reader back to where the page was", () => {
    const moment = fc.integer({ min: -5_000_000, max: 1e9 }).map((microseconds) => microseconds / 1000);
    const addressed = fc.record({
      view: fc.constantFrom(...VIEWS),
      selected: fc.nat({ max: 100 }),
      top: fc.nat({ max: 100 }),
      span: fc.option(
        fc.tuple(moment, fc.integer({ min: 1, max: 1e6 })).map(([from, length]) => ({ from, until: from + length })),
      ),
      moment: fc.option(moment),
      metric: fc.constantFrom(...METRICS),
      grouping: fc.constantFrom(...GROUPINGS),
      sorting: fc.option(fc.record({ column: fc.constantFrom("took", "tokens"), descending: fc.boolean() })),
      query: fc.string({ unit: "grapheme" }),
      side: fc.constantFrom("inspector" as const, "findings" as const),
      theme: fc.constantFrom("auto" as const, "light" as const, "dark" as const),
    });

    fc.assert(
      fc.property(addressed, (state) => {
        const { span, moment: at, ...rest } = stateFrom(`#${fragmentOf({ ...NOTHING, ...state, trace: TRACE })}`, TRACE);
        const { span: wanted, moment: wantedAt, ...others } = state;

        expect(rest).toEqual(others);
        expect([at, span?.from, span?.until].map(inMicroseconds)).toEqual(
          [wantedAt, wanted?.from, wanted?.until].map(inMicroseconds),
        );
      }),
      { seed: 20260101, numRuns: 300 },
    );
  });

  it("names steps by their ids, and by number where another has the same", () => {
    const twins = openedTrace(JSON.parse(JSON.stringify(runOf([modelStep(), modelStep()]))), "");
    const fragments = [1, 2].map((selected) => fragmentOf({ ...NOTHING, trace: twins, selected }));

    expect(fragments).toEqual(["step=0%231", "step=%3A2"]);
    expect(fragments.map((fragment) => stateFrom(fragment, twins).selected)).toEqual([1, 2]);
  });

  it.each([
    "view=nothing",
    "step=0%2399",
    "step=:9999",
    "time=5-1",
    "time=a-b",
    "at=soon",
    "sort=",
    "theme=pink",
    "%%%",
    "=&=&",
    "query",
  ])("is a page just opened where it says '%s'", (fragment) => {
    const opened: Partial<State> = stateFrom(fragment, TRACE);

    for (const [name, value] of Object.entries(opened)) expect([name, value]).toEqual([name, NOTHING[name as keyof State]]);
  });
});
