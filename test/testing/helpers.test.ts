import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool, type AgentLogic, type Run, type ScriptedModel } from "../../src/index.ts";
import { assertArtifact, assertCompleted, assertUsedTools } from "../../src/testing/index.ts";

/** The helpers for testing agents, by their cases: over whole runs, through the public entries. */

const draw = tool({
  name: "draw",
  description: "Draws.",
  parameters: z.object({ what: z.string() }),
  execute: ({ what }) => ({ text: `drew ${what}`, artifacts: [{ name: `${what}.txt`, data: what }] }),
});
const drawing = { calls: [{ name: "draw", arguments: { what: "cat" } }] };

function painter(model: ScriptedModel, maxSteps = 12): AgentLogic {
  return fromAgent({ name: "painter", model, instructions: "Paint.", tools: [draw], budget: { maxSteps } });
}

async function played(model: ScriptedModel, maxSteps?: number): Promise<Run> {
  return run(painter(model, maxSteps), "Draw a cat.");
}

describe("a scripted model", () => {
  test("case 95 (decided otherwise): plays a run from end to end and is used up; one that was not asked for everything says so", async () => {
    const model = scripted([drawing, "A cat."]);
    const longer = scripted([drawing, "A cat.", "And a dog."]);

    expect([(await played(model)).output, (await played(longer)).output]).toEqual(["A cat.", "A cat."]);
    model.assertUsedUp();
    expect(() => longer.assertUsedUp()).toThrow("model 'scripted' was not asked for every reply of its script: 1 of 3 replies left");
  });

  test("case 96: keeps every request, with its messages and the tools that were offered", async () => {
    const model = scripted([drawing, "A cat."]);
    await played(model);

    const offered = [{ name: "draw", description: "Draws.", parameters: draw.schema }];
    const first = [
      { role: "system", content: "Paint." },
      { role: "user", content: "Draw a cat." },
    ];
    const call = { id: "call_1_0", name: "draw", arguments: { what: "cat" } };
    const second = [
      ...first,
      { role: "assistant", content: "", toolCalls: [call] },
      { role: "tool", content: "drew cat", callId: "call_1_0" },
    ];
    expect(model.requests.map(({ messages, tools, path, turn }) => ({ messages, tools, path, turn }))).toEqual([
      { messages: first, tools: offered, path: "0", turn: 1 },
      { messages: second, tools: offered, path: "0", turn: 2 },
    ]);
  });

  test("case 97: repeats its last reply for as long as it is asked, so that a budget ends the run", async () => {
    const model = scripted([drawing], { repeatLast: true });
    const { stopReason, limit, totalSteps } = await played(model, 6);

    expect({ stopReason, limit, totalSteps, requests: model.requests.length }).toEqual({
      stopReason: "max_steps",
      limit: { name: "maxSteps", scope: "budget", value: 6 },
      totalSteps: 6,
      requests: 3,
    });
    model.assertUsedUp();
  });

  test("case 98: that fails ends the run with error, its message as the output", async () => {
    const { stopReason, succeeded, output, error } = await played(scripted([{ error: new Error("backend is down") }]));

    expect({ stopReason, succeeded, output, error }).toEqual({
      stopReason: "error",
      succeeded: false,
      output: "Error: backend is down",
      error: "Error: backend is down",
    });
  });
});

describe("case 99: an assertion over a run", () => {
  test.each([
    {
      title: "that used other tools names both lists",
      script: [drawing, "A cat."],
      assertion: (done: Run) => assertUsedTools(done, ["draw", "paint"]),
      message: "the run of 'painter' used the tools [draw], expected [draw, paint]",
    },
    {
      title: "that did not complete names the stop reason and the output",
      script: [{ ...drawing, text: "First a cat." }],
      assertion: assertCompleted,
      message: "the run of 'painter' did not complete: its stop reason is max_steps (maxSteps 2 of the budget), its output is 'First a cat.'",
    },
    {
      title: "that lacks an artifact names those there are",
      script: [drawing, "A cat."],
      assertion: (done: Run) => assertArtifact(done, "dog.txt"),
      message: "the run of 'painter' has no artifact named 'dog.txt'; produced: [cat.txt]",
    },
  ])("$title", async ({ script, assertion, message }) => {
    const done = await played(scripted(script), script.length === 1 ? 2 : 12);

    expect(() => assertion(done)).toThrow(message);
  });

  test("that is as expected says nothing", async () => {
    const done = await played(scripted([drawing, "A cat."]));

    assertCompleted(done);
    assertUsedTools(done, ["draw"]);
    expect(new TextDecoder().decode(assertArtifact(done, "cat.txt").bytes)).toBe("cat");
  });
});
