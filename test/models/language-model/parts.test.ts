import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelReply, ModelRequest } from "../../../src/core/model.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import type { AnswerPart } from "../../../src/models/language-model/specification.ts";
import { assertQuiet } from "../../../src/testing/assertions.ts";
import { virtualClock } from "../../../src/testing/clock.ts";
import { optionsOf, requestOf } from "../request.ts";
import { finish, modelOf, type Behaviour } from "./models.ts";

function streamed(parts: readonly object[], behaviour: Behaviour = {}): Promise<ModelReply> {
  return fromLanguageModel(modelOf({ ...behaviour, parts: () => parts })).respond(requestOf(), optionsOf({ onDelta: () => undefined }));
}

function generated(content: unknown, rest: object = { finishReason: { unified: "stop", raw: "stop" }, usage: {} }): Promise<ModelReply> {
  return fromLanguageModel(modelOf({ generate: () => ({ content, ...rest }) })).respond(requestOf(), optionsOf());
}

interface Streamed {
  readonly title: string;
  readonly version?: "v2" | "v3" | "v4";
  readonly parts: readonly object[];
  readonly reply: ModelReply;
}

describe("the parts of a stream", () => {
  test.each<Streamed>([
    {
      title: "of version 2, with flat usage and a plain finish reason",
      version: "v2",
      parts: [
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: "Far." },
        { type: "text-end", id: "0" },
        { type: "finish", finishReason: "stop", usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13, reasoningTokens: 1, cachedInputTokens: 3 } },
      ],
      reply: { text: "Far.", usage: { inputTokens: 9, outputTokens: 4, cachedTokens: 3, reasoningTokens: 1 }, finishReason: "stop" },
    },
    {
      title: "of version 2, with reasoning counted beside the output",
      version: "v2",
      parts: [{ type: "text-delta", id: "0", delta: "Far." }, { type: "finish", finishReason: "stop", usage: { inputTokens: 9, outputTokens: 4, totalTokens: 20, reasoningTokens: 7 } }],
      reply: { text: "Far.", usage: { inputTokens: 9, outputTokens: 11, reasoningTokens: 7 }, finishReason: "stop" },
    },
    {
      title: "with totals that are only told in parts",
      parts: [
        { type: "text-delta", id: "0", delta: "Far." },
        finish("stop", { inputTokens: { noCache: 9, cacheRead: 3, cacheWrite: undefined }, outputTokens: { text: 4, reasoning: 2 } }),
      ],
      reply: { text: "Far.", usage: { inputTokens: 12, outputTokens: 6, cachedTokens: 3, reasoningTokens: 2 }, finishReason: "stop" },
    },
    {
      title: "with usage that makes no sense",
      parts: [{ type: "text-delta", id: "0", delta: "Far." }, finish("stop", { inputTokens: { total: Number.NaN }, outputTokens: { total: -1 } })],
      reply: { text: "Far.", finishReason: "stop" },
    },
    {
      title: "with usage of nothing, which no prompt has",
      parts: [{ type: "text-delta", id: "0", delta: "Far." }, finish("stop", { inputTokens: { total: 0 }, outputTokens: { total: 0 } })],
      reply: { text: "Far.", finishReason: "stop" },
    },
    {
      title: "of version 4, with pings, custom parts and files in between",
      version: "v4",
      parts: [
        { type: "stream-start", warnings: [] },
        { type: "ping" },
        { type: "text-start", id: "0" },
        { type: "custom", kind: "test.widget", providerMetadata: {} },
        { type: "text-delta", id: "0", delta: "Fa" },
        { type: "ping" },
        { type: "reasoning-file", mediaType: "image/png", data: "AAAA" },
        { type: "text-delta", id: "0", delta: "r." },
        { type: "source", sourceType: "url", id: "s1", url: "http://example.org" },
        { type: "file", mediaType: "image/png", data: "AAAA" },
        { type: "a-part-of-tomorrow", delta: "nothing to see" },
        { type: "text-end", id: "0", citations: [] },
        finish(),
      ],
      reply: { text: "Far.", usage: { inputTokens: 9, outputTokens: 4 }, finishReason: "stop" },
    },
    {
      title: "with blocks that overlap and an id used twice",
      parts: [
        { type: "reasoning-start", id: "0" },
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: "One, " },
        { type: "reasoning-delta", id: "0", delta: "Hm." },
        { type: "text-end", id: "0" },
        { type: "reasoning-end", id: "0" },
        { type: "reasoning-start", id: "0" },
        { type: "reasoning-delta", id: "0", delta: "Ah." },
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: "two." },
        finish(),
      ],
      reply: { text: "One, two.", reasoning: "Hm.\nAh.", usage: { inputTokens: 9, outputTokens: 4 }, finishReason: "stop" },
    },
    {
      title: "with text that nothing announced, and after it calls, one of them the provider's own",
      parts: [
        { type: "text-delta", id: "7", delta: "Wait." },
        { type: "tool-call", toolCallId: "srv", toolName: "web_search", input: "{}", providerExecuted: true },
        { type: "tool-result", toolCallId: "srv", toolName: "web_search", result: {} },
        { type: "tool-call", toolCallId: "a", toolName: "look", input: '{"at":1}' },
        { type: "tool-call", toolCallId: "", toolName: "look", input: "" },
        finish("tool-calls"),
      ],
      reply: {
        text: "Wait.",
        calls: [{ id: "a", name: "look", arguments: '{"at":1}' }, { name: "look", arguments: "" }],
        usage: { inputTokens: 9, outputTokens: 4 },
        finishReason: "tool-calls",
      },
    },
    {
      title: "with no usage at all, and a finish reason of the provider's own",
      parts: [{ type: "text-delta", id: "0", delta: "Far." }, finish("other", {}, "eos_token")],
      reply: { text: "Far.", finishReason: "eos_token" },
    },
  ])("$title make a reply", async ({ version = "v3", parts, reply }) => {
    expect(await streamed(parts, { version })).toEqual(reply);
  });

  test("are handed on as text, piece by piece, reasoning and calls left out", async () => {
    const deltas: string[] = [];
    const parts = [
      { type: "reasoning-delta", id: "0", delta: "Hm." },
      { type: "text-delta", id: "0", delta: "Fa" },
      { type: "tool-input-delta", id: "a", delta: "{}" },
      { type: "text-delta", id: "0", delta: "r." },
      finish(),
    ];

    await fromLanguageModel(modelOf({ parts: () => parts })).respond(requestOf(), optionsOf({ onDelta: (text) => deltas.push(text) }));

    expect(deltas).toEqual(["Fa", "r."]);
  });

  test("make the same reply as the whole answer, however the text is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.string()), async (texts, thoughts) => {
        const blocks = [...texts.map((text) => ["text", text] as const), ...thoughts.map((text) => ["reasoning", text] as const)];
        const cut = blocks.flatMap(([type, text], id) => [
          { type: `${type}-start`, id: String(id) },
          ...[...text].map((delta) => ({ type: `${type}-delta`, id: String(id), delta })),
          { type: `${type}-end`, id: String(id) },
        ]);

        const pieces = await streamed([...cut, finish("stop", {})]);
        const atOnce = await generated(blocks.map(([type, text]) => ({ type, text })));

        expect(pieces).toEqual(atOnce);
        expect(pieces.text).toBe(texts.join(""));
      }),
      { seed: 20260101, numRuns: 50 },
    );
  });
});

describe("an answer that is none", () => {
  const cut = { name: "UnfinishedAnswerError", retryable: false };
  test.each([
    { title: "cut short of the limit", parts: [finish("length")], error: { ...cut, message: "the answer of model 'test/tiny' was cut after 4 output tokens, at a limit of the provider's own (maxOutputTokens is 4096)" } },
    { title: "cut, nobody knows after how much", parts: [finish("length", {})], error: { ...cut, message: "the answer of model 'test/tiny' was cut at the limit of 4096 output tokens (maxOutputTokens)" } },
    { title: "stopped by a filter", parts: [finish("content-filter", {}, "SAFETY")], error: { ...cut, message: "model 'test/tiny' gave no whole answer: it was refused, or stopped by the provider's content filter (SAFETY)" } },
    { title: "broken off", parts: [finish("error", {}, "MALFORMED_FUNCTION_CALL")], error: { retryable: true, message: "model 'test/tiny' broke off its answer (MALFORMED_FUNCTION_CALL)" } },
    { title: "interrupted", parts: [finish("interrupted", {})], error: { retryable: true, message: "model 'test/tiny' broke off its answer" } },
    { title: "a stream without a finish", parts: [{ type: "text-delta", id: "0", delta: "The" }], error: { retryable: true, message: "the answer of model 'test/tiny' ended before it was complete" } },
    ...[{ unified: "other", raw: undefined }, { unified: "interrupted", raw: undefined }, "unknown"].map((finishReason) => ({
      title: `a stream that finishes without a reason (${JSON.stringify(finishReason)})`,
      parts: [{ type: "finish", finishReason, usage: { inputTokens: { total: 9 }, outputTokens: { total: 4 } } }],
      error: { retryable: true, message: "the answer of model 'test/tiny' ended before it was complete", usage: { inputTokens: 9, outputTokens: 4 } },
    })),
    {
      title: "an error part, with what it cost after it",
      parts: [{ type: "text-delta", id: "0", delta: "The" }, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, finish("error")],
      error: { retryable: true, status: 529, message: "model 'test/tiny' failed with status 529: Overloaded", usage: { inputTokens: 9, outputTokens: 4 } },
    },
  ])("$title fails, saying so", async ({ parts, error }) => {
    await expect(streamed(parts)).rejects.toMatchObject(error);
  });

  test("with calls is one all the same: a cut call is answered with what is wrong with it", async () => {
    const parts = [{ type: "tool-call", toolCallId: "a", toolName: "look", input: '{"at": ' }, finish("length")];

    expect(await streamed(parts)).toEqual({
      text: "",
      calls: [{ id: "a", name: "look", arguments: '{"at": ' }],
      usage: { inputTokens: 9, outputTokens: 4 },
      finishReason: "length",
    });
  });

  test("takes no more deltas after an error", async () => {
    const deltas: string[] = [];
    const parts = [{ type: "text-delta", id: "0", delta: "The" }, { type: "error", error: "gone" }, { type: "text-delta", id: "0", delta: " moon" }, finish()];

    const failure = fromLanguageModel(modelOf({ parts: () => parts })).respond(
      requestOf(),
      optionsOf({ onDelta: (text) => deltas.push(text) }),
    );

    await expect(failure).rejects.toMatchObject({ message: "model 'test/tiny' failed: gone" });
    expect(deltas).toEqual(["The"]);
  });
});

describe("a stream that stays open after its last word", () => {
  test.each([
    { title: "a finish", parts: [{ type: "text-delta", id: "0", delta: "Far." }, finish()], ending: { text: "Far." } },
    { title: "an error", parts: [{ type: "error", error: { code: 503, message: "gone" } }], ending: { status: 503, retryable: true } },
  ])("is given a second of the run's clock and then closed, $title being known", async ({ parts, ending }) => {
    let isClosed = false;
    const stream = new ReadableStream<AnswerPart>({
      start: (controller) => parts.forEach((part) => controller.enqueue(part)),
      cancel: () => void (isClosed = true),
    });
    const clock = virtualClock();

    const ended = fromLanguageModel({ ...modelOf({}), doStream: async () => ({ stream }) })
      .respond(requestOf(), optionsOf({ clock, onDelta: () => undefined }))
      .catch((error: unknown) => error);
    await clock.advance(0.9);
    const isOpen = !isClosed;
    await clock.advance(0.1);

    expect(await ended).toMatchObject(ending);
    expect({ isOpen, isClosed, timers: clock.pending }).toEqual({ isOpen: true, isClosed: true, timers: 0 });
  });
});

describe("a stream that breaks after its last word", () => {
  function* breaking(parts: readonly object[]): Generator<object> {
    yield* parts;
    throw new TypeError("terminated");
  }

  test.each([
    { title: "has given its answer with a finish", parts: [{ type: "text-delta", id: "0", delta: "Far." }, finish()], ending: { text: "Far." } },
    { title: "has told what was wrong with an error", parts: [{ type: "error", error: { code: 503, message: "gone" } }], ending: { status: 503 } },
    { title: "and has not come to it is a failed connection", parts: [{ type: "text-delta", id: "0", delta: "Fa" }], ending: { message: "the connection to model 'test/tiny' failed: terminated" } },
  ])("$title", async ({ parts, ending }) => {
    const ended = fromLanguageModel(modelOf({ parts: () => breaking(parts) })).respond(
      requestOf(),
      optionsOf({ onDelta: () => undefined }),
    );

    expect(await ended.catch((error: unknown) => error)).toMatchObject(ending);
  });
});

describe("a careless provider", () => {
  test.each([
    { title: "gives nothing", generate: () => undefined, says: /^model 'test\/tiny' gave an answer without content$/ },
    { title: "gives a list that is none", generate: () => ({ content: 7 }), says: /^model 'test\/tiny' gave an answer without content$/ },
    { title: "gives parts that are none", generate: () => ({ content: [null] }), says: /^model 'test\/tiny' failed: / },
    {
      title: "throws at once",
      generate: () => {
        throw "no reason";
      },
      says: /^model 'test\/tiny' failed: no reason$/,
    },
    {
      title: "throws what cannot be read",
      generate: () => {
        throw new Proxy({}, { get: () => { throw new Error("hidden"); } });
      },
      says: /^model 'test\/tiny' failed$/,
    },
  ])("that $title is a ModelError, not to be tried again", async ({ generate, says }) => {
    const failure = fromLanguageModel(modelOf({ generate })).respond(requestOf(), optionsOf());

    await expect(failure).rejects.toMatchObject({ name: "ModelError", retryable: false, message: expect.stringMatching(says) });
  });

  test.each([{ given: undefined }, { given: null }, { given: {} }, { given: { stream: 7 } }, { given: { stream: [] } }])("that gives $given where a stream is asked for has given none", async ({ given }) => {
    const model = { ...modelOf({}), doStream: () => Promise.resolve(given as never) };
    const failure = fromLanguageModel(model).respond(requestOf(), optionsOf({ onDelta: () => undefined }));

    await expect(failure).rejects.toMatchObject({ name: "ModelError", retryable: false, message: "model 'test/tiny' gave no stream" });
  });

  test.each([{ text: 7 }, { text: null }, {}])("that gives the text %j gives none", async (part) => {
    expect(await generated([{ type: "text", ...part }, { type: "tool-call", toolCallId: 1, toolName: null, input: { at: 1 } }])).toEqual({
      text: "",
      calls: [{ name: "", arguments: { at: 1 } }],
      finishReason: "stop",
    });
  });

  test("that ignores its signal is left alone, and its stream closed when it comes at last", async () => {
    let give = (): void => undefined;
    let cancelled: unknown;
    const late = new Promise<void>((resolve) => (give = resolve));
    const model = { ...modelOf({}), doStream: async () => (await late, { stream: new ReadableStream({ cancel: (reason: unknown) => void (cancelled = reason ?? "closed") }) }) };
    const controller = new AbortController();

    const clock = virtualClock();
    const { signal } = controller;

    const failure = fromLanguageModel(model, { stallSeconds: 30 }).respond(
      requestOf(),
      optionsOf({ signal, clock, onDelta: () => undefined }),
    );
    controller.abort(new Error("enough"));
    await expect(failure).rejects.toThrow("enough");
    assertQuiet({ clock, signal });
    give();
    await new Promise(setImmediate);

    expect(cancelled).toBe("closed");
  });
});

describe("what a provider is asked", () => {
  test("holds the settings, the headers and the provider's own options, and always a limit", async () => {
    const calls: object[] = [];
    const options = { temperature: 0.2, topP: 0.9, seed: 7, headers: { "x-team": "blue" }, providerOptions: { test: { effort: "low" } } };
    const tools = [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }];
    const request: Partial<ModelRequest> = { tools };

    const model = fromLanguageModel(modelOf({ onCall: (call) => calls.push(call), generate: () => ({ content: [], finishReason: "stop", usage: {} }) }), options);
    await model.respond(requestOf(request), optionsOf());
    await model.respond(requestOf({ maxOutputTokens: 5 }), optionsOf());

    const settings = { ...options, prompt: [{ role: "user", content: [{ type: "text", text: "How far is the moon?" }] }], abortSignal: expect.any(AbortSignal) };
    expect(calls).toEqual([
      { ...settings, maxOutputTokens: 4096, tools: [{ type: "function", name: "look", description: "Looks.", inputSchema: { type: "object", properties: {} } }], toolChoice: { type: "auto" } },
      { ...settings, maxOutputTokens: 5 },
    ]);
  });
});
