import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { DefinitionError, ModelError } from "../../src/core/errors.ts";
import type { Model, ModelAttempt } from "../../src/core/model.ts";
import { withRetry, type RetryOptions } from "../../src/models/retry.ts";
import { scripted } from "../../src/models/scripted.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { ask, fieldsOf, playing } from "./asking.ts";
import { describeModelContract } from "./contract.ts";
import { optionsOf, requestOf } from "./request.ts";

const busy = new ModelError("busy", { retryable: true, status: 503 });
const slowDown = (retryAfterSeconds: number): ModelError => new ModelError("slow down", { retryable: true, status: 429, retryAfterSeconds });
const noChance: RetryOptions = { random: () => 0 };
const answer = { reply: { text: "here I am" } };

const echo = scripted([({ messages, turn }) => ({ text: `${messages.at(-1)?.content}`, delaySeconds: turn })], { repeatLast: true });
const hurried = scripted([({ messages }) => `${messages.at(-1)?.content}`], { repeatLast: true });

describeModelContract("a model with retries that is never at a loss", (pace) => withRetry(pace === "slow" ? echo : hurried, noChance));
describeModelContract("a model with retries that fails first", (pace) => {
  const model = pace === "slow" ? echo : hurried;
  const failed = new Set<string>();
  return withRetry({
    ...model,
    async respond(request, options) {
      const before = failed.size;
      failed.add(request.path);
      if (failed.size > before) throw busy;
      return model.respond(request, options);
    },
  }, { baseSeconds: pace === "slow" ? 1 : 0, ...noChance });
});

describe("withRetry", () => {
  it("hands on the answer of a model that does not fail", async () => {
    const model = playing([answer]);

    expect(await ask(withRetry(model))).toEqual({ reply: answer.reply, error: undefined, told: [], seconds: 0 });
    expect(model.asked).toEqual([0]);
  });

  it("is the model it wraps in name, tools and price", () => {
    const { respond, ...rest } = withRetry(scripted([], { name: "gpt", supportsTools: false, price: { input: 1, output: 2 } }));

    expect(rest).toEqual({ name: "gpt", supportsTools: false, price: { input: 1, output: 2 } });
    expect("price" in withRetry(scripted([]))).toBe(false);
    expect(respond).toBeTypeOf("function");
  });

  test.each<{ title: string; errors: unknown[]; options?: RetryOptions; asked: number[] }>([
    { title: "waits double from one failure to the next", errors: [busy, busy, busy], options: { attempts: 4 }, asked: [0, 1, 3, 7] },
    { title: "no wait is longer than maxSeconds", errors: [busy, busy, busy], options: { attempts: 4, baseSeconds: 4, maxSeconds: 6 }, asked: [0, 4, 10, 16] },
    { title: "a time that the model names is waited to the letter", errors: [slowDown(7.5), slowDown(45), busy], options: { attempts: 4 }, asked: [0, 7.5, 52.5, 56.5] },
    { title: "a time of zero is no wait", errors: [slowDown(0)], asked: [0, 0] },
    { title: "a time that makes no sense is none", errors: [slowDown(-3), slowDown(NaN), slowDown(Infinity)], options: { attempts: 4 }, asked: [0, 1, 3, 7] },
    { title: "chance takes up to half off a wait", errors: [busy, busy], options: { random: () => 1 }, asked: [0, 0.5, 1.5] },
    { title: "jitter says how much chance may take off", errors: [busy, busy], options: { random: () => 0.5, jitter: 1 }, asked: [0, 0.5, 1.5] },
    { title: "chance beyond its range is cut to it", errors: [busy, busy], options: { random: () => 900, jitter: 1 }, asked: [0, 0, 0] },
    { title: "chance that is no number takes nothing off", errors: [busy], options: { random: () => NaN }, asked: [0, 1] },
    { title: "a base of zero never waits", errors: Array(1100).fill(busy), options: { attempts: 1200, baseSeconds: 0 }, asked: Array(1101).fill(0) },
    { title: "isRetryable decides instead of the error", errors: [new TypeError("fetch failed")], options: { isRetryable: (error) => error instanceof TypeError }, asked: [0, 1] },
  ])("$title", async ({ errors, options, asked }) => {
    const model = playing([...errors.map((error) => ({ error })), answer]);

    const { reply, seconds } = await ask(withRetry(model, { ...noChance, ...options }), { secondsLeft: () => Infinity });

    expect({ reply, asked: model.asked, seconds }).toEqual({ reply: answer.reply, asked, seconds: asked.at(-1) });
  });

  it("tells each failed try, with what it took, before the wait for the next one", async () => {
    const usage = { inputTokens: 40, outputTokens: 2, cachedTokens: 5 };
    const costly = new ModelError("cut off", { retryable: true, usage });
    const model = playing([{ error: slowDown(3) }, { error: costly }, answer]);

    expect((await ask(withRetry(model, noChance))).told).toEqual([
      { error: "ModelError: slow down", status: 429, waitSeconds: 3 },
      { error: "ModelError: cut off", waitSeconds: 2, usage },
    ]);
  });

  const failure = new Error("who are you?");
  test.each<{ title: string; errors: unknown[]; options?: RetryOptions; thrown: unknown; asked: number[] }>([
    { title: "an error that is no ModelError", errors: [failure], thrown: failure, asked: [0] },
    { title: "a thrown text", errors: ["no"], thrown: "no", asked: [0] },
    { title: "a failure that will not pass", errors: [new ModelError("bad key", { status: 401 })], thrown: new ModelError("bad key", { status: 401 }), asked: [0] },
    { title: "any failure when there is one attempt", errors: [busy], options: { attempts: 1 }, thrown: busy, asked: [0] },
    { title: "an error whose fields cannot be read", errors: [unreadable()], thrown: unreadable(), asked: [0] },
  ])("throws as it is: $title", async ({ errors, options, thrown, asked }) => {
    const model = playing(errors.map((error) => ({ error })));

    const { error, told } = await ask(withRetry(model, options));

    expect({ error, told, asked: model.asked }).toEqual({ error: thrown, told: [], asked });
  });

  test("the last error names the model and the attempts, and keeps what the last failure said", async () => {
    const last = new ModelError("overloaded", { retryable: true, status: 529, retryAfterSeconds: 9, usage: { inputTokens: 7, outputTokens: 1 } });
    const model = playing([{ error: busy }, { error: busy }, { error: last }], "gpt");

    const { error, told } = await ask(withRetry(model, noChance));

    expect(fieldsOf(error)).toEqual({
      name: "ModelError",
      message: "model 'gpt' did not answer in 3 attempts; the last error: ModelError: overloaded",
      retryable: true,
      status: 529,
      retryAfterSeconds: 9,
      usage: { inputTokens: 7, outputTokens: 1 },
      cause: last,
    });
    expect(error).toBeInstanceOf(ModelError);
    expect(told).toHaveLength(2); // what the last try used is in the error: told as well, it would count twice
  });

  test("a later failure that will not pass ends the tries", async () => {
    const model = playing([{ error: busy }, { error: new ModelError("bad key", { status: 401 }) }], "gpt");

    const { error } = await ask(withRetry(model, noChance));

    expect(error).toMatchObject({ message: "model 'gpt' did not answer in 2 attempts; the last error: ModelError: bad key", status: 401, retryable: false });
  });

  test.each([
    { title: "a wait that would end past the deadline", wait: 10.5, left: 10, message: "in 1 attempt, and the deadline is in 10 s, before the end of a wait of 10.5 s" },
    { title: "a wait that would end at the deadline", wait: 10, left: 10, message: "in 1 attempt, and the deadline is in 10 s, before the end of a wait of 10 s" },
    { title: "no wait at all when no time is left", wait: 0, left: 0, message: "in 1 attempt, and the deadline is in 0 s, before the end of a wait of 0 s" },
  ])("$title is not begun", async ({ wait, left, message }) => {
    const model = playing([{ error: slowDown(wait) }, answer], "gpt");

    const { error, told, seconds } = await ask(withRetry(model), { secondsLeft: () => left });

    expect({ message: (error as Error).message, status: (error as ModelError).status, told, seconds, asked: model.asked }).toEqual({
      message: `model 'gpt' did not answer ${message}; the last error: ModelError: slow down`,
      status: 429,
      told: [],
      seconds: 0,
      asked: [0],
    });
  });

  it("streams as it comes; a try that failed is told before the pieces of the next one", async () => {
    const model = playing([{ pieces: ["The ", "moo"], error: busy }, { pieces: ["The moon ", "is far."] }]);

    expect(await ask(withRetry(model, noChance))).toEqual({
      reply: { text: "The moon is far." },
      error: undefined,
      told: ["The ", "moo", { error: "ModelError: busy", status: 503, waitSeconds: 1 }, "The moon ", "is far."],
      seconds: 5,
    });
  });

  it("drops what a failed try streams after its end", async () => {
    const model = playing([{ pieces: ["The "], error: busy, late: ["moo", "n"] }, { pieces: ["Yes."] }]);

    expect((await ask(withRetry(model, noChance))).told).toEqual(["The ", { error: "ModelError: busy", status: 503, waitSeconds: 1 }, "Yes."]);
  });

  it("does not ask for pieces when nobody listens", async () => {
    const heard: unknown[] = [];
    const model: Model = { ...playing([]), respond: async (_request, { onDelta }) => ({ text: String(heard.push(onDelta)) }) };

    await ask(withRetry(model), { onDelta: undefined, onAttempt: undefined });

    expect(heard).toEqual([undefined]);
  });
});

describe("an abort", () => {
  // The tries begin at 0, 3 (after a second of pieces and a wait of 2) and 8, and the last one ends at 9.
  const moments = Array.from({ length: 36 }, (_, quarter) => quarter / 4);

  it.each(moments)("after %s s ends the call at once and leaves nothing behind", async (seconds) => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const model = playing([{ pieces: ["a"], error: busy }, { pieces: ["b"], error: busy }, { pieces: ["c"] }]);
    const reason = new Error("enough");
    const settled = Promise.allSettled([
      withRetry(model, { ...noChance, baseSeconds: 2 }).respond(requestOf(), optionsOf({ clock, signal })),
    ]);
    await clock.advance(seconds);
    const asked = [...model.asked];

    controller.abort(reason);
    await clock.advance(0);

    expect(await Promise.race([settled, Promise.resolve("still running")])).toEqual([{ status: "rejected", reason }]);
    assertQuiet({ clock, signal });
    await clock.advance(100);
    expect(model.asked).toEqual(asked);
  });

  it("while a failed try is told keeps the wait from beginning", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("enough");
    const call = withRetry(playing([{ error: busy }])).respond(
      requestOf(),
      optionsOf({ clock, signal, onAttempt: () => controller.abort(reason) }),
    );

    await expect(call).rejects.toBe(reason);
    assertQuiet({ clock, signal });
  });

  it("before the call keeps the model from being asked", async () => {
    const model = playing([answer]);
    const reason = new Error("enough");

    await expect(withRetry(model).respond(requestOf(), optionsOf({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(model.asked).toEqual([]);
  });
});

test("however a model fails, the waits told add up to the time taken and no try is left out", async () => {
  const failures = fc.array(
    fc.record({ retryable: fc.boolean(), retryAfterSeconds: fc.option(fc.double({ min: -1, max: 50, noNaN: true }), { nil: undefined }) }),
    { maxLength: 8 },
  );
  const plans = fc.record({
    attempts: fc.integer({ min: 1, max: 6 }),
    baseSeconds: fc.integer({ min: 0, max: 9 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(failures, plans, fc.integer({ min: 0, max: 200 }), async (failed, plan, deadline) => {
      const errors = failed.map(({ retryable, retryAfterSeconds }) => new ModelError("no", { retryable, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }));
      const model = playing([...errors.map((error) => ({ error })), answer]);
      const clock = virtualClock();
      const told: ModelAttempt[] = [];
      const respond = withRetry(model, { ...plan, random: () => 0.3 }).respond(
        requestOf(),
        optionsOf({ clock, secondsLeft: () => deadline - clock.now() / 1000, onAttempt: (attempt) => told.push(attempt) }),
      );
      const [settled] = await clock.settle(Promise.allSettled([respond]));

      assertQuiet({ clock });
      expect(model.asked.length).toBe(told.length + 1);
      expect(model.asked.length).toBeLessThanOrEqual(plan.attempts);
      expect(clock.now() / 1000).toBeCloseTo(told.reduce((sum, { waitSeconds = NaN }) => sum + waitSeconds, 0), 3);
      if (told.length > 0) expect(clock.now() / 1000).toBeLessThan(deadline);
      expect(settled.status).toBe(model.asked.length > failed.length ? "fulfilled" : "rejected");
    }),
    { seed: 20260101, numRuns: 200 },
  );
});

describe("a wrong use of withRetry", () => {
  const model = scripted([], { name: "gpt" });
  test.each<{ title: string; make: () => Model; says: string }>([
    { title: "no model", make: () => withRetry(undefined as never), says: "withRetry: model is undefined; allowed: a model: { name, supportsTools, respond }" },
    { title: "options that are none", make: () => withRetry(model, 3 as never), says: "withRetry of 'gpt': options is 3; allowed: { attempts, baseSeconds, maxSeconds, jitter, random, isRetryable }" },
    { title: "no attempt", make: () => withRetry(model, { attempts: 0 }), says: "withRetry of 'gpt': attempts is 0; allowed: a whole number of at least 1" },
    { title: "half an attempt", make: () => withRetry(model, { attempts: 1.5 }), says: "withRetry of 'gpt': attempts is 1.5; allowed: a whole number of at least 1" },
    { title: "a wait before the first try", make: () => withRetry(model, { baseSeconds: -1 }), says: "withRetry of 'gpt': baseSeconds is -1; allowed: a number of seconds of at least 0" },
    { title: "a wait without end", make: () => withRetry(model, { maxSeconds: Infinity }), says: "withRetry of 'gpt': maxSeconds is Infinity; allowed: a number of seconds of at least 0" },
    { title: "more chance than there is", make: () => withRetry(model, { jitter: 1.1 }), says: "withRetry of 'gpt': jitter is 1.1; allowed: a number from 0 to 1" },
    { title: "chance that is no function", make: () => withRetry(model, { random: 4 as never }), says: "withRetry of 'gpt': random is 4; allowed: a function that gives a number from 0 to 1" },
    { title: "a decision that is no function", make: () => withRetry(model, { isRetryable: true as never }), says: "withRetry of 'gpt': isRetryable is true; allowed: a function of the error" },
    { title: "an unknown option", make: () => withRetry(model, { retries: 3 } as never), says: "withRetry of 'gpt': retries is 3; allowed: no field of this name; there are attempts, baseSeconds, maxSeconds, jitter, random, isRetryable" },
  ])("$title is refused", ({ make, says }) => {
    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(says);
  });
});

function unreadable(): Error {
  return Object.defineProperty(new Error("mute"), "retryable", {
    get: () => {
      throw new Error("cannot be read");
    },
  });
}
