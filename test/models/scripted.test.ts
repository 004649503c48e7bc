import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScriptError } from "../../src/core/errors.ts";
import type { Message } from "../../src/core/message.ts";
import type { ModelReply } from "../../src/core/model.ts";
import type { ScriptedReply, ScriptedTurn } from "../../src/models/script.ts";
import { scripted, type ScriptByPath, type ScriptedOptions } from "../../src/models/scripted.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { gate, type ManualGate } from "../../src/testing/gate.ts";
import { optionsOf, requestOf } from "./request.ts";

describe("the replies", () => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 2, reasoningTokens: 1 };
  const calls = [{ name: "search", arguments: { query: "moon" }, id: "a" }, { name: "read", arguments: '{"id":' }];
  const whole = { text: "let me look", calls, usage, reasoning: "hm", finishReason: "tool-calls" };

  test.each<{ title: string; reply: ScriptedReply; expected: ModelReply }>([
    { title: "a text is an answer", reply: "384 400 km", expected: { text: "384 400 km" } },
    { title: "an object is a whole turn", reply: whole, expected: whole },
    { title: "an object without text has an empty one", reply: { calls: [] }, expected: { text: "", calls: [] } },
    { title: "a function may return a text", reply: ({ path }) => `I am ${path}`, expected: { text: "I am 0" } },
    { title: "a function may return a turn later", reply: () => Promise.resolve(whole), expected: whole },
  ])("$title", async ({ reply, expected }) => {
    const model = scripted([reply]);

    expect(await model.respond(requestOf(), optionsOf())).toEqual(expected);
  });

  test.each([new TypeError("no network"), "only a text"])("an error is thrown as it is given: %s", async (error) => {
    const model = scripted([{ error }]);

    await expect(model.respond(requestOf(), optionsOf())).rejects.toBe(error);
  });

  test("what a function throws is thrown as it is", async () => {
    const error = new RangeError("out of range");
    const model = scripted([
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]);

    await expect(model.respond(requestOf(), optionsOf())).rejects.toBe(error);
    await expect(model.respond(requestOf(), optionsOf())).rejects.toBe(error);
  });

  test("changing a reply afterwards changes no script", async () => {
    const call = { name: "search", arguments: {} };
    const model = scripted([{ calls: [call] }]);
    call.name = "delete_all";

    expect(await model.respond(requestOf(), optionsOf())).toEqual({ text: "", calls: [{ name: "search", arguments: {} }] });
  });

  test("they are given in the order in which calls arrive, whoever calls", async () => {
    const model = scripted(["one", "two"], { repeatLast: true });
    const paths = ["0/1.1", "0", "0/1.0"];

    const replies = await Promise.all(paths.map((path) => model.respond(requestOf({ path }), optionsOf())));

    expect(replies.map(({ text }) => text)).toEqual(["one", "two", "two"]);
  });

  test("name, price and tool support are told as they were given", () => {
    const price = { input: 1, output: 2 };

    const { name, price: told, supportsTools } = scripted([], { name: "parrot", price, supportsTools: false });
    const plain = scripted([]);

    expect({ name, told, supportsTools }).toEqual({ name: "parrot", told: price, supportsTools: false });
    expect({ ...plain, respond: null, assertUsedUp: null }).toEqual({
      name: "scripted",
      supportsTools: true,
      requests: [],
      respond: null,
      assertUsedUp: null,
    });
  });
});

describe("a script by path", () => {
  test("the path's own list goes before the list for all others, and is not continued by it", async () => {
    const model = scripted.byPath({ "0/1.0": ["mine"], "*": ["anyone's"] });
    const text = async (path: string): Promise<string> => (await model.respond(requestOf({ path }), optionsOf())).text;

    expect([await text("0/1.1"), await text("0/1.0"), await text("0")]).toEqual(["anyone's", "mine", "anyone's"]);
    await expect(text("0/1.0")).rejects.toThrow("its script at 0/1.0 had 1 reply");
  });

  test("each path hears its own list in order, whatever the order of arrival and completion", async () => {
    const script: ScriptByPath = { "0": ["root 1", "root 2"], "*": ["any 1", "any 2", "any 3"] };
    const lengths: Readonly<Record<string, number>> = { "0": 2, "0/1.0": 3, "0/1.1": 3 };
    const order = fc.shuffledSubarray(
      Object.entries(lengths).flatMap(([path, length]) => Array<string>(length).fill(path)),
      { minLength: 8 },
    );
    const releases = fc.infiniteStream(fc.nat());

    await fc.assert(
      fc.asyncProperty(order, releases, async (arrivals, choices) => {
        const held = gate();
        const model = scripted.byPath(script, { gate: held });
        const heard: Record<string, string[]> = { "0": [], "0/1.0": [], "0/1.1": [] };
        const answers = arrivals.map(async (path, index) => {
          const turn = arrivals.slice(0, index).filter((earlier) => earlier === path).length;
          const { text } = await model.respond(requestOf({ path, turn: turn + 1 }), optionsOf());
          heard[path]![turn] = text;
        });
        while (held.waiting.length > 0) held.release(held.waiting[choices.next().value! % held.waiting.length]!);
        await Promise.all(answers);

        expect(heard).toEqual({ "0": script["0"], "0/1.0": script["*"], "0/1.1": script["*"] });
        model.assertUsedUp();
      }),
      { seed: 20260101, numRuns: 50 },
    );
  });
});

describe("the end of a script", () => {
  test.each([
    {
      title: "a list",
      model: scripted([]),
      path: "0",
      expected: "model 'scripted' has no reply for turn 3 of the agent at 0: its script had 0 replies",
    },
    {
      title: "the list of a path",
      model: scripted.byPath({ "0": [], "0/3.1": [], "*": ["x"] }, { name: "parrot" }),
      path: "0/3.1",
      expected: "model 'parrot' has no reply for turn 3 of the agent at 0/3.1: its script at 0/3.1 had 0 replies",
    },
    {
      title: "a path without a list",
      model: scripted.byPath({ "0": ["x"], "0/3.1": ["y"] }),
      path: "0/3.0",
      expected: "model 'scripted' has no reply for turn 3 of the agent at 0/3.0: its script has lists for: 0, 0/3.1",
    },
  ])("a call beyond $title throws", async ({ model, path, expected }) => {
    const answer = model.respond(requestOf({ path, turn: 3 }), optionsOf());

    await expect(answer).rejects.toThrow(new ScriptError(expected));
    expect(model.requests).toEqual([requestOf({ path, turn: 3 })]);
  });

  test("replies that are left are counted", async () => {
    const model = scripted(["one", "two", "three"]);
    await model.respond(requestOf(), optionsOf());

    expect(() => model.assertUsedUp()).toThrow(
      new ScriptError("model 'scripted' was not asked for every reply of its script: 2 of 3 replies left"),
    );
  });

  test("replies that are left are counted by path", async () => {
    const model = scripted.byPath({ "0": ["one", "two"], "0/1.0": ["three"], "*": ["four", "five"] });
    const counted = (left: string): ScriptError => new ScriptError(`model 'scripted' was not asked for every reply of its script: ${left} left`);

    expect(() => model.assertUsedUp()).toThrow(counted("2 of 2 replies at 0, 1 of 1 reply at 0/1.0, 2 of 2 replies at *"));

    for (const path of ["0", "0/1.0", "0/1.1"]) await model.respond(requestOf({ path }), optionsOf());

    expect(() => model.assertUsedUp()).toThrow(counted("1 of 2 replies at 0, 1 of 2 replies at 0/1.1"));
  });

  test("a last reply that is repeated is used up once it was given", async () => {
    const model = scripted(["for ever"], { repeatLast: true });

    expect(() => model.assertUsedUp()).toThrow("1 of 1 reply left");

    for (const turn of [1, 2, 3]) await model.respond(requestOf({ turn }), optionsOf());
    model.assertUsedUp();
  });
});

describe("the record of requests", () => {
  test("it shows each request as it stood when it was made", async () => {
    const model = scripted(["one", "two"]);
    const messages: Message[] = [{ role: "user", content: "first" }];
    const tools = [{ name: "search", description: "Finds.", parameters: {} }];

    await model.respond(requestOf({ messages, tools, maxOutputTokens: 9 }), optionsOf());
    messages.push({ role: "assistant", content: "one" });
    await model.respond(requestOf({ messages, path: "0/1.0", turn: 2 }), optionsOf());
    messages.push({ role: "assistant", content: "two" });

    expect(model.requests).toStrictEqual([
      { messages: messages.slice(0, 1), tools, path: "0", turn: 1, maxOutputTokens: 9 },
      { messages: messages.slice(0, 2), tools: [], path: "0/1.0", turn: 2 },
    ]);
  });

  test("it copies messages only for who reads them", async () => {
    const model = scripted(["one"]);
    let copies = 0;
    const messages = Object.assign([{ role: "user", content: "first" } as const], {
      slice: (): Message[] => {
        copies += 1;
        return [];
      },
    });

    await model.respond(requestOf({ messages }), optionsOf());
    const copiedByCall = copies;
    void model.requests[0]?.messages;

    expect({ copiedByCall, copies }).toEqual({ copiedByCall: 0, copies: 1 });
  });
});

describe("waiting", () => {
  test.each<{ title: string; reply: ScriptedTurn }>([
    { title: "an answer", reply: { text: "slow", delaySeconds: 2.5 } },
    { title: "an error", reply: { error: new Error("slow"), delaySeconds: 2.5 } },
  ])("$title is given when its delay has passed on the run's clock", async ({ reply }) => {
    const clock = virtualClock();
    const ending = scripted([reply]).respond(requestOf(), optionsOf({ clock })).then(
      ({ text }) => `${text} at ${clock.now()}`,
      (error: Error) => `${error.message} at ${clock.now()}`,
    );

    await clock.advance(60);

    expect(await ending).toBe("slow at 2500");
  });

  const endless = new Promise<string>(() => undefined);
  test.each<{ title: string; reply: ScriptedReply; options: ScriptedOptions }>([
    { title: "its delay", reply: { text: "slow", delaySeconds: 60 }, options: {} },
    { title: "a gate", reply: "held", options: { gate: gate() } },
    { title: "its function", reply: () => endless, options: {} },
  ])("a call that waits for $title ends at once when its signal fires", async ({ reply, options }) => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("cancelled");
    const answer = scripted([reply], options).respond(requestOf(), optionsOf({ clock, signal }));
    await clock.advance(1);

    controller.abort(reason);

    await expect(answer).rejects.toBe(reason);
    expect(clock.now()).toBe(1000);
    assertQuiet({ clock, signal, gate: (options.gate as ManualGate | undefined) ?? gate() });
  });

  test.each<{ title: string; reply: ScriptedReply; options: ScriptedOptions }>([
    { title: "a delay", reply: { text: "slow", delaySeconds: 60 }, options: {} },
    { title: "a gate", reply: "held", options: { gate: gate() } },
    { title: "a function", reply: () => endless, options: {} },
  ])("a call whose signal has fired already does not begin to wait for $title", async ({ reply, options }) => {
    const clock = virtualClock();
    const reason = new Error("cancelled");
    const answer = scripted([reply], options).respond(requestOf(), optionsOf({ clock, signal: AbortSignal.abort(reason) }));

    await expect(answer).rejects.toBe(reason);
    assertQuiet({ clock, gate: (options.gate as ManualGate | undefined) ?? gate() });
  });

  test("a call that does not wait asks for no signal", async () => {
    const options = optionsOf();
    let asked = 0;
    Object.defineProperty(options, "signal", {
      get: () => {
        asked += 1;
        return new AbortController().signal;
      },
    });

    await scripted(["at once"]).respond(requestOf(), options);
    await scripted([() => "at once"]).respond(requestOf(), options);

    expect(asked).toBe(0);
  });

  test("a gate decides who ends first, not who gets which reply", async () => {
    const held = gate();
    const model = scripted(["one", "two"], { gate: held });
    const ended: string[] = [];
    const calls = ["0/1.0", "0/1.1"].map(async (path) => {
      const { text } = await model.respond(requestOf({ path, turn: 4 }), optionsOf());
      ended.push(`${path} ${text}`);
    });

    expect(held.waiting).toEqual(["0/1.0#4", "0/1.1#4"]);
    held.release("0/1.1#4");
    held.release("0/1.0#4");
    await Promise.all(calls);

    expect(ended).toEqual(["0/1.1 two", "0/1.0 one"]);
  });
});
