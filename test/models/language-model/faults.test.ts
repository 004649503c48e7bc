import { afterEach, describe, expect, test } from "vitest";
import { fromAgent, ModelError, type Model } from "../../../src/index.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import { virtualClock } from "../../../src/testing/clock.ts";
import { leftoversOf, watch } from "../../support/quiet.ts";
import { whole, type WireFormat } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";
import { beginStream, sendJson, startServer, type Exchange, type ModelServer } from "./servers/server.ts";

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

/** What an error says besides its message. */
interface Expected {
  readonly retryable: boolean;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** What the message says, after the model's name. */
  readonly says: RegExp;
}

interface Fault {
  readonly title: string;
  readonly play: (exchange: Exchange, format: WireFormat) => void;
  readonly expected: Expected;
  /** Where an answer in one piece fails otherwise than a stream does. */
  readonly inOnePiece?: Expected;
  /** Where the formats themselves say something else. */
  readonly over?: Readonly<Record<string, Partial<Expected>>>;
}

const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Fault["play"] => ({ response }, format) => {
  sendJson(response, status, format.refusal(status, `Refused: ${KEY}\nis not welcome.`), headers);
};
const page = (status: number): Fault["play"] => ({ response }) => {
  response.writeHead(status, { "content-type": "text/html" }).end("<html><body>Something went wrong</body></html>");
};
const ANSWER = whole({ text: "The moon is far away.", usage: { input: 20, cached: 0, output: 6, reasoning: 0 } });
const halfOf = ({ answer }: WireFormat): string => JSON.stringify(answer(ANSWER)).slice(0, 60);
const firstEvents = ({ events }: WireFormat): readonly string[] => events(ANSWER).slice(0, 2);
const begin = ({ response, asked }: Exchange, format: WireFormat): void => {
  if (asked.streams) beginStream(response, firstEvents(format));
  else response.writeHead(200, { "content-type": "application/json", "content-length": "100000" }).write(halfOf(format));
};

const KEY = "sk-live-abcdefghijklmnop";
const refused = (status: number, retryable: boolean): Expected => ({
  status,
  retryable,
  says: /^failed with status \d+: Refused: \[key\] is not welcome\.$/u,
});
const unreadable: Expected = { retryable: false, status: 200, says: /^gave an answer that cannot be read \(status 200\): .+/u };
const early: Expected = { retryable: true, says: /^ended before it was complete$/u };
const MEGABYTES = "0123456789abcdef".repeat(65_536 * 10);

const FAULTS: readonly Fault[] = [
  ...[400, 401, 403, 404, 422].map((status): Fault => ({ title: `${status}`, play: refusal(status), expected: refused(status, false) })),
  ...[408, 409, 425, 429, 500, 503, 529].map((status): Fault => ({ title: `${status}`, play: refusal(status), expected: refused(status, true) })),
  { title: "429 with seconds to wait", play: refusal(429, { "retry-after": "7" }), expected: { ...refused(429, true), retryAfterSeconds: 7 } },
  {
    title: "429 with a date to wait for",
    play: refusal(429, { date: "Mon, 30 Nov 2026 08:00:00 GMT", "retry-after": "Mon, 30 Nov 2026 08:01:30 GMT" }),
    expected: { ...refused(429, true), retryAfterSeconds: 90 },
  },
  { title: "529 with milliseconds to wait", play: refusal(529, { "retry-after-ms": "1500", "retry-after": "2" }), expected: { ...refused(529, true), retryAfterSeconds: 1.5 } },
  { title: "500 that is not to be tried again", play: refusal(500, { "x-should-retry": "false" }), expected: refused(500, false) },
  { title: "502 with a page", play: page(502), expected: { status: 502, retryable: true, says: /^failed with status 502: Bad Gateway$/u } },
  {
    title: "500 with 10 MB",
    play: ({ response }, format) => sendJson(response, 500, format.refusal(500, MEGABYTES)),
    expected: { status: 500, retryable: true, says: /^failed with status 500: 0123456789abcdef.{283}…$/u },
  },
  { title: "a reset before the answer", play: ({ response }) => void response.socket?.resetAndDestroy(), expected: { retryable: true, says: /^failed: .+/u } },
  {
    title: "a reset in the middle",
    play: (exchange, format) => {
      exchange.response.shouldKeepAlive = true;
      begin(exchange, format);
      setImmediate(() => exchange.response.socket?.resetAndDestroy());
    },
    expected: { retryable: true, says: /^failed: .+/u },
  },
  {
    // some of Node's clients take what they have for the whole, and the end for a proper one
    title: "a reset in the middle of the last answer of a connection",
    play: (exchange, format) => {
      const { response, asked } = exchange;
      if (asked.streams) begin(exchange, format);
      else response.writeHead(200, { "content-type": "application/json" }).write(halfOf(format));
      setImmediate(() => response.socket?.resetAndDestroy());
    },
    expected: { retryable: true, says: /^(?:ended before it was complete|failed: .+)$/u },
  },
  {
    title: "an end in the middle",
    play: (exchange, format) => {
      if (exchange.asked.streams) beginStream(exchange.response, firstEvents(format)).end();
      else exchange.response.writeHead(200, { "content-type": "application/json" }).end(halfOf(format));
    },
    expected: early,
  },
  {
    title: "a failure in the middle",
    play: ({ response, asked }, format) => {
      if (asked.streams) beginStream(response, [...firstEvents(format), format.failure]).end();
      else sendJson(response, 503, format.refusal(503, "The server is overloaded."));
    },
    expected: { status: 503, retryable: true, says: /^failed with status \d+: .*overloaded/iu },
    over: { anthropic: { status: 529 } },
    inOnePiece: { status: 503, retryable: true, says: /^failed with status 503: The server is overloaded\.$/u },
  },
  {
    title: "a failure at the beginning",
    play: ({ response, asked }, format) => {
      if (asked.streams) beginStream(response, [format.failure]).end();
      else sendJson(response, 503, format.refusal(503, "The server is overloaded."));
    },
    expected: { status: 503, retryable: true, says: /^failed with status \d+: .*overloaded/iu },
    over: { anthropic: { status: 529 } },
    inOnePiece: { status: 503, retryable: true, says: /^failed with status 503: The server is overloaded\.$/u },
  },
  {
    title: "JSON that is none",
    play: ({ response, asked }, format) => {
      if (asked.streams) beginStream(response, ["data: {not json\n\n", ...format.events(ANSWER)]).end();
      else response.writeHead(200, { "content-type": "application/json" }).end("{not json");
    },
    expected: { retryable: false, says: /^failed: .*JSON/u },
    inOnePiece: unreadable,
  },
  {
    title: "an empty body",
    play: ({ response, asked }) => void response.writeHead(200, { "content-type": asked.streams ? "text/event-stream" : "application/json" }).end(),
    expected: early,
  },
  {
    title: "a page",
    play: page(200),
    expected: { retryable: false, status: 200, says: /^answered with text\/html instead of a stream of events$/u },
    inOnePiece: unreadable,
  },
  {
    title: "an answer of 10 MB",
    play: ({ play }) => play({ text: MEGABYTES }),
    expected: { retryable: false, says: /^gave an answer of more than 4194304 characters, which is more than is read$/u },
  },
];

/** Runs an agent whose only call fails, keeping what the model threw. */
async function failingRun(format: WireFormat, url: string, streams: boolean) {
  const model = fromLanguageModel(format.model(url), { name: "the model" });
  const thrown: unknown[] = [];
  const watched: Model = {
    ...model,
    respond: async (request, options) => {
      try {
        return await model.respond(request, streams ? options : { ...options, onDelta: undefined });
      } catch (error) {
        thrown.push(error);
        throw error;
      }
    },
  };
  const clock = virtualClock();
  const { handle, engine, events } = watch(fromAgent({ name: "asker", model: watched, instructions: "Answer." }), "How far is the moon?", { clock });
  const result = await handle.result;
  return { thrown, result, leftovers: leftoversOf({ run: result, engine, events, clock }) };
}

const PROMPT_TOKENS = Math.ceil(("Answer.".length + "How far is the moon?".length) / 4);

describe.each(FORMATS)("a call over $name", (format) => {
  describe.each([
    { how: "streaming", streams: true },
    { how: "in one piece", streams: false },
  ])("$how", ({ streams }) => {
    test.each(FAULTS)("that ends with $title fails as it must", async ({ play, expected, inOnePiece, over }) => {
      const server = await startServer(format, (exchange) => play(exchange, format));
      servers.push(server);

      const { thrown, result, leftovers } = await failingRun(format, server.url, streams);

      const wanted = streams || !inOnePiece ? { ...expected, ...(streams ? over?.[format.name] : {}) } : inOnePiece;
      expect(factsOf(thrown)).toEqual([
        {
          retryable: wanted.retryable,
          status: wanted.status,
          retryAfterSeconds: wanted.retryAfterSeconds,
          message: expect.stringMatching(wanted.says),
        },
      ]);
      const [error] = thrown as [ModelError];
      expect({ stopReason: result.stopReason, output: result.output }).toEqual({ stopReason: "error", output: `ModelError: ${error.message}` });
      expect(result.usage.own.inputTokens).toBeGreaterThanOrEqual(PROMPT_TOKENS);
      expect(leftovers).toEqual([]);
      await server.quiet();
    });

    test("to a server that is not there fails as it must", async () => {
      const server = await startServer(format, () => undefined);
      await server.stop();

      const { thrown, result, leftovers } = await failingRun(format, server.url, streams);

      expect(factsOf(thrown)).toEqual([
        { retryable: true, status: undefined, retryAfterSeconds: undefined, message: expect.stringMatching(/^failed: .*ECONNREFUSED/u) },
      ]);
      expect(result.usage.own.inputTokens).toBe(PROMPT_TOKENS);
      expect(leftovers).toEqual([]);
    });
  });
});

function factsOf(thrown: readonly unknown[]): readonly object[] {
  return thrown.map((error) => {
    if (!(error instanceof ModelError)) return { error };
    const { retryable, status, retryAfterSeconds, message } = error;
    return { retryable, status, retryAfterSeconds, message: message.replace(/^(?:the connection to |the answer of )?model 'the model' /u, "") };
  });
}
