import { describe, expect, it, test } from "vitest";
import { fromAgent } from "../../src/agent/from-agent.ts";
import { run, start } from "../../src/agent/run.ts";
import type { AgentLogic } from "../../src/agent/definition/contract.ts";
import { ModelError } from "../../src/core/errors.ts";
import type { Model, ModelReply, ModelRequest } from "../../src/core/model.ts";
import type { AgentStep, Run } from "../../src/core/run.ts";
import { withRateLimit } from "../../src/models/rate-limit.ts";
import { withRetry } from "../../src/models/retry.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { leftoversOf, watch } from "../support/quiet.ts";
import { limitedProvider, mostInAMinute, type LimitedProvider } from "./limited-provider.ts";

const SPECIALISTS = 30;
const hour = { maxSeconds: 3600, maxSteps: 40 };

// The root asks all thirty in its first turn and answers in its second; a specialist answers at once.
function leadOrSpecialist({ path, turn }: ModelRequest): ModelReply {
  if (path !== "0" || turn > 1) return { text: path === "0" ? "All thirty have answered." : `I am ${path}.` };
  return { text: "", calls: Array.from({ length: SPECIALISTS }, (_, part) => ({ name: "ask_worker", arguments: { goal: `Part ${part}.` } })) };
}

function teamOn(model: Model): AgentLogic {
  const worker = fromAgent({ name: "worker", description: "Does one part.", model, budget: hour });
  return fromAgent({ name: "lead", model, team: [worker], budget: hour });
}

const delegationsOf = (done: Run): AgentStep[] => done.steps.filter((step) => step.kind === "agent");

function countBy<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Record<string, number> {
  return things.reduce<Record<string, number>>((counts, thing) => ({ ...counts, [nameOf(thing)]: (counts[nameOf(thing)] ?? 0) + 1 }), {});
}

describe("thirty specialists on a provider that allows five requests a minute", () => {
  const fivePerMinute = (): LimitedProvider => limitedProvider({ requestsPerMinute: 5, answerSeconds: 2, reply: leadOrSpecialist });

  test.each<{ title: string; wrap: (model: Model) => Model; refusals: "none" | "some" }>([
    { title: "with that limit", wrap: (model) => withRateLimit(model, { requestsPerMinute: 5 }), refusals: "none" },
    { title: "with that limit, retries around it", wrap: (model) => withRetry(withRateLimit(model, { requestsPerMinute: 5 })), refusals: "none" },
    { title: "with that limit, retries inside it", wrap: (model) => withRateLimit(withRetry(model), { requestsPerMinute: 5 }), refusals: "none" },
    { title: "with a limit that is too high", wrap: (model) => withRateLimit(model, { requestsPerMinute: 20 }), refusals: "some" },
    { title: "without any, led by the refusals alone", wrap: (model) => withRateLimit(model), refusals: "some" },
  ])("$title: all answer and none fails", async ({ wrap, refusals }) => {
    for (const slots of [1, 8, 40]) {
      const provider = fivePerMinute();
      const clock = virtualClock();
      const { handle, engine, events } = watch(teamOn(wrap(provider)), "Do all thirty parts.", { clock, concurrency: { model: slots } });
      const done = await clock.settle(handle.result);

      expect({ stopReason: done.stopReason, output: done.output, outcomes: countBy(delegationsOf(done), ({ outcome }) => `${outcome}`) }).toEqual({
        stopReason: "completed",
        output: "All thirty have answered.",
        outcomes: { answered: SPECIALISTS },
      });
      expect(provider.served).toHaveLength(SPECIALISTS + 2);
      expect(mostInAMinute(provider.served)).toBeLessThanOrEqual(5);
      if (refusals === "none") expect(provider.refused).toEqual([]);
      else expect(provider.refused.length).toBeGreaterThan(0);
      expect(done.usage.subtree.modelCalls).toBe(provider.served.length + provider.refused.length);
      expect(leftoversOf({ run: done, engine, events, clock })).toEqual([]);
    }
  });

  test("without a limiter most of them fail", async () => {
    const clock = virtualClock();
    const done = await clock.settle(run(teamOn(fivePerMinute()), "Do all thirty parts.", { clock }));

    expect(countBy(delegationsOf(done), ({ outcome }) => `${outcome}`)).toEqual({ answered: 4, failed: 26 });
  });

  test("requests go out in the order of the calls, five in each minute", async () => {
    const provider = fivePerMinute();
    const clock = virtualClock();
    await clock.settle(run(teamOn(withRateLimit(provider, { requestsPerMinute: 5 })), "Do all thirty parts.", { clock }));

    // One of the first five is the root's, and takes two seconds; its second turn is the last of all.
    expect(provider.served).toEqual([
      0,
      ...Array(4).fill(2),
      60,
      ...Array(4).fill(62),
      120,
      ...Array(4).fill(122),
      180,
      ...Array(4).fill(182),
      240,
      ...Array(4).fill(242),
      300,
      ...Array(4).fill(302),
      360,
      362,
    ]);
  });

  it("holds a model slot while it waits: the wait for the limit is part of a step's seconds, the wait for a slot of its queuedSeconds", async () => {
    const provider = fivePerMinute();
    const clock = virtualClock();
    const done = await clock.settle(run(teamOn(withRateLimit(provider, { requestsPerMinute: 5 })), "Do all thirty parts.", { clock, concurrency: { model: 8 } }));
    const turns = delegationsOf(done).map(({ children: [turn] }) => [turn?.queuedSeconds, turn?.seconds]);

    // Eight hold a slot at 2 s; four of them may ask at once, and so the next four get their slots at 4 s.
    expect(turns.slice(0, 4)).toEqual(Array(4).fill([0, 2]));
    expect(turns.slice(4, 8)).toEqual([[0, 60], ...Array(3).fill([0, 62])]);
    expect(turns.slice(8, 12)).toEqual([[2, 60], [2, 118], [2, 120], [2, 120]]);
  });
});

describe("a call that waits for its turn", () => {
  const blocked = (): Model => withRateLimit(limitedProvider({ reply: leadOrSpecialist }), { requestsPerMinute: 1 });

  it("ends at its agent's deadline, and the run says so", async () => {
    const clock = virtualClock();
    const model = blocked();
    const worker = fromAgent({ name: "worker", description: "Does one part.", model, budget: { maxSeconds: 30 } });
    const lead = fromAgent({ name: "lead", model, team: [worker], budget: { maxSeconds: 3600, maxSteps: 40 } });
    const { handle, engine, events } = watch(lead, "Do all thirty parts.", { clock });
    const done = await clock.settle(handle.result);

    expect(countBy(delegationsOf(done), ({ outcome, seconds }) => `${outcome} after ${seconds} s`)).toEqual({ "timed_out after 30 s": SPECIALISTS });
    expect(done.output).toBe("All thirty have answered."); // the root's second turn, a minute after its first
    expect(leftoversOf({ run: done, engine, events, clock })).toEqual([]);
  });

  it.each([0, 1, 61, 100])("ends at once when the run is cancelled after %s s", async (seconds) => {
    const clock = virtualClock();
    const { handle, engine, events } = watch(teamOn(blocked()), "Do all thirty parts.", { clock });
    await clock.advance(seconds);
    handle.cancel();
    const done = await handle.result;
    await clock.advance(0);

    expect(done.stopReason).toBe("cancelled");
    expect(done.seconds).toBe(seconds);
    expect(leftoversOf({ run: done, engine, events, clock })).toEqual([]);
  });

  it("of one run lets another run on the same clock go on", async () => {
    const clock = virtualClock();
    const provider = limitedProvider({ reply: ({ path }) => ({ text: path }) });
    const model = withRateLimit(provider, { requestsPerMinute: 1 });
    const [, cancelled, going] = ["first", "second", "third"].map((name) => start(fromAgent({ name, model }), "Go.", { clock }));
    await clock.advance(10);
    cancelled?.cancel();

    const done = await clock.settle(going?.result ?? Promise.reject(new Error("it has started")));

    expect([done.stopReason, done.seconds, provider.served]).toEqual(["completed", 60, [0, 60]]);
    expect(clock.pending).toBe(0);
  });
});

test("a refused try stands in the step and in the events, and counts as a model call without tokens", async () => {
  let asked = 0;
  const model: Model = {
    name: "strict",
    supportsTools: true,
    respond: async () => {
      asked += 1;
      if (asked === 1) throw new ModelError("too many requests", { status: 429, retryable: true, retryAfterSeconds: 12 });
      return { text: "done", usage: { inputTokens: 30, outputTokens: 5 } };
    },
  };
  const clock = virtualClock();
  const { handle, events } = watch(fromAgent({ name: "one", model: withRateLimit(model) }), "Go.", { clock });
  const done = await clock.settle(handle.result);
  const attempt = { error: "ModelError: too many requests", status: 429, waitSeconds: 12 };

  expect(done.steps).toMatchObject([{ kind: "model", output: "done", attempts: [attempt], seconds: 12 }]);
  expect(events.filter(({ type }) => type === "model.retried")).toMatchObject([{ turn: 1, attempt }]);
  expect(done.usage.own).toMatchObject({ modelCalls: 2, inputTokens: 30, outputTokens: 5 });
});
