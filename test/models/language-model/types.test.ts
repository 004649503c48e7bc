import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV2, LanguageModelV2CallOptions, LanguageModelV3, LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { describe, expectTypeOf, test } from "vitest";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import type { LanguageModel, LanguageModelCall } from "../../../src/models/language-model/specification.ts";

/** What version 4 adds, by hand: its package asks for a Node that is not required here. */
interface LanguageModelV4 extends Omit<LanguageModelV3, "specificationVersion" | "doGenerate" | "doStream"> {
  readonly specificationVersion: "v4";
  doGenerate(options: LanguageModelV4CallOptions): PromiseLike<V4Result>;
  doStream(options: LanguageModelV4CallOptions): PromiseLike<{ stream: ReadableStream<V4Part> }>;
}

type LanguageModelV4CallOptions = LanguageModelV3CallOptions & { reasoning?: "provider-default" | "none" | "low" | "high" | "max" };
type V3Result = Awaited<ReturnType<LanguageModelV3["doGenerate"]>>;
type V3Part = Awaited<ReturnType<LanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type V4Finish = { unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "interrupted" | "other"; raw: string | undefined };
type V4Custom = { type: "custom"; kind: `${string}.${string}` };
type V4Result = Omit<V3Result, "content" | "finishReason"> & { content: (V3Result["content"][number] | V4Custom)[]; finishReason: V4Finish };
type V4Part = Exclude<V3Part, { type: "finish" }> | V4Custom | { type: "ping" } | { type: "finish"; usage: V3Result["usage"]; finishReason: V4Finish };

describe("the models of provider packages", () => {
  test("of version 2, 3 and 4 are language models", () => {
    expectTypeOf<LanguageModelV2>().toExtend<LanguageModel>();
    expectTypeOf<LanguageModelV3>().toExtend<LanguageModel>();
    expectTypeOf<LanguageModelV4>().toExtend<LanguageModel>();
    expectTypeOf<Omit<LanguageModelV3, "doStream">>().not.toExtend<LanguageModel>();
  });

  test("take the calls that are made of them", () => {
    expectTypeOf<LanguageModelCall>().toExtend<LanguageModelV2CallOptions>();
    expectTypeOf<LanguageModelCall>().toExtend<LanguageModelV3CallOptions>();
    expectTypeOf<LanguageModelCall>().toExtend<LanguageModelV4CallOptions>();
  });

  test("are taken without a cast", () => {
    const take = (): unknown => [
      fromLanguageModel(createOpenAI()("gpt-5-mini")),
      fromLanguageModel(createAnthropic()("claude-sonnet-4-5")),
      fromLanguageModel(createGoogleGenerativeAI()("gemini-3-pro-preview")),
      fromLanguageModel(createOpenAICompatible({ name: "local", baseURL: "http://localhost" })("tiny")),
    ];

    expectTypeOf(take).toBeFunction();
  });
});
