import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { fromAgent, guardrail, memoryJournal, render, scripted, type Message, type ScriptedReply } from "../../src/index.ts";
import { SEEDED } from "../core/seed.ts";
import { agent, asks, doing, echo, play } from "./conformance/cast.ts";

const long = doing("long", () => `begin ${"x".repeat(990)} end`);
const page = (args: object) => asks(["read_artifact", args]);

describe("a long observation", () => {
  test("is cut in the middle for the model, kept whole in the step and as an artifact, and can be paged through", async () => {
    const model = scripted([asks("long"), page({ name: "long-1.0.txt", from: 900 }), "done"]);
    const { steps, artifacts } = await play(agent("a", model, { tools: [long], maxObservationChars: 300 }));

    const [, cut, , read] = steps;
    expect([cut?.output.length, cut?.observation.length, cut?.artifacts]).toEqual([1000, 300, ["long-1.0.txt"]]);
    expect(cut?.observation).toMatch(/^begin x+\n\[… \d+ or more characters left out of 1000 …\]\nx+ end\n\(cut; all 1000 characters are kept: read_artifact\(\{ "name": "long-1\.0\.txt", "from": <character> \}\)\)$/u);
    expect(read?.observation).toBe(`${"x".repeat(96)} end\n(characters 900 to 1000 of 1000)`);
    expect(artifacts.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([["long-1.0.txt", 1000]]);
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["long"], ["long", "read_artifact"], ["long", "read_artifact"]]);
  });

  test.each([
    { args: { name: "long-1.0.txt" }, observation: expect.stringMatching(/^begin x+\n\(characters 0 to 180 of 1000; the next page begins at 180\)$/u) },
    { args: { name: "long-1.0.txt", from: 1000 }, observation: "(nothing from character 1000 on; the text has 1000)" },
    { args: { name: "other.txt" }, observation: "AgentToolError: no artifact named 'other.txt'; available: long-1.0.txt" },
    { args: { name: "long-1.0.txt", from: -1 }, observation: "AgentToolError: invalid arguments for read_artifact: from: Too small: expected number to be >=0" },
    { args: {}, observation: "AgentToolError: invalid arguments for read_artifact: name: Invalid input: expected string, received undefined" },
  ])("is read on with $args", async ({ args, observation }) => {
    const { steps } = await play(agent("a", [asks("long"), page(args), "done"], { tools: [long], maxObservationChars: 300 }));

    expect(steps[3]?.observation).toEqual(observation);
  });

  test("is whole where there is no limit, and an error that is long is cut, too", async () => {
    const failing = doing("failing", () => { throw new Error("y".repeat(1000)); });
    const { steps } = await play(agent("a", [asks("failing"), "done"], { tools: [failing], maxObservationChars: 200 }));
    const plain = await play(agent("a", [asks("long"), "done"], { tools: [long] }));

    expect([steps[1]?.observation.length, steps[1]?.error?.length, plain.steps[1]?.observation.length]).toEqual([200, 1007, 1000]);
  });

  test("reading on before anything was cut is an unknown tool", async () => {
    const { steps } = await play(agent("a", [page({ name: "x" }), "done"], { tools: [echo], maxObservationChars: 300 }));

    expect(steps[1]?.observation).toBe("unknown tool 'read_artifact'; available: echo");
  });
});

describe("a long history", () => {
  const compacting = { tools: [long], compact: { atTokens: 700, keepTurns: 1 }, budget: { maxSteps: 30 } };

  test("is compacted: the instructions, the goal, a summary and the last turns", async () => {
    const model = scripted([asks("long"), asks("long"), asks("long"), "The log was quiet.", "done"]);
    const played = await play(agent("a", model, compacting));

    expect(render(played, { width: 90 })).toBe(
      [
        '✓ a "Do it."',
        "│ completed · 0 s · 8 steps · 2,050 tokens",
        "├─ ✓ model chat → called long                                                0 s  ~102 tok",
        "├─ ✓ tool  long() → returned: begin xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  0 s",
        "├─ ✓ model chat → called long                                                0 s  ~353 tok",
        "├─ ✓ tool  long() → returned: begin xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  0 s",
        "├─ ✓ model chat → called long                                                0 s  ~605 tok",
        "├─ ✓ tool  long() → returned: begin xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  0 s",
        "├─ ✓ model compact → answered: The log was quiet.                            0 s  ~624 tok",
        "╰─ ✓ model chat → answered: done                                             0 s  ~366 tok",
      ].join("\n"),
    );
    expect(model.requests.at(-1)?.messages.map(({ role, content }) => [role, content.slice(0, 60)])).toEqual([
      ["system", expect.any(String)],
      ["user", "Do it."],
      ["user", "What you have done so far, summed up:\nThe log was quiet."],
      ["assistant", ""],
      ["tool", `begin ${"x".repeat(54)}`],
    ]);
    expect(model.requests[3]?.tools).toEqual([]);
  });

  test.each<{ title: string; reply: ScriptedReply; error: string | null }>([
    { title: "fails", reply: { error: new Error("down") }, error: "Error: down" },
    { title: "gives nothing", reply: "", error: null },
    { title: "gives nothing shorter", reply: "z".repeat(5000), error: null },
  ])("stays as it was when the summary $title, and the run goes on", async ({ reply, error }) => {
    const model = scripted([asks("long"), asks("long"), asks("long"), reply, "done"]);
    const { steps, output, stopReason } = await play(agent("a", model, compacting));

    expect(steps.find(({ name }) => name === "compact")).toMatchObject({ error, note: "the history stays as it was" });
    expect([output, stopReason, model.requests.at(-1)?.messages.length]).toEqual(["done", "completed", 8]);
  });

  test("is not compacted where the budget has no step for it", async () => {
    const model = scripted([asks("long"), asks("long"), asks("long"), "done"]);
    const { steps, stopReason } = await play(agent("a", model, { ...compacting, budget: { maxSteps: 7 } }));

    expect([steps.some(({ name }) => name === "compact"), stopReason]).toEqual([false, "completed"]);
  });

  test("is summed up under the eyes of the guardrails, and played again from a journal", async () => {
    const guardrails = [guardrail({ name: "guard", answer: (text) => ({ replace: text.replace("secret", "[…]") }) })];
    const script = [asks("long"), asks("long"), asks("long"), "The secret log.", "done"];
    const journal = memoryJournal();
    const first = await play(agent("a", script, { ...compacting, guardrails }), { journal });
    const again = await play(agent("a", [], { ...compacting, guardrails }), { journal });

    expect(first.steps.find(({ name }) => name === "compact")?.output).toBe("The […] log.");
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test("never parts a call from its observation, whatever the script", async () => {
    const turn = fc.constantFrom<ScriptedReply>(asks("long"), asks("long", "long"), asks("ghost"), "", "a summary");
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 12 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 100, max: 2000 }), async (script, keepTurns, atTokens) => {
        const model = scripted([...script, "done"], { repeatLast: true });
        await play(agent("a", model, { tools: [long], compact: { atTokens, keepTurns }, budget: { maxSteps: 40 } }));

        for (const { messages } of model.requests) expect(oddities(messages)).toEqual([]);
      }),
      { ...SEEDED, numRuns: 100 },
    );
  });
});

function oddities(messages: readonly Message[]): string[] {
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
  const observed = messages.flatMap(({ callId }) => (callId === undefined ? [] : [callId]));
  return [
    ...(messages[0]?.role === "system" && messages[1]?.role === "user" ? [] : ["it does not begin with the instructions and the goal"]),
    ...(called.join() === observed.join() ? [] : [`calls ${called.join()} have observations ${observed.join()}`]),
  ];
}

describe("an answer that was cut off", () => {
  const ending = (finishReason: string) => fromAgent({ name: "a", model: { name: "m", supportsTools: true, respond: async () => ({ text: "half an ans", finishReason }) } });

  test.each([
    { finishReason: "length", error: "the answer of 'm' was cut off at the output limit of 4096 tokens (finish reason length)" },
    { finishReason: "max_tokens", error: "the answer of 'm' was cut off at the output limit of 4096 tokens (finish reason max_tokens)" },
    { finishReason: "content-filter", error: "the answer of 'm' was withheld by its provider (finish reason content-filter)" },
  ])("is no answer: $finishReason", async ({ finishReason, error }) => {
    const { stopReason, output, steps } = await play(ending(finishReason));

    expect([stopReason, output, steps[0]?.output, steps[0]?.error]).toEqual(["error", error, "half an ans", error]);
  });

  test("and one that ended by itself is", async () => {
    expect((await play(ending("stop"))).output).toBe("half an ans");
  });
});

describe("an answer that a budget left no room for", () => {
  test("is a cut by that budget, with what there is of it", async () => {
    const model = { name: "m", supportsTools: true, respond: async () => ({ text: "half an ans", finishReason: "length", usage: { inputTokens: 60, outputTokens: 40 } }) };
    const { stopReason, output, limit } = await play(fromAgent({ name: "a", model, instructions: "Be brief.", budget: { maxTokens: 100 } }));

    expect([stopReason, output, limit]).toEqual(["max_tokens", "half an ans", { name: "maxTokens", scope: "budget", value: 100 }]);
  });

  test("is the best there is in a wrap-up turn", async () => {
    let turn = 0;
    const respond = async () => (++turn === 1 ? { text: "", calls: [{ name: "echo", arguments: {} }] } : { text: "half an ans", finishReason: "length" });
    const wrapping = fromAgent({ name: "a", model: { name: "m", supportsTools: true, respond }, tools: [echo], budget: { maxSteps: 3, wrapUp: true } });
    const { stopReason, output } = await play(wrapping);

    expect([stopReason, output]).toEqual(["max_steps", "half an ans"]);
  });
});
