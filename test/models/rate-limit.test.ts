import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { DefinitionError, ModelError } from "../../src/core/errors.ts";
import type { Model, ModelAttempt, ModelCallOptions, ModelReply, ModelRequest } from "../../src/core/model.ts";
import { withFallback } from "../../src/models/fallback.ts";
import { withRateLimit, type RateLimitOptions } from "../../src/models/rate-limit.ts";
import { withRetry } from "../../src/models/retry.ts";
import { scripted } from "../../src/models/scripted.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/clock.ts";
import { ask, playing } from "./asking.ts";
import { describeModelContract } from "./contract.ts";
import { limitedProvider, mostInAMinute, type LimitedProviderOptions } from "./limited-provider.ts";
import { optionsOf, requestOf } from "./request.ts";

const busy = new ModelError("busy", { retryable: true, status: 503 });
const answer = { reply: { text: "here I am" } };

const echo = scripted([({ messages, turn }) => ({ text: `${messages.at(-1)?.content}`, delaySeconds: turn })], { repeatLast: true });
const hurried = scripted([({ messages }) => `${messages.at(-1)?.content}`], { repeatLast: true });

describeModelContract("a model with a rate limit", (pace) => withRateLimit(pace === "slow" ? echo : hurried, { requestsPerMinute: 2, tokensPerMinute: 500 }));
describeModelContract("a model that is refused at first", (pace) => {
  const { respond } = limitedProvider({ requestsPerMinute: 1 });
  const model = pace === "slow" ? echo : hurried;
  return withRateLimit({
    ...model,
    respond: async (request, options) => (await respond(request, options), model.respond(request, options)),
  });
});
describeModelContract("all wrappers together", (pace) => {
  const model = pace === "slow" ? echo : hurried;
  return withRetry(
    withFallback([withRateLimit(playing([{ error: busy }]), { requestsPerMinute: 3 }), withRateLimit(model, { requestsPerMinute: 3 })]),
    { random: () => 0 },
  );
});

interface Arrival {
  readonly at: number;
  readonly request?: Partial<ModelRequest>;
  readonly options?: Partial<ModelCallOptions>;
  /** Seconds after which the call is called off. */
  readonly abortAfter?: number | null;
}

interface Played {
  /** What each call came to, in order of arrival. */
  readonly outcomes: readonly string[];
  /** When each call ended. */
  readonly ended: readonly number[];
  readonly attempts: readonly (readonly ModelAttempt[])[];
}

/** Lets calls arrive at their times (seconds) and plays on until all have ended. */
async function play(model: Model, arrivals: readonly Arrival[], clock: VirtualClock = virtualClock()): Promise<Played> {
  const ended: number[] = [];
  const attempts = arrivals.map((): ModelAttempt[] => []);
  const calls = arrivals.map(async ({ at, request, options, abortAfter = null }, index) => {
    const controller = new AbortController();
    const { signal } = controller;
    if (at > 0) await waitSeconds(at, { clock, signal });
    const timer = abortAfter === null ? null : clock.setTimeout(() => controller.abort(new Error("enough")), abortAfter * 1000);
    try {
      const onAttempt = (attempt: ModelAttempt): void => void attempts[index]?.push(attempt);
      return (await model.respond(requestOf(request), optionsOf({ clock, signal, onAttempt, ...options }))).text;
    } catch (error) {
      return `failed: ${(error as Error).message}`;
    } finally {
      ended[index] = clock.now() / 1000;
      clock.clearTimeout(timer);
      assertQuiet({ signal });
    }
  });
  const outcomes = await clock.settle(Promise.all(calls), { maxSeconds: 1e6 });
  assertQuiet({ clock });
  return { outcomes, ended, attempts };
}

const together = (count: number): Arrival[] => Array.from({ length: count }, () => ({ at: 0 }));

describe("requests per minute", () => {
  test.each<{ title: string; arrivals: Arrival[]; options: RateLimitOptions; provider?: LimitedProviderOptions; served: number[] }>([
    { title: "calls within the limit do not wait", arrivals: together(3), options: { requestsPerMinute: 3 }, served: [0, 0, 0] },
    { title: "the others go when a minute has passed", arrivals: together(5), options: { requestsPerMinute: 2 }, served: [0, 0, 60, 60, 120] },
    { title: "the minute slides", arrivals: [0, 50, 55, 56].map((at) => ({ at })), options: { requestsPerMinute: 2 }, served: [0, 50, 60, 110] },
    { title: "a request counts from its beginning", arrivals: together(2), options: { requestsPerMinute: 1 }, provider: { answerSeconds: 45 }, served: [0, 60] },
    { title: "one that takes longer than a minute is in nobody's way", arrivals: together(2), options: { requestsPerMinute: 1 }, provider: { answerSeconds: 300 }, served: [0, 60] },
  ])("$title", async ({ arrivals, options, provider: settings, served }) => {
    const provider = limitedProvider(settings);

    const { outcomes } = await play(withRateLimit(provider, options), arrivals);

    expect(provider.served).toEqual(served);
    expect(outcomes).toEqual(arrivals.map(() => "done"));
  });

  it("serves calls in the order in which they came", async () => {
    const order: string[] = [];
    const provider = limitedProvider({ reply: ({ path }) => ({ text: String(order.push(path)) }) });
    const arrivals = ["a", "b", "c", "d", "e"].map((path, index) => ({ at: 10 - index, request: { path } }));

    await play(withRateLimit(provider, { requestsPerMinute: 1 }), arrivals);

    expect(order).toEqual(["e", "d", "c", "b", "a"]);
  });

  it("is shared by everyone who uses the wrapped object, and by nobody else", async () => {
    const provider = limitedProvider();
    const shared = withRateLimit(provider, { requestsPerMinute: 1 });
    const clock = virtualClock();
    const other = withRateLimit(provider, { requestsPerMinute: 1 });
    const calls = [shared, withRetry(shared), other].map((model) => model.respond(requestOf(), optionsOf({ clock })));

    await clock.settle(Promise.all(calls));

    expect(provider.served).toEqual([0, 0, 60]);
  });

  it("holds on each clock by itself", async () => {
    const provider = limitedProvider();
    const model = withRateLimit(provider, { requestsPerMinute: 1 });

    await play(model, together(2), virtualClock({ startAt: 0 }));
    await play(model, together(2), virtualClock({ startAt: 1e12 }));

    expect(provider.served).toEqual([0, 60, 1e9, 1e9 + 60]);
  });

  it("is not thrown off by times that no timer hits exactly", async () => {
    const provider = limitedProvider();

    await play(withRateLimit(provider, { requestsPerMinute: 1 }), together(3), virtualClock({ startAt: 0.00044 }));

    expect(provider.served.map(Math.round)).toEqual([0, 60, 120]);
  });

  it("sets its timer again when one fires early", async () => {
    const clock = virtualClock();
    const hasty = {
      now: () => clock.now(),
      clearTimeout: (handle: unknown) => clock.clearTimeout(handle),
      setTimeout: (fn: () => void, ms: number) => clock.setTimeout(fn, ms * 0.75 > 1 ? ms * 0.75 : ms),
    };
    const provider = limitedProvider();
    const model = withRateLimit(provider, { requestsPerMinute: 1 });
    const calls = [1, 2].map(() => model.respond(requestOf(), optionsOf({ clock: hasty })));

    await clock.settle(Promise.all(calls));

    expect(provider.served).toEqual([0, 60]);
  });
});

describe("tokens per minute", () => {
  const prompt = "x".repeat(400); // 100 tokens
  const asking = (different: Partial<ModelRequest> = {}): Arrival => ({ at: 0, request: { messages: [{ role: "user", content: prompt }], maxOutputTokens: 100, ...different } });
  const used = (inputTokens: number, outputTokens: number) => () => ({ text: "done", usage: { inputTokens, outputTokens } });

  test.each<{ title: string; arrivals: Arrival[]; limit: number; provider?: LimitedProviderOptions; served: number[] }>([
    { title: "prompt and most output of calls under way stay below the limit", arrivals: [asking(), asking(), asking()], limit: 400, provider: { answerSeconds: 5, reply: used(150, 50) }, served: [0, 0, 60] },
    { title: "what a call did not take is free when it ends", arrivals: [asking(), asking(), asking()], limit: 500, provider: { answerSeconds: 5, reply: used(100, 50) }, served: [0, 0, 5] },
    { title: "what a call took more holds the next ones up", arrivals: [asking(), asking(), { ...asking(), at: 6 }], limit: 800, provider: { answerSeconds: 5, reply: used(300, 300) }, served: [0, 0, 60] },
    { title: "a model that reports nothing is charged the estimate", arrivals: [asking(), asking(), asking()], limit: 500, provider: { answerSeconds: 5 }, served: [0, 0, 5] },
    { title: "the estimate counts text and calls of the answer", arrivals: [asking(), asking(), asking()], limit: 500, provider: { answerSeconds: 5, reply: () => ({ text: prompt.slice(200), calls: [{ name: "look", arguments: prompt.slice(200) }] }) }, served: [0, 0, 60] },
    { title: "a report that makes no sense is no report", arrivals: [asking(), asking(), asking()], limit: 500, provider: { answerSeconds: 5, reply: used(-1, NaN) }, served: [0, 0, 5] },
    { title: "tools count as part of the prompt", arrivals: [asking({ tools: [{ name: "look", description: prompt, parameters: {} }] }), asking()], limit: 400, provider: { answerSeconds: 5, reply: used(200, 100) }, served: [0, 60] },
    { title: "a call larger than the limit goes alone", arrivals: [asking({ maxOutputTokens: 10_000 }), asking(), asking()], limit: 400, provider: { answerSeconds: 5, reply: used(100, 10) }, served: [0, 5, 60] },
    { title: "a small call does not overtake a large one", arrivals: [asking(), asking({ maxOutputTokens: 300 }), asking({ maxOutputTokens: 1 })], limit: 400, provider: { answerSeconds: 5, reply: used(100, 10) }, served: [0, 60, 65] },
  ])("$title", async ({ arrivals, limit, provider: settings, served }) => {
    const provider = limitedProvider(settings);

    await play(withRateLimit(provider, { tokensPerMinute: limit }), arrivals);

    expect(provider.served).toEqual(served);
  });

  it("counts a failed call for what it says it took, or else for its prompt", async () => {
    const failures = [new ModelError("cut off", { usage: { inputTokens: 100, outputTokens: 200 } }), new Error("no"), new Error("no")];
    const served: number[] = [];
    const model: Model = {
      name: "failing",
      supportsTools: true,
      respond: async (_request, { clock }) => {
        served.push(clock.now() / 1000);
        throw failures[served.length - 1] as Error; // as many as there are calls
      },
    };

    await play(withRateLimit(model, { tokensPerMinute: 500 }), [asking(), asking(), asking()]);

    expect(served).toEqual([0, 0, 60]);
  });
});

describe("a refusal", () => {
  it("pauses all calls for as long as it says; then one goes ahead, and the others when it is answered", async () => {
    const provider = limitedProvider({ requestsPerMinute: 3, answerSeconds: 2 });

    const { outcomes, attempts } = await play(withRateLimit(provider), [...together(4), { at: 10 }, { at: 30 }]);

    expect(outcomes).toEqual(Array(6).fill("done"));
    expect({ refused: provider.refused, served: provider.served }).toEqual({ refused: [0], served: [0, 0, 0, 60, 62, 62] });
    expect(attempts).toEqual([[], [], [], [{ error: "ModelError: too many requests", status: 429, waitSeconds: 60 }], [], []]);
  });

  it("that says no time is waited out from 1 second up to 60", async () => {
    const errors = Array.from({ length: 9 }, () => ({ error: new ModelError("slow down", { status: 429, retryable: true }) }));
    const model = playing([...errors, answer]);

    const { outcomes, attempts } = await play(withRateLimit(model), together(1));

    expect(outcomes).toEqual(["here I am"]);
    expect(attempts[0]?.map(({ waitSeconds: wait }) => wait)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("of several calls at once is one refusal", async () => {
    const refusals = Array.from({ length: 5 }, () => ({ error: new ModelError("slow down", { status: 429, retryable: true }) }));
    const model = playing([...refusals, answer]);

    expect((await play(withRateLimit(model), together(5))).outcomes).toEqual(Array(5).fill("here I am"));
    expect(model.asked).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it("keeps the call's place: who came first goes first", async () => {
    const order: string[] = [];
    let refusals = 2;
    const model: Model = {
      name: "strict",
      supportsTools: true,
      respond: async ({ path }) => {
        if (refusals-- > 0) throw new ModelError("slow down", { status: 429, retryable: true, retryAfterSeconds: 5 });
        order.push(path);
        return { text: "done" };
      },
    };

    await play(withRateLimit(model), ["a", "b", "c", "d"].map((path) => ({ at: path === "d" ? 1 : 0, request: { path } })));

    expect(order).toEqual(["c", "a", "b", "d"]); // `c` had passed before the refusals came
  });

  it("comes before calls that arrived later and have waited meanwhile", async () => {
    const order: string[] = [];
    const model: Model = {
      name: "strict",
      supportsTools: true,
      respond: async ({ path }, { clock, signal }) => {
        if (order.push(path) > 1) return { text: "done" };
        await waitSeconds(2, { clock, signal });
        throw new ModelError("slow down", { status: 429, retryable: true });
      },
    };

    await play(withRateLimit(model, { requestsPerMinute: 1 }), ["a", "b"].map((path, at) => ({ at, request: { path } })));

    expect(order).toEqual(["a", "a", "b"]);
  });

  it("at the very time it named is waited out longer each time", async () => {
    const hasty = { error: new ModelError("slow down", { status: 429, retryable: true, retryAfterSeconds: 0.001 }) };
    const patient = { error: new ModelError("slow down", { status: 429, retryable: true, retryAfterSeconds: 10 }) };
    const model = playing([hasty, hasty, hasty, patient, patient, patient, patient, answer]);

    const { attempts } = await play(withRateLimit(model), together(1));

    expect(attempts[0]?.map(({ waitSeconds: wait }) => wait)).toEqual([0.001, 1, 2, 10, 10, 16, 32]);
  });

  it("is no refusal when the call was called off", async () => {
    const model = playing([{ pieces: ["a", "b"] }, answer]);

    const { ended } = await play(withRateLimit(model, { isRefusal: () => true }), [{ at: 0, abortAfter: 1.5 }, { at: 2 }]);

    expect(ended).toEqual([1.5, 2]);
  });

  it("that asks for ever is asked again within the hour", async () => {
    const model = playing([{ error: new ModelError("come back tomorrow", { status: 429, retryable: true, retryAfterSeconds: 1e12 }) }, answer]);

    expect((await play(withRateLimit(model), together(1))).attempts[0]).toEqual([{ error: "ModelError: come back tomorrow", status: 429, waitSeconds: 3600 }]);
    expect(model.asked).toEqual([0, 3600]);
  });

  it("is none where the account has nothing left, which no wait helps", async () => {
    const spent = new ModelError("nothing left", { status: 429 });
    const model = playing([{ error: spent }, answer]);

    const { outcomes, ended, attempts } = await play(withRateLimit(model), together(1));

    expect({ outcomes, ended, attempts }).toEqual({ outcomes: ["failed: nothing left"], ended: [0], attempts: [[]] });
  });

  it("is what isRefusal says, when that is given", async () => {
    const quota = new ModelError("quota used up", { status: 429 });
    const overloaded = new ModelError("overloaded", { status: 529, retryAfterSeconds: 3 });
    const model = playing([{ error: overloaded }, { error: quota }]);

    const { outcomes, ended } = await play(withRateLimit(model, { isRefusal: (error) => error !== quota }), together(1));

    expect({ outcomes, ended }).toEqual({ outcomes: ["failed: quota used up"], ended: [3] });
  });

  it("that cannot be told from other failures does not hold up the others", async () => {
    const model = playing([{ error: new ModelError("slow down", { status: 429, retryable: true }) }, { error: busy }, answer]);
    const isRefusal = (error: unknown): boolean => {
      if (error === busy) throw new Error("isRefusal is broken");
      return true;
    };

    const { outcomes } = await play(withRateLimit(model, { isRefusal }), [{ at: 0 }, { at: 0.5 }, { at: 0.5 }]);

    expect(outcomes).toEqual(["failed: isRefusal is broken", "here I am", "here I am"]);
  });

  test("the one that goes ahead hands over when it fails or is called off", async () => {
    const model = playing([{ error: new ModelError("slow down", { status: 429, retryable: true, retryAfterSeconds: 5 }) }, { pieces: ["a", "b"] }, { error: busy }, answer]);

    const { outcomes, ended } = await play(withRateLimit(model), [{ at: 0, abortAfter: 6 }, { at: 1 }, { at: 2 }]);

    expect({ outcomes, ended, asked: model.asked }).toEqual({ outcomes: ["failed: enough", "failed: busy", "here I am"], ended: [6, 6, 6], asked: [0, 5, 6, 6] });
  });

  test("one that goes ahead, is called off and does not look at its signal is in nobody's way", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    let asked = 0;
    const model: Model = {
      name: "deaf",
      supportsTools: true,
      respond: () => {
        asked += 1;
        if (asked === 1) return Promise.reject(new ModelError("slow down", { status: 429, retryable: true, retryAfterSeconds: 5 }));
        return asked === 2 ? new Promise(() => undefined) : Promise.resolve({ text: `at ${clock.now()} ms` });
      },
    };
    const limited = withRateLimit(model);
    void limited.respond(requestOf(), optionsOf({ clock, signal: controller.signal }));
    await clock.advance(10);
    const second = limited.respond(requestOf(), optionsOf({ clock }));
    await clock.advance(10);

    controller.abort();

    expect(await clock.settle(second)).toEqual({ text: "at 20000 ms" });
  });

  it("streams nothing of a refused try after it was told", async () => {
    const model = playing([{ pieces: ["Wa"], error: new ModelError("slow down", { status: 429, retryable: true }), late: ["it"] }, { pieces: ["Yes."] }]);

    expect((await ask(withRateLimit(model))).told).toEqual(["Wa", { error: "ModelError: slow down", status: 429, waitSeconds: 1 }, "Yes."]);
  });
});

describe("other failures", () => {
  it("pass through as they are, at once", async () => {
    const model = playing([{ error: busy }]);

    const { error, told, seconds } = await ask(withRateLimit(model, { requestsPerMinute: 1 }));

    expect({ error, told, seconds }).toEqual({ error: busy, told: [], seconds: 0 });
  });
});

describe("together with retries", () => {
  const flaky = (provider: Model, failures: number): Model => {
    let left = failures;
    return {
      ...provider,
      async respond(request, options): Promise<ModelReply> {
        const reply = await provider.respond(request, options);
        if (left-- > 0) throw busy;
        return reply;
      },
    };
  };

  test("around it, each try takes its turn within the limit", async () => {
    const provider = limitedProvider({ requestsPerMinute: 2 });
    const model = withRetry(withRateLimit(flaky(provider, 2), { requestsPerMinute: 2 }), { random: () => 0 });

    const { outcomes } = await play(model, together(3));

    expect(outcomes).toEqual(["done", "done", "done"]);
    expect(provider.served).toEqual([0, 0, 60, 60, 120]);
    expect(provider.refused).toEqual([]);
  });

  test("inside it, tries are counted when they are told, and later calls wait for them", async () => {
    const provider = limitedProvider();
    const model = withRateLimit(withRetry(flaky(provider, 1), { random: () => 0 }), { requestsPerMinute: 2 });

    const { outcomes } = await play(model, [{ at: 0 }, { at: 2 }, { at: 3 }]);

    expect(outcomes).toEqual(["done", "done", "done"]);
    expect(provider.served).toEqual([0, 1, 60, 61]);
  });

  test("inside it, a refusal that a retry waits out holds up the others too", async () => {
    const provider = limitedProvider({ requestsPerMinute: 1 });
    const model = withRateLimit(withRetry(provider, { random: () => 0 }));

    const { outcomes } = await play(model, [{ at: 0 }, { at: 1 }, { at: 2 }]);

    expect(outcomes).toEqual(["done", "done", "done"]);
    expect({ served: provider.served, refused: provider.refused }).toEqual({ served: [0, 60, 120], refused: [1, 60] });
  });

  test("inside it, retries that run out on refusals are taken up by the pause", async () => {
    const provider = limitedProvider({ requestsPerMinute: 1, saysWhen: false });
    const model = withRateLimit(withRetry(provider, { attempts: 2, random: () => 0 }));

    const { outcomes, attempts } = await play(model, [{ at: 0 }, { at: 1 }]);

    expect(outcomes).toEqual(["done", "done"]);
    expect(attempts[1]?.every(({ status }) => status === 429)).toBe(true);
  });

  test("inside it, tries that are told in a way that makes no sense hold nobody up for ever", async () => {
    const provider = limitedProvider();
    const odd = [
      { waitSeconds: NaN },
      { waitSeconds: 1e308, status: 429 },
      { waitSeconds: Infinity, usage: { inputTokens: -1 } },
      null,
      7,
    ] as unknown[] as ModelAttempt[];
    const model: Model = {
      ...provider,
      respond: async (request, options) => {
        if (request.turn === 0) odd.forEach((attempt) => options.onAttempt?.(attempt));
        return provider.respond(request, options);
      },
    };

    const arrivals = [0, 1, 2, 3].map((turn) => ({ at: turn === 0 ? 0 : 3700, request: { turn } }));
    await play(withRateLimit(model, { requestsPerMinute: 1 }), arrivals);

    expect(provider.served).toEqual([0, 3700, 3760, 3820]);
  });

  test("inside it, a try that was told and never made is not counted", async () => {
    const provider = limitedProvider();
    const model = withRateLimit(withRetry(flaky(provider, 1), { random: () => 0, baseSeconds: 30 }), { requestsPerMinute: 2 });

    await play(model, [{ at: 0, abortAfter: 0.5 }, { at: 1 }]);

    expect(provider.served).toEqual([0, 1]);
  });
});

describe("an abort", () => {
  it.each(Array.from({ length: 30 }, (_, index) => index * 5))("after %s s ends the call at once, leaves nothing behind and gives its place away", async (seconds) => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const provider = limitedProvider({ answerSeconds: 20 });
    const model = withRateLimit(provider, { requestsPerMinute: 1 });
    const reason = new Error("enough");
    const first = model.respond(requestOf(), optionsOf({ clock }));
    const second = Promise.allSettled([model.respond(requestOf(), optionsOf({ clock, signal }))]); // from 60 to 80
    const third = model.respond(requestOf(), optionsOf({ clock }));
    await clock.advance(seconds);

    controller.abort(reason);
    await clock.advance(0);

    expect(await Promise.race([second, Promise.resolve("still running")])).toEqual([seconds < 80 ? { status: "rejected", reason } : { status: "fulfilled", value: { text: "done" } }]);
    assertQuiet({ signal });
    await clock.settle(Promise.all([first, third]));
    assertQuiet({ clock });
    expect(provider.served).toEqual(seconds < 60 ? [0, 60] : [0, 60, 120]);
  });

  it("of everyone who waits leaves no timer", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const model = withRateLimit(limitedProvider(), { requestsPerMinute: 1 });
    const calls = Promise.allSettled([1, 2, 3, 4].map(() => model.respond(requestOf(), optionsOf({ clock, signal }))));
    await clock.advance(10);
    expect(clock.pending).toBe(1);

    controller.abort();
    await calls;

    assertQuiet({ clock, signal });
  });

  it("at the moment a call is let through takes its request back", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const provider = limitedProvider();
    const model = withRateLimit(provider, { requestsPerMinute: 1 });
    const call = Promise.allSettled([model.respond(requestOf(), optionsOf({ clock, signal: controller.signal }))]);
    controller.abort(); // it has passed, and has not come to asking yet
    await call;

    await clock.settle(model.respond(requestOf(), optionsOf({ clock })));

    expect(provider.served).toEqual([0]);
  });

  it("before the call makes no request", async () => {
    const provider = limitedProvider();
    const reason = new Error("enough");

    await expect(withRateLimit(provider).respond(requestOf(), optionsOf({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(provider.served).toEqual([]);
  });
});

describe("whatever the pattern of arrivals", () => {
  const arrivals = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 150_000 }).map((ms) => ms / 1000),
      seconds: fc.integer({ min: 0, max: 90_000 }).map((ms) => ms / 1000),
      abortAfter: fc.option(fc.integer({ min: 0, max: 120_000 }).map((ms) => ms / 1000), { nil: null, freq: 4 }),
    }),
    { minLength: 1, maxLength: 14 },
  );

  test("no sixty seconds see more than the limit, all are served in order, and nothing is left behind", async () => {
    await fc.assert(
      fc.asyncProperty(
        arrivals,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 6 }),
        async (pattern, requestsPerMinute, allowed) => {
          const order: number[] = [];
          const provider = limitedProvider({ requestsPerMinute: allowed, answerSeconds: ({ turn }) => pattern[turn]?.seconds ?? 0 });
          const model = withRateLimit(
            { ...provider, respond: (request, options) => (order.push(request.turn), provider.respond(request, options)) },
            { requestsPerMinute },
          );
          const calls = pattern.map(({ at, abortAfter }, turn) => ({ at, abortAfter, request: { turn } }));

          const { outcomes } = await play(model, calls);

          expect(mostInAMinute([...provider.served, ...provider.refused])).toBeLessThanOrEqual(requestsPerMinute);
          pattern.forEach(({ abortAfter }, index) => {
            expect(abortAfter === null ? ["done"] : ["done", "failed: enough"]).toContain(outcomes[index]);
          });
          if (allowed >= requestsPerMinute) {
            const came = pattern.map(({ at }, turn) => ({ at, turn })).sort((a, b) => a.at - b.at || a.turn - b.turn);
            expect(order).toEqual(came.map(({ turn }) => turn).filter((turn) => order.includes(turn)));
          }
        },
      ),
      { seed: 20260101, numRuns: 150 },
    );
  });
});

describe("a wrong use of withRateLimit", () => {
  const model = scripted([], { name: "gpt" });
  const limit = "a whole number of at least 1";
  test.each<{ title: string; make: () => Model; says: string }>([
    { title: "no model", make: () => withRateLimit(null as never), says: "withRateLimit: model is null; allowed: a model: { name, supportsTools, respond }" },
    { title: "no request at all", make: () => withRateLimit(model, { requestsPerMinute: 0 }), says: `withRateLimit of 'gpt': requestsPerMinute is 0; allowed: ${limit}` },
    { title: "half a token", make: () => withRateLimit(model, { tokensPerMinute: 0.5 }), says: `withRateLimit of 'gpt': tokensPerMinute is 0.5; allowed: ${limit}` },
    { title: "a limit that is none", make: () => withRateLimit(model, { tokensPerMinute: Infinity }), says: `withRateLimit of 'gpt': tokensPerMinute is Infinity; allowed: ${limit}` },
    { title: "a decision that is no function", make: () => withRateLimit(model, { isRefusal: 429 as never }), says: "withRateLimit of 'gpt': isRefusal is 429; allowed: a function of the error" },
    { title: "an unknown option", make: () => withRateLimit(model, { rpm: 3 } as never), says: "withRateLimit of 'gpt': rpm is 3; allowed: no field of this name; there are requestsPerMinute, tokensPerMinute, isRefusal" },
  ])("$title is refused", ({ make, says }) => {
    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(says);
  });
});
