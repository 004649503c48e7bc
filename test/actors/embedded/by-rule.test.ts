import { describe, expect, test } from "vitest";
import { z } from "zod";
import { askedOf, byRule, goalOf, isOffered } from "../../../actors/embedded/by-rule.ts";
import { fromAgent, run, type ModelRequest } from "../../../src/index.ts";

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", content: "Instructions." },
    { role: "user", content: "How far?" },
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "look", arguments: { at: 1 } }, { id: "b", name: "look", arguments: "broken" }] },
    { role: "tool", callId: "a", content: "Far." },
  ],
  tools: [{ name: "look", description: "Look.", parameters: { type: "object" } }],
  path: "0",
  turn: 2,
};

const answering = byRule((request) => ({ answer: `You asked: ${goalOf(request)}`, reasoning: "Said by rule." }));

describe("a model that follows a rule", () => {
  test("answers what the rule says, streamed and with the reason", async () => {
    const { output, steps } = await run(fromAgent({ name: "parrot", model: answering }), "How far?");

    expect({ output, reasoning: steps[0]?.kind === "model" ? steps[0].reasoning : null }).toEqual({ output: "You asked: How far?", reasoning: "Said by rule." });
  });

  test("says so where data is asked for, which a rule does not give", async () => {
    const { output, data, dataProblem } = await run(fromAgent({ name: "parrot", model: answering }), "How far?", { returns: { schema: z.string(), extraction: false } });

    expect({ output, data, reason: dataProblem?.reason }).toEqual({
      output: "You asked: How far?\n\nThe embedded model answers in words: it cannot give the data that was asked for.",
      data: undefined,
      reason: "no_json",
    });
  });

  test("is cut where its answer is longer than allowed", async () => {
    const reply = await answering.respond({ ...REQUEST, maxOutputTokens: 3 }, { signal: new AbortController().signal } as never);

    expect(reply).toEqual({ text: "You asked: H", finishReason: "length", reasoning: "Said by rule." });
  });
});

describe("what a rule looks at", () => {
  test("is the goal, the calls with what came back for them, and the tools on offer", () => {
    expect(goalOf(REQUEST)).toBe("How far?");
    expect(askedOf(REQUEST)).toEqual([{ name: "look", arguments: { at: 1 }, observation: "Far." }, { name: "look", arguments: {}, observation: null }]);
    expect([isOffered(REQUEST, "look"), isOffered(REQUEST, "read")]).toEqual([true, false]);
  });
});
