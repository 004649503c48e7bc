import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { fromAgent, run, tool, type ModelReply, type ModelRequest } from "../../../src/index.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import { UnfinishedAnswerError } from "../../../src/models/language-model/unfinished.ts";
import { virtualClock } from "../../../src/testing/clock.ts";
import { optionsOf, requestOf } from "../request.ts";
import type { Played, WireFormat } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";
import { startServer, type ModelServer } from "./servers/server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const WAYS = [
  { how: "streaming", streams: true },
  { how: "in one piece", streams: false },
];

async function ask(format: WireFormat, streams: boolean, answer: Played, request: Partial<ModelRequest> = {}): Promise<ModelReply> {
  server = await startServer(format, ({ play }) => play(answer));
  const model = fromLanguageModel(format.model(server.url), { name: "the model" });
  return model.respond(requestOf(request), optionsOf({ onDelta: streams ? () => undefined : undefined }));
}

const USAGE = { input: 60, cached: 20, output: 30, reasoning: 10 };
const THOUGHT = "I should look it up.";

// What one format or another does not tell.
const noReasoning = ["openai chat"];
const noReasoningTokens = ["anthropic"];

describe.each(FORMATS)("an answer over $name", (format) => {
  describe.each(WAYS)("$how", ({ streams }) => {
    test("is read whole: text, calls, reasoning and every kind of token", async () => {
      const calls = [
        { id: "call_a", name: "search", arguments: { query: "the moon" } },
        { id: "call_b", name: "read", arguments: { id: "moon.md", lines: [1, 2] } },
      ];

      const reply = await ask(format, streams, { reasoning: THOUGHT, text: "I will look.", calls, usage: USAGE });

      expect({
        ...reply,
        calls: reply.calls?.map((call) => ({ ...call, arguments: JSON.parse(String(call.arguments)) as unknown })),
      }).toEqual({
        text: "I will look.",
        calls,
        ...(noReasoning.includes(format.name) ? {} : { reasoning: THOUGHT }),
        usage: {
          inputTokens: 60,
          outputTokens: 30,
          cachedTokens: 20,
          ...(noReasoningTokens.includes(format.name) ? {} : { reasoningTokens: 10 }),
        },
        finishReason: "tool-calls",
      });
    });

    test("that says nothing is an empty text", async () => {
      const { text, calls, finishReason } = await ask(format, streams, { text: "" });

      expect({ text, calls, finishReason }).toEqual({ text: "", calls: undefined, finishReason: "stop" });
    });

    test("that is cut at the limit is no answer", async () => {
      const error: unknown = await ask(format, streams, { text: "The moon is", ends: "at the limit", usage: USAGE }, { maxOutputTokens: 30 }).catch((thrown: unknown) => thrown);

      const tokens = {
        inputTokens: 60,
        outputTokens: 30,
        cachedTokens: 20,
        ...(noReasoningTokens.includes(format.name) ? {} : { reasoningTokens: 10 }),
      };
      expect(error).toBeInstanceOf(UnfinishedAnswerError);
      expect({ ...(error as UnfinishedAnswerError), message: (error as Error).message }).toEqual({
        name: "UnfinishedAnswerError",
        message: "the answer of model 'the model' was cut after 30 output tokens, at the limit of 30 (maxOutputTokens)",
        text: "The moon is",
        finishReason: "length",
        retryable: false,
        retryAfterSeconds: undefined,
        status: undefined,
        usage: tokens,
      });
    });

    test("that is cut ends its run with an error, its tokens counted", async () => {
      server = await startServer(format, ({ play }) => play({ text: "The moon is", ends: "at the limit", usage: USAGE }));
      const agent = fromAgent({ name: "asker", model: fromLanguageModel(format.model(server.url), { name: "the model" }) });

      const result = await run(agent, "How far is the moon?", { clock: virtualClock(), ...(streams ? { onEvent: () => undefined } : {}) });

      expect({ stopReason: result.stopReason, succeeded: result.succeeded, error: result.error }).toEqual({
        stopReason: "error",
        succeeded: false,
        error: "UnfinishedAnswerError: the answer of model 'the model' was cut after 30 output tokens, at a limit of the provider's own (maxOutputTokens is 4096)",
      });
      expect(result.usage.own).toMatchObject({ inputTokens: 60, outputTokens: 30, cachedTokens: 20 });
    });

    test("that a filter stopped is no answer", async () => {
      const error: unknown = await ask(format, streams, { text: "First you", ends: "at the filter", usage: USAGE }).catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(UnfinishedAnswerError);
      expect(error).toMatchObject({ message: expect.stringMatching(/^model 'the model' gave no whole answer: it was refused, or stopped by the provider's content filter/u), text: "First you", finishReason: "content-filter" });
    });
  });

  test.each(WAYS)("that thought before it called, $how, gets its thoughts back with the results, as it gave them", async ({ streams }) => {
    server = await startServer(format, ({ asked, play }) => {
      const isLate = asked.messages.some(({ role }) => role === "tool");
      play(isLate ? { text: "It is far." } : { reasoning: THOUGHT, text: "I will look.", calls: [{ id: "call_a", name: "look", arguments: { at: "moon" } }] });
    });
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({ at: z.string() }), execute: ({ at }) => `${at}: 384 400 km` });
    const model = fromLanguageModel(format.model(server.url), { providerOptions: { openai: { store: false } } });

    const { output } = await run(fromAgent({ name: "asker", model, tools: [look] }), "How far is the moon?", { clock: virtualClock(), ...(streams ? { onEvent: () => undefined } : {}) });

    expect(output).toBe("It is far.");
    const spoken = server.exchanges[1]?.asked.messages.find(({ role }) => role === "assistant");
    expect(spoken?.marks).toEqual(MARKS[format.name]);
    expect(spoken).toMatchObject({ text: "I will look.", calls: [{ id: "call_a", name: "look", arguments: { at: "moon" } }] });
  });
});

const MARKS: Readonly<Record<string, readonly string[] | undefined>> = {
  "openai chat": undefined,
  "openai responses": [`sealed ${THOUGHT}`],
  "openai-compatible": [THOUGHT],
  anthropic: [`signed ${THOUGHT}`],
  gemini: [`signed ${THOUGHT}`],
};

describe.each(FORMATS.filter(({ name }) => name !== "gemini"))("a call over $name whose arguments are broken", (format) => {
  test("is answered with what is wrong, and shown to the model as it was", async () => {
    server = await startServer(format, ({ asked, play }) => {
      const isLate = asked.messages.some(({ role }) => role === "tool");
      play(isLate ? { text: "Never mind." } : { calls: [{ id: "call_a", name: "look", arguments: '{"at": "mo' }], ends: "at the limit" });
    });
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({ at: z.string() }), execute: () => "never run" });
    const agent = fromAgent({ name: "asker", model: fromLanguageModel(format.model(server.url)), tools: [look] });

    const { output, steps } = await run(agent, "How far is the moon?", { clock: virtualClock(), onEvent: () => undefined });

    expect(output).toBe("Never mind.");
    expect(steps[1]?.observation).toMatch(/^AgentToolError: invalid arguments for look: \(root\): not valid JSON \(/u);
    const calls = server.exchanges[1]?.asked.messages.find(({ role }) => role === "assistant")?.calls;
    expect(calls).toEqual([{ id: "call_a", name: "look", arguments: { unreadable_arguments: '{"at": "mo' } }]);
  });
});
