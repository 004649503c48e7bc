import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guardrail, memoryJournalStore, resume, scripted, skill, start, type Model, type RunEvent } from "../../src/index.ts";
import { assertConserved, virtualClock } from "../../src/testing/index.ts";
import { agent, asks, doing, echo, play } from "./conformance/cast.ts";

const slow = (seconds: number, clock: { setTimeout(fn: () => void, ms: number): unknown }) => new Promise<boolean>((resolve) => clock.setTimeout(() => resolve(true), seconds * 1000));

describe("a check that takes its time", () => {
  test("does not turn a cancelled run into a completed one when it is told again", async () => {
    const store = memoryJournalStore();
    const clock = virtualClock();
    const returns = z.object({ v: z.number().refine(() => slow(2, clock)) });
    const answering = () => agent("a", [asks(["final_answer", { v: 1 }])]);
    const handle = start(answering(), "Go.", { returns, journal: store, clock, ids: () => "one" });
    await clock.advance(1);
    handle.cancel("enough");
    const first = await handle.result;
    const again = await clock.settle(resume(answering(), "one", { journal: store, returns, clock }));

    expect([first, again].map(({ stopReason, data, error }) => ({ stopReason, data, error }))).toEqual(
      Array(2).fill({ stopReason: "cancelled", data: undefined, error: "cancelled: enough" }),
    );
  });

  test("does not decide which of two answers counts", async () => {
    const data: unknown[] = [];
    for (const seconds of [[3, 1], [1, 3]]) {
      const clock = virtualClock();
      const waits = [...seconds];
      const returns = z.object({ v: z.number().refine(() => slow(waits.shift() ?? 0, clock)) });
      const handle = start(agent("a", [asks(["final_answer", { v: 1 }], ["final_answer", { v: 2 }])]), "Go.", { returns, clock });
      data.push((await clock.settle(handle.result)).data);
    }

    expect(data).toEqual([{ v: 1 }, { v: 1 }]);
  });
});

describe("a guardrail", () => {
  test("that cancels the run itself is followed by nothing", async () => {
    const events: RunEvent["type"][] = [];
    const controller = new AbortController();
    const guardrails = [guardrail({ name: "g", toolCall: () => { controller.abort(); return { block: "bad" }; } })];
    const { stopReason, steps } = await play(agent("a", [asks("echo"), "done"], { tools: [echo], guardrails }), { signal: controller.signal, onEvent: ({ type }) => void events.push(type) });

    expect([stopReason, events.at(-1), steps[1]?.note]).toEqual(["cancelled", "run.ended", null]);
  });

  test("has seen every piece that is told, and the reasoning", async () => {
    const deltas: string[] = [];
    const model: Model = { name: "m", supportsTools: true, respond: async (_request, { onDelta }) => { onDelta?.("FORBIDDEN"); return { text: "ok", reasoning: "FORBIDDEN thought" }; } };
    const guardrails = [guardrail({ name: "g", answer: (text) => (text.includes("FORBIDDEN") ? { block: "bad" } : "allow") })];
    const played = await play(agent("a", model as never, { guardrails }), { onEvent: (event) => void (event.type === "model.delta" && deltas.push(event.text)) });

    expect([deltas, played.output, JSON.stringify(played).includes("FORBIDDEN")]).toEqual([["ok"], "ok", false]);
  });

  test("changes what is read, not what is paid for", async () => {
    const guardrails = [guardrail({ name: "g", answer: () => ({ replace: "s" }) })];
    const { usage } = await play(agent("a", ["x".repeat(4000)], { guardrails }));

    expect(usage.own.outputTokens).toBeGreaterThanOrEqual(1000);
  });

  test("puts no secret into what it replaces", async () => {
    process.env.TROUPE_CHECK_TOKEN = "s3cret-value-of-it";
    const guardrails = [guardrail({ name: "g", answer: () => ({ replace: "it is s3cret-value-of-it" }), toolCall: () => ({ replace: { text: "s3cret-value-of-it" } }) })];
    const played = await play(agent("a", [asks("echo"), "done"], { tools: [echo], guardrails }));
    delete process.env.TROUPE_CHECK_TOKEN;

    expect([played.output, played.steps[1]?.arguments]).toEqual(["it is [TROUPE_CHECK_TOKEN]", { text: "[TROUPE_CHECK_TOKEN]" }]);
  });

  test("that throws an error called by what it read is not quoted", async () => {
    const guardrails = [guardrail({ name: "g", answer: (text) => { const error = new Error("no"); error.name = text; throw error; } })];
    const played = await play(agent("a", ["FORBIDDEN words"], { guardrails }));

    expect([played.error, JSON.stringify(played).includes("FORBIDDEN")]).toEqual(["guardrail 'g' threw an error while it checked an answer", false]);
  });
});

describe("a compaction", () => {
  const long = doing("long", () => "x".repeat(1000));
  const compacting = { tools: [long], compact: { atTokens: 700, keepTurns: 1 }, budget: { maxSteps: 30 } };
  const answering = (summary: object): Model => {
    let turn = 0;
    const replies = [asks("long"), asks("long"), asks("long"), summary, "done"].map((reply) => (typeof reply === "string" ? { text: reply } : { text: "", ...reply }));
    return { name: "m", supportsTools: true, respond: async () => replies[turn++] ?? { text: "done" } };
  };

  test("whose summary was cut off leaves the history as it was", async () => {
    const { steps, stopReason } = await play(agent("a", answering({ text: "half a su", finishReason: "length" }) as never, compacting));

    expect([steps.find(({ name }) => name === "compact"), stopReason]).toEqual([
      expect.objectContaining({ error: expect.stringContaining("was cut off"), note: "the history stays as it was" }),
      "completed",
    ]);
  });

  test("that takes more than was set aside ends the agent", async () => {
    const model = answering({ text: "short", usage: { inputTokens: 25_000, outputTokens: 10 } });
    const played = await play(agent("a", model as never, { ...compacting, budget: { maxSteps: 30, maxTokens: 20_000 } }));

    assertConserved(played);
    expect(played.stopReason).toBe("max_tokens");
  });

  test("leaves the pool the step that the next turn needs", async () => {
    const played = await play(agent("a", [asks("long"), asks("long"), asks("long"), "done"], compacting), { pool: { maxSteps: 7 } });

    expect([played.stopReason, played.output]).toEqual(["completed", "done"]);
  });

  test("lets a skill whose instructions it took away be loaded again", async () => {
    const skills = [skill({ name: "sk", description: "d", instructions: "SKILLTEXT" })];
    const load = asks(["load_skill", { name: "sk" }]);
    const model = scripted([load, asks("long"), asks("long"), asks("long"), "summed up", load, "done"]);
    const { steps } = await play(agent("a", model, { ...compacting, skills }));

    expect(steps.filter(({ name }) => name === "load_skill").map(({ observation }) => observation)).toEqual(Array(2).fill("# Skill: sk\n\nd\n\nSKILLTEXT"));
  });
});
