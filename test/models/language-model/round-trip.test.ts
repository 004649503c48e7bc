import { afterEach, describe, expect, test } from "vitest";
import { fromAgent, run, type RunEvent } from "../../../src/index.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import { virtualClock } from "../../../src/testing/clock.ts";
import { leftoversOf, watch } from "../../support/quiet.ts";
import type { Heard, Played, WireFormat } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";
import { startServer, type Exchange, type ModelServer } from "./servers/server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const LEAD_USAGE = { input: 100, cached: 40, output: 30, reasoning: 0 };
const RESEARCHER_USAGE = { input: 50, cached: 0, output: 10, reasoning: 0 };
const CALLS = [
  { id: "call_moon01", name: "ask_astronomer", arguments: { goal: "How far is the moon?" } },
  { id: "call_soup02", name: "ask_cook", arguments: { goal: "What is in a soup?" } },
];

/** Plays the lead and both of its researchers, telling them apart by their instructions. */
function castOf({ messages }: Exchange["asked"]): Played {
  const [instructions, question] = messages;
  if (instructions?.text !== "You lead.") return { text: `${instructions?.text} ${question?.text}`, usage: RESEARCHER_USAGE };
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length === 0) return { text: "I will ask both.", calls: CALLS, usage: LEAD_USAGE };
  return { text: results.map(({ callId, text }) => `${callId} said ${text}`).join(" "), usage: LEAD_USAGE };
}

function teamOn(format: WireFormat, url: string) {
  const model = fromLanguageModel(format.model(url), { name: "the model", price: { input: 2, cached: 1, output: 10 } });
  const specialist = (name: string, description: string) => fromAgent({ name, description, model, instructions: `I am the ${name}.` });
  const team = [specialist("astronomer", "Knows the sky."), specialist("cook", "Knows the kitchen.")];
  return fromAgent({ name: "lead", model, instructions: "You lead.", team, maxOutputTokens: 500 });
}

function leadRequests({ exchanges }: ModelServer): readonly Exchange[] {
  return exchanges.filter(({ asked }) => asked.messages[0]?.text === "You lead.");
}

describe.each(FORMATS)("a lead with two researchers over $name", (format) => {
  describe.each([
    { how: "streaming", streams: true },
    { how: "in one piece", streams: false },
  ])("$how", ({ streams }) => {
    test("gets both conclusions, matched by id, whatever came first", async () => {
      server = await startServer(format, (exchange) => {
        const isFirst = exchange.asked.messages[1]?.text.includes("moon") ?? false;
        const hasLate = exchange.asked.messages[0]?.text.includes("astronomer") && isFirst;
        if (hasLate) void until(server as ModelServer, "cook").then(() => exchange.play(castOf(exchange.asked)));
        else exchange.play(castOf(exchange.asked));
      });
      const events: RunEvent[] = [];
      const options = streams ? { onEvent: (event: RunEvent) => void events.push(event) } : {};

      const result = await run(teamOn(format, server.url), "The moon and a soup, please.", { ...options, clock: virtualClock() });

      const expected = "call_moon01 said I am the astronomer. How far is the moon? call_soup02 said I am the cook. What is in a soup?";
      expect({ stopReason: result.stopReason, output: result.output, error: result.error }).toEqual({ stopReason: "completed", output: expected, error: null });
      expect(leadRequests(server)[1]?.asked.messages).toEqual<readonly Heard[]>([
        { role: "system", text: "You lead." },
        { role: "user", text: "The moon and a soup, please." },
        { role: "assistant", text: "I will ask both.", calls: CALLS },
        { role: "tool", callId: "call_moon01", text: "I am the astronomer. How far is the moon?" },
        { role: "tool", callId: "call_soup02", text: "I am the cook. What is in a soup?" },
      ]);
      expect(server.exchanges.map(({ asked }) => asked.streams)).toEqual([streams, streams, streams, streams]);
      expect(server.exchanges.map(({ asked }) => asked.maxOutputTokens)).toEqual([500, 4096, 4096, 500]);
      const told = events.flatMap((event) => (event.type === "model.delta" && event.path === "0" ? [event.text] : [])).join("");
      expect(told).toBe(streams ? `I will ask both.${expected}` : "");
    });

    test("counts what the provider reports, cached tokens at their own price", async () => {
      server = await startServer(format, (exchange) => exchange.play(castOf(exchange.asked)));
      const options = streams ? { onEvent: () => undefined } : {};

      const { usage } = await run(teamOn(format, server.url), "The moon and a soup, please.", { ...options, clock: virtualClock() });

      const own = {
        modelCalls: 2,
        toolCalls: 0,
        delegations: 2,
        inputTokens: 200,
        outputTokens: 60,
        cachedTokens: 80,
        reasoningTokens: 0,
        cost: 0.00092,
      };
      expect(usage).toEqual({ own, subtree: { ...own, modelCalls: 4, inputTokens: 300, outputTokens: 80, cost: 0.00132 } });
    });

    test("closes every connection at once when it is cancelled, and leaves nothing behind", async () => {
      server = await startServer(format, (exchange) => {
        const isLead = exchange.asked.messages[0]?.text === "You lead.";
        if (isLead) exchange.play(castOf(exchange.asked));
      });
      const clock = virtualClock();
      const { handle, engine, events } = watch(teamOn(format, server.url), "The moon and a soup, please.", { clock });
      const held = [await server.exchange(1), await server.exchange(2)];

      handle.cancel("enough of it");
      const result = await handle.result;

      expect({ stopReason: result.stopReason, error: result.error }).toEqual({ stopReason: "cancelled", error: "cancelled: enough of it" });
      await Promise.all(held.map(({ closed }) => closed));
      await server.quiet();
      expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
    });
  });

  test("offers the tools with their schemas", async () => {
    server = await startServer(format, (exchange) => exchange.play(castOf(exchange.asked)));

    await run(teamOn(format, server.url), "The moon and a soup, please.", { clock: virtualClock() });

    const [lead, researcher] = [server.exchanges[0], server.exchanges[1]];
    expect(lead?.asked.tools.map(({ name }) => name)).toEqual(["ask_astronomer", "ask_cook"]);
    expect(lead?.asked.tools[0]?.schema).toMatchObject({ type: "object", properties: { goal: { type: "string" } }, required: ["goal"] });
    expect(researcher?.asked.tools).toEqual([]);
  });
});

/** Resolves when a request of this researcher has been answered. */
async function until(at: ModelServer, researcher: string): Promise<void> {
  for (let number = 0; ; number++) {
    const { asked, closed } = await at.exchange(number);
    if (asked.messages[0]?.text.includes(researcher)) return closed;
  }
}
