import { afterEach, describe, expect, test } from "vitest";
import { fromAgent, ModelError } from "../../../src/index.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import { assertQuiet } from "../../../src/testing/assertions.ts";
import { virtualClock } from "../../../src/testing/clock.ts";
import { leftoversOf, watch } from "../../support/quiet.ts";
import { requestOf } from "../request.ts";
import { whole, type WireFormat } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";
import { beginStream, startServer, type Exchange, type ModelServer } from "./servers/server.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

const ANSWER = whole({ text: "The moon is far away." });

/** Sends an answer up to its first words, and then nothing. */
function begin({ events }: WireFormat, { response, asked }: Exchange): void {
  const all = events(ANSWER);
  const upToWords = all.slice(0, all.findIndex((event) => event.includes("The moo")) + 1);
  if (asked.streams) beginStream(response, upToWords);
  else response.writeHead(200, { "content-type": "application/json" }).write("{");
}

async function stalled(format: WireFormat, begins = true): Promise<ModelServer> {
  const server = await startServer(format, (exchange) => begins && begin(format, exchange));
  servers.push(server);
  return server;
}

describe.each(FORMATS)("a call over $name that comes to a halt", (format) => {
  test.each([
    { title: "in the middle", begins: true },
    { title: "before it begins", begins: false },
  ])("$title fails after stallSeconds of the run's clock and closes the connection", async ({ begins }) => {
    const server = await stalled(format, begins);
    const clock = virtualClock();
    const { signal } = new AbortController();
    const model = fromLanguageModel(format.model(server.url), { name: "the model", stallSeconds: 30 });
    let heard = (): void => undefined;
    const firstWords = new Promise<void>((resolve) => (heard = resolve));

    const failure = model
      .respond(requestOf(), { signal, clock, secondsLeft: () => 120, onDelta: () => heard() })
      .catch((error: unknown) => error);
    const { closed } = await server.exchange(0);
    if (begins) await firstWords;
    await clock.advance(29.9);
    const early = await Promise.race([failure, Promise.resolve("still waiting")]);
    await clock.advance(0.1);

    expect(early).toBe("still waiting");
    expect(await failure).toEqual(new ModelError("model 'the model' sent nothing for 30 s (stallSeconds)", { retryable: true }));
    await closed;
    await server.quiet();
    assertQuiet({ clock, signal });
  });

  test.each([
    { how: "streaming", streams: true },
    { how: "in one piece", streams: false },
  ])("$how ends with the agent's deadline, and counts its prompt", async ({ streams }) => {
    const server = await stalled(format);
    const clock = virtualClock();
    const model = fromLanguageModel(format.model(server.url));
    const quiet = streams
      ? model
      : {
          ...model,
          respond: (...[request, options]: Parameters<typeof model.respond>) => model.respond(request, { ...options, onDelta: undefined }),
        };
    const { handle, engine, events } = watch(fromAgent({ name: "asker", model: quiet, instructions: "Answer." }), "How far is the moon?", { clock });
    await server.exchange(0);

    await clock.advance(120);
    const result = await handle.result;

    expect({ stopReason: result.stopReason, output: result.output, input: result.usage.own.inputTokens }).toEqual({ stopReason: "timeout", output: "", input: 7 });
    await server.quiet();
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });

  test.each([
    { how: "streaming", onDelta: () => undefined, options: {} },
    { how: "watched for a halt", onDelta: undefined, options: { stallSeconds: 30 } },
    { how: "in one piece", onDelta: undefined, options: {} },
  ])("$how rejects with the signal's own reason", async ({ onDelta, options }) => {
    const server = await stalled(format);
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = { why: "nobody waits any more" };

    const ended = fromLanguageModel(format.model(server.url), options)
      .respond(requestOf(), { signal, clock, secondsLeft: () => 120, onDelta })
      .catch((error: unknown) => error);
    await server.exchange(0);
    controller.abort(reason);

    expect(await ended).toBe(reason);
    assertQuiet({ clock, signal });
    await server.quiet();
  });
});
