import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Message } from "../../../src/core/message.ts";
import type { ModelRequest } from "../../../src/core/model.ts";
import { fromAgent, run, scripted, tool, type Model, type Run, type ScriptedCall, type ScriptedFunction } from "../../../src/index.ts";
import { conversationOf } from "../../../viewer/trace/conversation.ts";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { givenIn, summedUpIn, type Conversation } from "../../../viewer/trace/spoken.ts";
import { agentStep, callingStep, modelStep, runOf, toolStep } from "../../support/trace.ts";

interface Heard {
  readonly model: Model;
  readonly requests: { path: string; turn: number; messages: Message[] }[];
}

// Keeps what a model is given, as it is given.
function heard(model: Model): Heard {
  const requests: Heard["requests"] = [];
  const respond: Model["respond"] = (request: ModelRequest, options) => {
    const { path, turn, messages } = request;
    requests.push({ path, turn, messages: [...messages] });
    return model.respond(request, options);
  };
  return { model: { ...model, respond }, requests };
}

const add = tool({
  name: "add",
  description: "Adds.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const sum = (a: number, b: number): ScriptedCall => ({ name: "add", arguments: { a, b } });

const SCRIPT = {
  "0": [
    {
      text: "I split this.",
      calls: [{ name: "ask_reader", arguments: { goal: "left" } }, sum(1, 2), { name: "ghost", arguments: {} }, sum(3, 4)],
    },
    {
      calls: [
        { name: "add", arguments: "{ broken" },
        { name: "ask_reader", arguments: { goal: "right" } },
      ],
    },
    { text: "Too much.", calls: [sum(5, 6), sum(7, 8), sum(9, 10)] },
    "The best I have.",
  ],
  "*": [{ calls: [sum(20, 30)] }, "I read it."],
} as Parameters<typeof scripted.byPath>[0];

async function team(): Promise<{ run: Run; requests: Heard["requests"] }> {
  const { model, requests } = heard(scripted.byPath(SCRIPT));
  const reader = fromAgent({ name: "reader", description: "Reads.", model, tools: [add] });
  const lead = fromAgent({ name: "lead", model, tools: [add], team: [reader], budget: { maxSteps: 12, wrapUp: true } });
  return { run: await run(lead, "What is there?"), requests };
}

const seenIn = (conversation: Conversation, turn: number): { role: string; content: string }[] =>
  givenIn(conversation, turn).map(({ role, text }) => ({ role, content: text }));

// An agent that looks something up in eleven turns, with a history that is summed up whenever it has grown.
async function longRun(keepTurns: number): Promise<{ run: Run; requests: Heard["requests"] }> {
  let sums = 0;
  let turns = 0;
  const replyTo: ScriptedFunction = ({ tools }) => {
    if (tools.length === 0) return `Summary ${(sums += 1)}.`;
    turns += 1;
    return turns < 12 ? { text: `Turn ${turns}. ${"I add on. ".repeat(20)}`, calls: [sum(turns, 1), sum(turns, 2)] } : "That is all.";
  };
  const { model, requests } = heard(scripted([replyTo], { repeatLast: true }));
  const compact = { atTokens: 420, keepTurns, maxSummaryTokens: 50 };
  const lead = fromAgent({ name: "lead", model, tools: [add], compact, budget: { maxSteps: 60 } });
  return { run: await run(lead, "What is there?"), requests };
}

describe("a conversation", () => {
  it("is, up to each turn, exactly what the model was given in that turn", async () => {
    const { run: traced, requests } = await team();
    const nodes = nodesOf(traced);
    const agents = { "0": 0, "0/1.0": nodes.lanes[1] ?? -1, "0/2.1": nodes.lanes[2] ?? -1 };

    expect(requests.map(({ path, turn }) => `${path}#${turn}`).sort()).toEqual([
      "0#1",
      "0#2",
      "0#3",
      "0#4",
      "0/1.0#1",
      "0/1.0#2",
      "0/2.1#1",
      "0/2.1#2",
    ]);
    for (const { path, turn, messages } of requests) {
      const conversation = conversationOf(traced, nodes, agents[path as keyof typeof agents]);

      expect(seenIn(conversation, turn)).toEqual(messages.map(({ role, content }) => ({ role, content })));
    }
  });

  it("marks what came from a specialist, and where each message comes from", async () => {
    const { run: traced } = await team();
    const { spoken } = conversationOf(traced, nodesOf(traced), 0);

    expect(
      spoken.filter(({ specialist }) => specialist !== null).map(({ called, specialist, node }) => [called, specialist, node]),
    ).toEqual([
      ["ask_reader", "reader", 2],
      ["ask_reader", "reader", 11],
    ]);
  });

  it("puts observations in the order of the calls, whatever order the steps have", () => {
    const steps = [
      callingStep(["first", "second"]),
      toolStep("second", { callId: "call_1_1", observation: "2" }),
      toolStep("first", { callId: "call_1_0", observation: "1" }),
      modelStep({ output: "Done." }),
    ];
    const traced = runOf(steps);

    expect(conversationOf(traced, nodesOf(traced), 0).spoken.map(({ text }) => text)).toEqual([
      "",
      "What is there?",
      "",
      "1",
      "2",
      "Done.",
    ]);
  });

  it.each([
    { keepTurns: 0, summaries: 2 },
    { keepTurns: 1, summaries: 2 },
    { keepTurns: 2, summaries: 2 },
    { keepTurns: 5, summaries: 3 },
  ])("is exact after each of $summaries summaries, too, where the last $keepTurns turns stay", async ({ keepTurns, summaries }) => {
    const { run: traced, requests } = await longRun(keepTurns);
    const conversation = conversationOf(traced, nodesOf(traced), 0);
    const turns = requests.filter(({ messages }) => messages[0]?.content === traced.instructions);

    expect([traced.stopReason, conversation.isExact, requests.length - turns.length]).toEqual(["completed", true, summaries]);
    for (const { turn, messages } of turns) {
      expect(seenIn(conversation, turn)).toEqual(messages.map(({ role, content }) => ({ role, content })));
    }
  });

  it("does not claim to be exact where the trace does not tell how many turns stayed", () => {
    const traced = runOf([callingStep(["a"]), toolStep("a", { callId: "call_1_0" }), modelStep({ name: "compact", output: "So far: a." }), modelStep()]);
    const conversation = conversationOf(traced, nodesOf(traced), 0);

    expect([conversation.isExact, summedUpIn(conversation, 2)]).toEqual([false, 0]);
  });

  it("has a summary in the place where one was made, and none that was of no use", () => {
    const useless = modelStep({ name: "compact", output: "long", note: "the history stays as it was" });
    const traced = runOf([
      callingStep(["a"]),
      toolStep("a", { callId: "call_1_0" }),
      modelStep({ name: "compact", output: "So far: a." }),
      useless,
      modelStep(),
    ]);
    const { spoken } = conversationOf(traced, nodesOf(traced), 0);

    expect(spoken.filter(({ isSummary }) => isSummary).map(({ role, text, node }) => [role, text, node])).toEqual([
      ["user", "What you have done so far, summed up:\nSo far: a.", 3],
    ]);
  });

  it("leaves out what an extractor made of an answer, which no model of the agent ever reads", () => {
    const traced = runOf([
      modelStep({ output: "42, I think." }),
      agentStep("lead-extractor", [], { callId: "extract_answer", observation: "{}" }),
    ]);

    expect(conversationOf(traced, nodesOf(traced), 0).spoken.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  });
});
