import { describe, expect, it } from "vitest";
import { fromAgent } from "../../src/agent/from-agent.ts";
import { run } from "../../src/agent/run.ts";
import { ModelError } from "../../src/core/errors.ts";
import { withRetry } from "../../src/models/retry.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { leftoversOf, watch } from "../support/quiet.ts";
import { playing } from "./asking.ts";

const usage = { inputTokens: 100, outputTokens: 10 };
const busy = new ModelError("busy", { retryable: true, status: 503, usage });

describe("a run on a model with retries", () => {
  it("has the failed tries in its step and in its events, and their tokens in its usage", async () => {
    const model = withRetry(playing([{ pieces: ["Wa"], error: busy }, { pieces: ["Yes", "."], reply: { text: "Yes.", usage } }], "gpt"), { random: () => 0 });
    const clock = virtualClock();
    const { handle, engine, events } = watch(fromAgent({ name: "one", model }), "Go.", { clock });
    const done = await clock.settle(handle.result);
    const attempt = { error: "ModelError: busy", status: 503, waitSeconds: 1, usage };

    expect(done.steps).toMatchObject([{ kind: "model", model: "gpt", output: "Yes.", attempts: [attempt], queuedSeconds: 0, seconds: 4 }]);
    expect(done.usage.own).toMatchObject({ modelCalls: 2, inputTokens: 200, outputTokens: 20 });
    expect(events.flatMap<unknown>((event) => ("attempt" in event ? event.attempt : event.type === "model.delta" ? event.text : []))).toEqual(["Wa", attempt, "Yes", "."]);
    expect(leftoversOf({ run: done, engine, events, clock })).toEqual([]);
  });

  it("ends with the last error, and counts every try once", async () => {
    const clock = virtualClock();
    const done = await clock.settle(run(fromAgent({ name: "one", model: withRetry(playing([{ error: busy }], "gpt")) }), "Go.", { clock }));

    expect(done).toMatchObject({ stopReason: "error", error: "ModelError: model 'gpt' did not answer in 3 attempts; the last error: ModelError: busy" });
    expect(done.usage.own).toMatchObject({ modelCalls: 3, inputTokens: 300, outputTokens: 30 });
  });

  it("does not wait for what its deadline leaves no time for", async () => {
    const clock = virtualClock();
    const asksForAMinute = new ModelError("busy", { retryable: true, retryAfterSeconds: 60 });
    const agent = fromAgent({ name: "one", model: withRetry(playing([{ error: asksForAMinute }], "gpt")), budget: { maxSeconds: 20 } });
    const done = await clock.settle(run(agent, "Go.", { clock }));

    expect([done.stopReason, done.seconds, done.error]).toEqual([
      "error",
      0,
      "ModelError: model 'gpt' did not answer in 1 attempt, and the deadline is in 20 s, before the end of a wait of 60 s; the last error: ModelError: busy",
    ]);
  });

  it.each([0.5, 1, 2, 3.5, 6])("leaves nothing behind when it is cancelled after %s s", async (seconds) => {
    const clock = virtualClock();
    const model = withRetry(playing([{ pieces: ["a"], error: busy }]), { baseSeconds: 2, random: () => 0 });
    const { handle, engine, events } = watch(fromAgent({ name: "one", model }), "Go.", { clock });
    await clock.advance(seconds);
    handle.cancel();
    const done = await handle.result;
    await clock.advance(0);

    expect([done.stopReason, done.seconds]).toEqual(["cancelled", seconds]);
    expect(leftoversOf({ run: done, engine, events, clock })).toEqual([]);
  });
});
