import { describe, expect, test } from "vitest";
import { lead, researcher } from "../../actors/index.ts";
import { run, scripted, type AgentStep, type Step } from "../../src/index.ts";
import { documentTools } from "./documents.ts";

const tools = documentTools({
  "ferry/README.md": "# Ferry\n\nBoats with a higher rank board first.\n",
  "lantern/README.md": "# Lantern\n\nThe lamp goes out when the oil is used up.\n",
});
const team = [researcher({ tools })];
const GOAL = "Which boats board first, and what happens when the oil is used up?";
const ANSWER = `Which boats board first?
- Boats with a higher rank board first. (ferry/README.md:3)

What happens when the oil is used up?
- The lamp goes out when the oil is used up. (lantern/README.md:3)`;

function delegations(steps: readonly Step[]): readonly AgentStep[] {
  return steps.filter((step) => step.kind === "agent");
}

describe("a lead", () => {
  test("asks for all questions in one turn and makes one answer with the sources", async () => {
    const { stopReason, output, steps } = await run(lead({ team }), GOAL);

    expect({ stopReason, output, kinds: steps.map(({ kind }) => kind) }).toEqual({
      stopReason: "completed",
      output: ANSWER,
      kinds: ["model", "agent", "agent", "model"],
    });
    expect(delegations(steps).map(({ agent, goal, outcome }) => ({ agent, goal, outcome }))).toEqual([
      { agent: "researcher", goal: "Which boats board first?", outcome: "answered" },
      { agent: "researcher", goal: "What happens when the oil is used up?", outcome: "answered" },
    ]);
  });

  test("the specialists it asks work at the same time", async () => {
    let working = 0;
    let most = 0;
    const slow = scripted([
      async () => {
        working += 1;
        most = Math.max(most, working);
        await new Promise(setImmediate);
        working -= 1;
        return "Done.";
      },
    ], { repeatLast: true });

    await run(lead({ team: [researcher({ tools, model: slow })] }), GOAL);

    expect(most).toBe(2);
  });

  test("composes what it has when its budget is cut", async () => {
    const { stopReason, output } = await run(lead({ team, budget: { maxSteps: 3 } }), GOAL);

    expect({ stopReason, output }).toEqual({
      stopReason: "max_steps",
      output: `Which boats board first?
- Boats with a higher rank board first. (ferry/README.md:3)

What happens when the oil is used up?
This was not asked any more: max_steps.`,
    });
  });

  test("says when a specialist was stopped", async () => {
    const hasty = researcher({ tools, budget: { maxSteps: 1 } });

    const { stopReason, output } = await run(lead({ team: [hasty] }), "Which boats board first?");

    expect({ stopReason, output }).toEqual({
      stopReason: "completed",
      output: "The researcher was stopped before it was done (max_steps) and gave no answer.",
    });
  });

  test("runs on another model under another name", async () => {
    const model = scripted.byPath({
      "0": [{ calls: [{ name: "ask_researcher", arguments: { goal: "Which boats board first?" } }] }, ({ messages }) => `I heard: ${messages.at(-1)?.content ?? ""}`],
    });

    const { agent, output } = await run(lead({ team, model, name: "captain" }), GOAL);

    expect({ agent, output }).toEqual({ agent: "captain", output: "I heard: - Boats with a higher rank board first. (ferry/README.md:3)" });
  });

  test("may be on another team itself", async () => {
    const captain = lead({ team: [lead({ team, name: "mate" })] });

    const { output } = await run(captain, "Which boats board first?");

    expect(output).toBe("- Boats with a higher rank board first. (ferry/README.md:3)");
  });
});
