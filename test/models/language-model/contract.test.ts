import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import type { LanguageModel } from "../../../src/models/language-model/specification.ts";
import { describeModelContract } from "../contract.ts";
import { whole, type Asked, type Json, type Played } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";

/** Says what it was asked and calls everything it is offered: from the request alone. */
function echoOf({ messages, tools }: Asked): Played {
  const calls = tools.map(({ name }, index) => ({ id: `call_${index}`, name, arguments: { query: "tides" } }));
  return { reasoning: "Let me see.", text: `message ${messages.length}: ${messages.at(-1)?.text}`, calls };
}

for (const format of FORMATS) {
  // The whole package but for the wire, whose waits a virtual clock would not see.
  const answering: typeof fetch = async (url, init) => {
    const asked = format.read(url instanceof Request ? url.url : String(url), JSON.parse(init?.body as string) as Json); // text
    const answer = whole(echoOf(asked));
    return asked.streams ? streamed(format.events(answer)) : Response.json(format.answer(answer));
  };
  describeModelContract(`a model over ${format.name}`, () => fromLanguageModel(format.model("http://local", answering), { seed: 7, stallSeconds: 60 }));
  describeModelContract(`a model over ${format.name}, not streaming`, () => fromLanguageModel(withoutStreams(format.model("http://local", answering))));
}

function streamed(events: readonly string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(new TextEncoder().encode(event));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

// The suite always listens, so this is how the other way is taken: a stream made of the whole answer.
function withoutStreams(model: LanguageModel): LanguageModel {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    doGenerate: (call) => model.doGenerate(call),
    doStream: async (call) => {
      const { content, finishReason, usage } = await model.doGenerate(call);
      const stream = new ReadableStream<(typeof content)[number]>({
        start(controller) {
          for (const part of content) controller.enqueue(part);
          controller.enqueue({ type: "finish", ...{ finishReason, usage } });
          controller.close();
        },
      });
      return { stream };
    },
  };
}
