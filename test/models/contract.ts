import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import type { Model, ModelReply, ModelRequest, OfferedTool } from "../../src/core/model.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { requestOf } from "./request.ts";

/**
 * Makes a fresh model that answers any request at all, always the same for the same request. A `slow` one waits on its
 * clock before each answer; a model that never waits may make the same one for both.
 */
export type MakeModel = (pace: "instant" | "slow") => Model;

/** The suite that every model passes; what it checks is the doc comment of `Model`. */
export function describeModelContract(name: string, make: MakeModel): void {
  describe(`${name} keeps the contract of a model`, () => {
    test("it has a name and says whether it can request calls", () => {
      const { name: modelName, supportsTools } = make("instant");

      expect({ modelName: typeof modelName, supportsTools: typeof supportsTools }).toEqual({
        modelName: "string",
        supportsTools: "boolean",
      });
    });

    describe.each(["instant", "slow"] as const)("at an %s pace", (pace) => {
      test.each(REQUESTS)("it answers $title with a whole reply and leaves nothing behind", async ({ request }) => {
        const { reply, deltas } = await ask(make(pace), request);

        expect(faultsOf(reply)).toEqual([]);
        expect(["", reply.text]).toContain(deltas);
      });

      test.each(REQUESTS)("it leaves $title as it was", async ({ request }) => {
        const before = structuredClone(request);

        await ask(make(pace), deepFrozen(request));

        expect(request).toEqual(before);
      });

      test("it answers from the request alone, whatever it was asked before", async () => {
        const alone = await Promise.all(REQUESTS.map(async ({ request }) => (await ask(make(pace), request)).reply));
        const model = make(pace);
        const oneByOne: ModelReply[] = [];
        for (const { request } of [...REQUESTS].reverse()) oneByOne.unshift((await ask(model, request)).reply);

        expect(oneByOne).toEqual(alone);
      });

      test("it keeps requests that it answers at the same time apart", async () => {
        const alone = await Promise.all(REQUESTS.map(async ({ request }) => (await ask(make(pace), request)).reply));
        const model = make(pace);
        const together = await Promise.all(REQUESTS.map(({ request }) => ask(model, request)));

        expect(together.map(({ reply }) => reply)).toEqual(alone);
      });

      test.each(["before", "during"] as const)("it settles at once when its signal fires %s the call", async (when) => {
        const clock = virtualClock();
        const controller = new AbortController();
        const { signal } = controller;
        if (when === "before") controller.abort(new Error("nobody waits any more"));

        const ending = endingOf(make(pace).respond(requestOf(), { signal, clock, secondsLeft: () => 120 }));
        controller.abort(new Error("nobody waits any more"));
        await clock.advance(0);

        expect(await Promise.race([ending, Promise.resolve("still running")])).toMatch(/^(answered|threw an error)$/u);
        assertQuiet({ clock, signal });
      });
    });
  });
}

const offered = (name: string, properties: JsonObject): OfferedTool => ({
  name,
  description: `Use ${name} when it fits.`,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

const SEARCH = [offered("search", { query: { type: "string" } }), offered("read", { id: { type: "string" } })];
const TEAM = [offered("ask_astronomer", { goal: { type: "string" } }), offered("ask_cook", { goal: { type: "string" } })];
const SYSTEM = { role: "system", content: "You answer briefly." } as const;

const REQUESTS: readonly { readonly title: string; readonly request: ModelRequest }[] = [
  { title: "a plain question", request: requestOf() },
  {
    title: "a question with tools",
    request: requestOf({ messages: [SYSTEM, { role: "user", content: "Which tides are the highest?" }], tools: SEARCH, path: "0/1.0" }),
  },
  {
    title: "a question with specialists",
    request: requestOf({ messages: [SYSTEM, { role: "user", content: "How far is the moon? What is in a soup?" }], tools: TEAM, path: "0/1.1" }),
  },
  {
    title: "a later turn",
    request: requestOf({
      messages: [
        SYSTEM,
        { role: "user", content: "Which tides are the highest?" },
        { role: "assistant", content: "", toolCalls: [{ id: "call_1_0", name: "search", arguments: { query: "highest tides" } }] },
        { role: "tool", content: "no hits", callId: "call_1_0" },
      ],
      tools: SEARCH,
      path: "0/1.2",
      turn: 2,
      maxOutputTokens: 64,
    }),
  },
];

async function ask(model: Model, request: ModelRequest): Promise<{ readonly reply: ModelReply; readonly deltas: string }> {
  const clock = virtualClock();
  const { signal } = new AbortController();
  let deltas = "";
  const onDelta = (text: string): void => {
    deltas += text;
  };
  const reply = await clock.settle(model.respond(request, { signal, clock, secondsLeft: () => 120, onDelta }));
  assertQuiet({ clock, signal });
  return { reply, deltas };
}

async function endingOf(answer: Promise<ModelReply>): Promise<string> {
  return answer.then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? "threw an error" : "threw something that is no error"),
  );
}

function faultsOf({ text, calls = [], usage }: ModelReply): string[] {
  const faults = typeof text === "string" ? [] : ["its text is no text"];
  for (const call of calls) {
    if (typeof call.name !== "string" || call.name === "") faults.push("a call has no name");
    if (!isObjectOrText(call.arguments)) faults.push(`the arguments of ${call.name} are neither an object nor text`);
  }
  const ids = calls.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) faults.push("two calls have the same id");
  for (const [name, tokens] of Object.entries({ ...usage })) {
    if (!Number.isInteger(tokens) || tokens < 0) faults.push(`usage.${name} is no count`);
  }
  return faults;
}

function isObjectOrText(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null && !Array.isArray(value));
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
