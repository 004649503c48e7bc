import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool, type AgentLogic, type ModelRequest, type Run, type RunOptions } from "../../src/index.ts";
import { replay } from "../../src/replay/replay.ts";
import { virtualClock } from "../../src/testing/index.ts";

/** Agents that do something else in every turn, as a number decides: tools that fail or take time, delegations, answers. */
function team(seed: number): AgentLogic {
  const chance = (key: string): number => {
    let state = seed;
    for (const character of key) state = Math.imul(state ^ character.charCodeAt(0), 2_654_435_761) >>> 0;
    return ((Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0) % 1000) / 1000;
  };
  const reply = ({ path, turn }: ModelRequest): never => {
    const at = `${path}#${turn}`;
    const delaySeconds = Math.round(chance(`${at} takes`) * 5000) / 1000 + 0.001;
    if (chance(`${at} fails`) < 0.05) return { error: new Error(`no answer at ${at}`), delaySeconds } as never; // replies as a script has them
    const count = turn > 4 ? 0 : Math.floor(chance(`${at} calls`) * 4);
    const calls = Array.from({ length: count }, (_, index) => callOf(chance(`${at} ${index}`), `${at}.${index}`));
    return { text: `At ${at}.`, calls, delaySeconds, ...(chance(`${at} tells`) < 0.5 ? { usage: { inputTokens: 50 + turn, outputTokens: 7 } } : {}) } as never;
  };
  const model = scripted([reply], { repeatLast: true });
  const work = tool({
    name: "work",
    description: "Takes time, or fails.",
    parameters: z.object({ at: z.string() }),
    timeoutSeconds: 3,
    execute: async ({ at }, { clock }) => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, chance(`${at} works`) * 4000 + 0.5));
      if (chance(`${at} breaks`) < 0.2) throw new RangeError(`broken at ${at}`);
      return chance(`${at} makes`) < 0.3 ? { text: "made", artifacts: [{ name: "thing.txt", data: at }] } : `done at ${at}`;
    },
  });
  const quick = tool({ name: "quick", description: "Takes none.", parameters: z.object({ at: z.string() }), execute: ({ at }) => ({ at }) });
  const members = ["aide", "clerk"].map((name) => fromAgent({ name, description: "Helps.", model, tools: [work, quick], budget: { maxSteps: 6, maxSeconds: 1 + (seed % 9) } }));
  const deputy = fromAgent({ name: "deputy", description: "Leads.", model, tools: [quick], team: members, budget: { maxSteps: 9, wrapUp: seed % 2 === 0 } });
  return fromAgent({ name: "lead", model, tools: [work], team: [deputy, ...members] });
}

function callOf(number: number, at: string): object {
  const names = ["ask_aide", "ask_clerk", "ask_deputy", "work", "quick", "ghost"];
  const name = names[Math.floor(number * names.length)] ?? "work";
  return { name, arguments: name.startsWith("ask_") ? { goal: `Help at ${at}.` } : { at } };
}

/** The run of a team, cancelled after some seconds unless it is over by then. */
async function recorded(seed: number, cancelSeconds: number | null, options: RunOptions): Promise<Run> {
  const clock = virtualClock();
  const user = new AbortController();
  if (cancelSeconds !== null) clock.setTimeout(() => user.abort("enough"), cancelSeconds * 1000);
  const ended = await clock.settle(run(team(seed), "Go.", { clock, ids: () => "any", signal: user.signal, ...options }));
  return JSON.parse(JSON.stringify(ended)) as Run;
}

describe("any tree", () => {
  it("replays with the same bytes, from its trace and with its agents", { timeout: 60_000 }, async () => {
    const ceilings = fc.record({
      maxTokens: fc.constantFrom(null, 60_000),
      maxSteps: fc.constantFrom(6, 20),
      maxSeconds: fc.constantFrom(3, 7.5, 15, 120),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        ceilings,
        fc.constantFrom(1, 2, 8),
        fc.constantFrom(null, null, 2.2, 6.1),
        async (seed, budget, slots, cancelSeconds) => {
          const told = await recorded(seed, cancelSeconds, { budget, concurrency: { model: slots, tools: slots } });
          const bytes = JSON.stringify(told);
          const alone = await replay(told);
          const { run: again, isSame, divergence, firstDifference, live } = await replay(told, { agent: team(seed) });

          expect(alone.divergence).toBe(null);
          expect({ isSame, divergence, firstDifference, live }).toEqual({
            isSame: true,
            divergence: null,
            firstDifference: null,
            live: [],
          });
          expect([JSON.stringify(alone.run) === bytes, JSON.stringify(again) === bytes]).toEqual([true, true]);
        },
      ),
      { seed: 20260101, numRuns: 80 },
    );
  });
});
