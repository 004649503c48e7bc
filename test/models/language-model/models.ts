import type { AnswerPart, LanguageModel, LanguageModelCall } from "../../../src/models/language-model/specification.ts";

/** What a model of a test's own does. */
export interface Behaviour {
  readonly version?: LanguageModel["specificationVersion"];
  /** The parts of its stream, `finish` included; what is thrown from here breaks the stream off. */
  readonly parts?: () => Iterable<AnswerPart | object>;
  readonly generate?: (call: LanguageModelCall) => unknown;
  /** Sees each call before it is answered. */
  readonly onCall?: (call: LanguageModelCall) => void;
}

/** A model in memory, for what no server says. */
export function modelOf({ version = "v3", parts = () => [], generate = () => undefined, onCall = () => undefined }: Behaviour): LanguageModel {
  return {
    specificationVersion: version,
    provider: "test.chat",
    modelId: "tiny",
    doGenerate: async (call) => {
      onCall(call);
      return generate(call) as Awaited<ReturnType<LanguageModel["doGenerate"]>>; // what a careless provider might give
    },
    doStream: async (call) => {
      onCall(call);
      const iterator = parts()[Symbol.iterator]();
      const stream = new ReadableStream<AnswerPart>({
        pull(controller) {
          const { done, value } = iterator.next();
          if (done) controller.close();
          else controller.enqueue(value as AnswerPart);
        },
      });
      return { stream };
    },
  };
}

/** The last part of a stream, since version 3. */
export function finish(unified = "stop", usage: object = { inputTokens: { total: 9 }, outputTokens: { total: 4 } }, raw: string | undefined = unified): AnswerPart {
  const part = { type: "finish", finishReason: { unified, raw }, usage };
  return part;
}
