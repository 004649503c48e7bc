import { describe, expect, it } from "vitest";
import { bare } from "../../bench/bare.ts";
import { troupeOn } from "../../bench/troupe.ts";
import { chainOf, delegationsOf, fanoutOf, idealMs, turnsOf, verify, type Workload } from "../../bench/workload.ts";
import * as library from "../../src/index.ts";

const runtimes = [bare, troupeOn(library, {})];
const works: readonly ((runtime: (typeof runtimes)[number]) => Workload)[] = [
  (runtime) => turnsOf(runtime, 1),
  (runtime) => turnsOf(runtime, 12, { observationChars: 1000 }),
  (runtime) => delegationsOf(runtime, 3),
  (runtime) => delegationsOf(runtime, 3, { turns: 0 }),
  (runtime) => fanoutOf(runtime, 70),
  (runtime) => chainOf(runtime, 5),
];

describe("the workloads", () => {
  it.each(runtimes.flatMap((runtime) => works.map((of) => of(runtime))))("are done: $title", async (workload) => {
    await expect(verify(workload)).resolves.toBeUndefined();
  });

  it("throw when the work was not done", async () => {
    const honest = turnsOf(bare, 2);
    const lazy = { ...honest, start: () => Promise.resolve("done:1") };

    await expect(verify(lazy)).rejects.toThrow(
      'bare, 2 turns: came to {"text":"done:1","modelCalls":0,"toolCalls":0}, expected {"text":"done:1","modelCalls":3,"toolCalls":2}',
    );
  });
});

describe("idealMs", () => {
  it.each([
    { count: 10, width: Infinity, ideal: 100 },
    { count: 64, width: 64, ideal: 100 },
    { count: 65, width: 64, ideal: 160 },
    { count: 1000, width: 64, ideal: 1000 },
    { count: 1000, width: 1, ideal: 60_040 },
  ])("is $ideal ms for $count specialists, $width at a time, with a model of 20 ms", ({ count, width, ideal }) => {
    expect(idealMs(count, 20, width)).toBe(ideal);
  });
});
