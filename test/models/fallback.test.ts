import { describe, expect, it, test } from "vitest";
import { DefinitionError, ModelError } from "../../src/core/errors.ts";
import type { Model, ModelReply } from "../../src/core/model.ts";
import { withFallback, type FallbackOptions } from "../../src/models/fallback.ts";
import { withRetry } from "../../src/models/retry.ts";
import { scripted } from "../../src/models/scripted.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { ask, fieldsOf, playing, type Try } from "./asking.ts";
import { describeModelContract } from "./contract.ts";
import { optionsOf, requestOf } from "./request.ts";

const busy = new ModelError("busy", { retryable: true, status: 503 });
const badKey = new ModelError("bad key", { status: 401 });
const usage = { inputTokens: 40, outputTokens: 2 };
const answer: Try = { reply: { text: "here I am", usage } };

const echo = scripted([({ messages, turn }) => ({ text: `${messages.at(-1)?.content}`, delaySeconds: turn })], { repeatLast: true, name: "echo" });
const hurried = scripted([({ messages }) => `${messages.at(-1)?.content}`], { repeatLast: true, name: "echo" });
const broken: Model = { name: "broken", supportsTools: true, respond: () => Promise.reject(busy) };

describeModelContract("a fallback whose first model answers", (pace) => withFallback([pace === "slow" ? echo : hurried, broken]));
describeModelContract("a fallback whose first model is broken", (pace) => withFallback([broken, pace === "slow" ? echo : hurried]));

describe("withFallback", () => {
  it("asks the first model, and no other while it answers", async () => {
    const models = [playing([answer], "first"), playing([answer], "second")] as const;

    const { reply, told } = await ask(withFallback(models));

    expect({ reply, told, asked: models.map(({ asked }) => asked) }).toEqual({
      reply: { text: "here I am", usage, model: "first", price: null },
      told: [],
      asked: [[0], []],
    });
  });

  test.each<{ title: string; failing: Try; error: string; status?: number }>([
    { title: "a ModelError that may pass", failing: { error: busy }, error: "ModelError: busy", status: 503 },
    { title: "a ModelError that will not", failing: { error: badKey }, error: "ModelError: bad key", status: 401 },
    { title: "any other error", failing: { error: new TypeError("fetch failed") }, error: "TypeError: fetch failed" },
    { title: "an abort that is not this call's", failing: { error: new DOMException("timed out", "AbortError") }, error: "AbortError: timed out" },
    { title: "a thrown text", failing: { error: "no" }, error: "Error: 'no'" },
    { title: "a reply that is none", failing: { reply: 42 as never }, error: "ModelError: model 'first' replied 42 where an object { text, calls? } is expected" },
    { title: "a reply in a provider's own words", failing: { reply: { text: "", tool_calls: [] } as ModelReply }, error: expect.stringContaining("'tool_calls', which a reply does not have") as string },
  ])("asks the next after $title, and tells whose failure it was", async ({ failing, error, status }) => {
    const { reply, told } = await ask(withFallback([playing([failing], "first"), playing([answer], "second")]));

    expect(reply).toEqual({ text: "here I am", usage, model: "second", price: null });
    expect(told).toEqual([{ error, ...(status ? { status } : {}), model: "first", price: null }]);
  });

  it("asks one after the other, and tells what each took at its own price", async () => {
    const cheap = { ...playing([{ error: new ModelError("cut off", { usage }) }], "cheap"), price: { input: 1, output: 2 } };
    const dear = { ...playing([{ error: badKey }], "dear"), price: { input: 10, cached: 1, output: 20 } };
    const last = { ...playing([answer], "last"), price: { input: 3, output: 30 } };

    const { reply, told } = await ask(withFallback([cheap, dear, last]));

    expect(reply).toEqual({ text: "here I am", usage, model: "last", price: { input: 3, output: 30 } });
    expect(told).toEqual([
      { error: "ModelError: cut off", usage, model: "cheap", price: { input: 1, output: 2 } },
      { error: "ModelError: bad key", status: 401, model: "dear", price: { input: 10, cached: 1, output: 20 } },
    ]);
  });

  test("tries that fail inside one model are told as that model's", async () => {
    const first = withRetry(playing([{ error: busy }], "first"), { attempts: 2, random: () => 0 });

    const { reply, told, seconds } = await ask(withFallback([first, playing([answer], "second")]));

    expect(reply).toMatchObject({ model: "second" });
    expect(seconds).toBe(1);
    expect(told).toEqual([
      { error: "ModelError: busy", status: 503, waitSeconds: 1, model: "first", price: null },
      { error: "ModelError: model 'first' did not answer in 2 attempts; the last error: ModelError: busy", status: 503, model: "first", price: null },
    ]);
  });

  test("pieces of a failed model come before it is told, and those it streams later are dropped", async () => {
    const first = playing([{ pieces: ["The ", "moo"], error: busy, late: ["n"] }], "first");

    const { told } = await ask(withFallback([first, playing([{ pieces: ["Far."] }], "second")]));

    expect(told).toEqual(["The ", "moo", { error: "ModelError: busy", status: 503, model: "first", price: null }, "Far."]);
  });

  test("when decides whether the next is asked, and is given the error and the model", async () => {
    const seen: unknown[] = [];
    const options: FallbackOptions = {
      when: (error, { name }) => {
        seen.push([error, name]);
        return error === busy;
      },
    };
    const models = [playing([{ error: busy }], "a"), playing([{ error: badKey }], "b"), playing([answer], "c")] as const;

    const { error } = await ask(withFallback(models, options));

    expect((error as Error).message).toBe("2 of 3 models were asked and none answered: 'a': ModelError: busy; 'b': ModelError: bad key");
    expect(seen).toEqual([[busy, "a"], [badKey, "b"]]);
    expect(models[2].asked).toEqual([]);
  });

  it("asks nobody any more when the deadline has passed", async () => {
    const models = [playing([{ error: busy }], "a"), playing([answer], "b")] as const;

    const { error, told } = await ask(withFallback(models), { secondsLeft: () => 0 });

    expect({ message: (error as Error).message, told }).toEqual({ message: "1 of 2 models were asked and none answered: 'a': ModelError: busy", told: [] });
  });
});

describe("when no model answers", () => {
  test("the error names each, and says of itself what the last one did", async () => {
    const last = new ModelError("overloaded", { status: 529, usage });
    const price = { input: 1, output: 2 };

    const { error, told } = await ask(withFallback([playing([{ error: badKey }], "a"), { ...playing([{ error: last }], "b"), price }]));

    expect(error).toBeInstanceOf(ModelError);
    expect({ ...fieldsOf(error), model: (error as { model?: string }).model, price: (error as { price?: unknown }).price }).toEqual({
      name: "ModelError",
      message: "2 of 2 models were asked and none answered: 'a': ModelError: bad key; 'b': ModelError: overloaded",
      retryable: false,
      retryAfterSeconds: undefined,
      status: 529,
      usage,
      cause: last,
      model: "b",
      price,
    });
    expect(told).toHaveLength(1);
  });

  const wait = (retryAfterSeconds?: number): ModelError =>
    new ModelError("later", { retryable: true, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  test.each([
    { title: "nobody's failure may pass", errors: [badKey, badKey], expected: { retryable: false, retryAfterSeconds: undefined } },
    { title: "one failure may pass", errors: [wait(20), badKey], expected: { retryable: true, retryAfterSeconds: 20 } },
    { title: "the soonest counts", errors: [wait(20), wait(5)], expected: { retryable: true, retryAfterSeconds: 5 } },
    { title: "one may pass at any time", errors: [wait(20), wait()], expected: { retryable: true, retryAfterSeconds: undefined } },
  ])("a wrapper around it knows whether to try again: $title", async ({ errors, expected }) => {
    const { error } = await ask(withFallback(errors.map((each, index) => playing([{ error: each }], `m${index}`))));

    const { retryable, retryAfterSeconds } = error as ModelError;
    expect({ retryable, retryAfterSeconds }).toEqual(expected);
  });

  test("retries around it go through all models again", async () => {
    const first = playing([{ error: busy }], "a");
    const second = playing([{ error: wait(4) }, answer], "b");

    const { reply, told, seconds } = await ask(withRetry(withFallback([first, second]), { random: () => 0 }));

    expect({ reply, seconds, asked: [first.asked, second.asked] }).toEqual({
      reply: { text: "here I am", usage, model: "b", price: null },
      seconds: 1, // `a` names no time, so the whole may be tried again as soon as its turn comes
      asked: [[0, 1], [0, 1]],
    });
    expect(told).toMatchObject([{ model: "a" }, { model: "b", waitSeconds: 1 }, { model: "a" }]);
  });
});

describe("what the whole is", () => {
  const price = (input: number, output: number, cached?: number) => ({ input, output, ...(cached === undefined ? {} : { cached }) });
  const model = (name: string, different: Partial<Model> = {}): Model => ({ ...playing([answer], name), ...different });

  test.each<{ title: string; models: Model[]; expected: Partial<Model> }>([
    { title: "one model", models: [model("a")], expected: { name: "a", supportsTools: true } },
    { title: "three models", models: [model("a"), model("b"), model("c")], expected: { name: "a or b or c", supportsTools: true } },
    { title: "one of two cannot call tools", models: [model("a"), model("b", { supportsTools: false })], expected: { name: "a or b", supportsTools: false } },
    {
      title: "prices are known: as much as the dearest in each",
      models: [model("a", { price: price(1, 20, 0.5) }), model("b", { price: price(3, 10) })],
      expected: { name: "a or b", supportsTools: true, price: { input: 3, cached: 3, output: 20 } },
    },
    { title: "one price is not known", models: [model("a", { price: price(1, 2) }), model("b")], expected: { name: "a or b", supportsTools: true } },
  ])("$title", ({ models, expected }) => {
    const { respond, ...rest } = withFallback(models);

    expect(rest).toStrictEqual(expected);
    expect(respond).toBeTypeOf("function");
  });

  it("does not change when the list does", async () => {
    const models = [model("a")];
    const whole = withFallback(models);
    models.unshift(model("b"));

    expect((await ask(whole)).reply).toMatchObject({ model: "a" });
  });
});

describe("an abort", () => {
  it.each([0, 0.5, 1, 1.5, 2.75])("after %s s ends the call at once, and no other model is asked", async (seconds) => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("enough");
    const models = [playing([{ pieces: ["a"], error: busy }], "a"), playing([{ pieces: ["b", "c"], error: busy }], "b"), playing([answer], "c")] as const;
    const settled = Promise.allSettled([withFallback(models).respond(requestOf(), optionsOf({ clock, signal }))]);
    await clock.advance(seconds);
    const asked = models.map((each) => each.asked.length);

    controller.abort(reason);
    await clock.advance(0);

    expect(await Promise.race([settled, Promise.resolve("still running")])).toEqual([{ status: "rejected", reason }]);
    assertQuiet({ clock, signal });
    expect(models.map((each) => each.asked.length)).toEqual(asked);
  });

  it("while a failed model is told keeps the next from being asked", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const second = playing([answer], "b");
    const call = withFallback([playing([{ error: busy }], "a"), second]).respond(
      requestOf(),
      optionsOf({ signal: controller.signal, onAttempt: () => controller.abort(reason) }),
    );

    await expect(call).rejects.toBe(reason);
    expect(second.asked).toEqual([]);
  });
});

describe("a wrong use of withFallback", () => {
  const model = scripted([], { name: "gpt" });
  test.each<{ title: string; make: () => Model; says: string }>([
    { title: "no list", make: () => withFallback(model as never), says: "withFallback: models is {" },
    { title: "an empty list", make: () => withFallback([]), says: "withFallback: models is []; allowed: a list of at least one model" },
    { title: "a list with something else", make: () => withFallback([model, {} as Model]), says: "withFallback: models.1 is {}; allowed: a model: { name, supportsTools, respond }" },
    { title: "a list with a hole", make: () => withFallback(Array(1) as Model[]), says: "withFallback: models.0 is undefined; allowed: a model" },
    { title: "a decision that is no function", make: () => withFallback([model], { when: true as never }), says: "withFallback: when is true; allowed: a function of the error and the model" },
    { title: "an unknown option", make: () => withFallback([model], { if: 3 } as never), says: "withFallback: if is 3; allowed: no field of this name; there are when" },
  ])("$title is refused", ({ make, says }) => {
    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(says);
  });
});
