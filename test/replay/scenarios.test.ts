import { describe, expect, it } from "vitest";
import { replay } from "../../src/replay/replay.ts";
import { recordedOf, SCENARIOS } from "./scenarios.ts";

describe("the replay of a run with", () => {
  it.each(SCENARIOS)("$title gives the same bytes from the trace alone", async (scenario) => {
    const recorded = await recordedOf(scenario);
    const { run, isSame, divergence } = await replay(recorded);

    expect({ isSame, divergence }).toEqual({ isSame: true, divergence: null });
    expect(JSON.stringify(run)).toBe(JSON.stringify(recorded));
  });

  it.each(SCENARIOS)("$title gives the same bytes when its agent runs", async (scenario) => {
    const recorded = await recordedOf(scenario);
    const { run, isSame, divergence, firstDifference, live } = await replay(recorded, { agent: scenario.agent() });

    expect({ isSame, divergence, firstDifference, live }).toEqual({ isSame: true, divergence: null, firstDifference: null, live: [] });
    expect(JSON.stringify(run)).toBe(JSON.stringify(recorded));
  });
});
