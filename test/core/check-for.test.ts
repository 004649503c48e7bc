import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkFor } from "../../src/core/check-for.ts";
import { runSchema } from "../../src/core/run.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { sampleRun } from "./sample-run.ts";

type Holder = Record<string, unknown>;

const copy = (value: unknown): Holder => JSON.parse(JSON.stringify(value)) as Holder;

// Every place inside a value: what holds it, and by which key.
function placesIn(value: unknown): (readonly [Holder, string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[value as Holder, key] as const, ...placesIn(inner)]);
}

const OTHERS: readonly unknown[] = [undefined, null, true, "", "running", "0", 0, 1, -1, 0.5, 2 ** 53, NaN, Infinity, [], [null], [1, "a"], {}, { id: "a" }, new Date(0), new Map(), () => 0];

describe("a check made from a schema", () => {
  it("accepts of a run what the schema accepts, and nothing else", () => {
    const isRun = checkFor(runSchema);
    const runs = [copy(sampleRun()), copy(syntheticRun({ steps: 12, depth: 3 }))];

    expect(runs.map(isRun)).toEqual([true, true]);
    const verdicts = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.nat(1), fc.nat(), fc.constantFrom("lost", "more", ...OTHERS), (which, at, other) => {
        const changed = copy(runs[which]);
        const places = placesIn(changed);
        const [holder, key] = places[at % places.length] ?? [changed, "id"];
        if (other === "lost") delete holder[key];
        else if (other === "more") holder["something else"] = 1;
        else holder[key] = other;
        const expected = runSchema.safeParse(changed).success;
        verdicts[expected ? "yes" : "no"] += 1;

        expect(isRun(changed)).toBe(expected);
      }),
      { seed: 20260101, numRuns: 1_200 },
    );
    expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(100);
  });

  it.each<{ title: string; schema: z.ZodType }>([
    { title: "a rule of its own", schema: z.object({ a: z.string().refine((text) => text !== "") }) },
    { title: "a text that is changed", schema: z.string().trim() },
    { title: "a greatest number", schema: z.number().max(5) },
    { title: "a number above another", schema: z.number().positive() },
    { title: "an object that refuses more", schema: z.strictObject({}) },
    { title: "a list of a length", schema: z.array(z.string()).min(1) },
    { title: "a default", schema: z.object({ a: z.string().default("b") }) },
    { title: "a transform", schema: z.string().transform(Number) },
    { title: "a date", schema: z.object({ a: z.date() }) },
    { title: "something that may lack in a list", schema: z.array(z.string().optional()) },
  ])("is not made for $title, which it does not know", ({ schema }) => {
    expect(() => checkFor(schema)).toThrow(/is not known here/u);
  });

  it("tells apart what may be missing and what may be undefined", () => {
    const schema = z.object({ exact: z.string().exactOptional(), loose: z.string().optional() });
    const values = [{}, { exact: "a", loose: "b" }, { loose: undefined }, { exact: undefined }, { exact: null }, { loose: 1 }];

    expect(values.map(checkFor(schema))).toEqual(values.map((value) => schema.safeParse(value).success));
  });
});
