import { describe, expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { researcher } from "../../actors/index.ts";
import { DefinitionError, run, scripted } from "../../src/index.ts";
import { documentTools } from "./documents.ts";

const tools = documentTools({ "ferry/README.md": "# Ferry\n\nFerries carry boats over the river.\n\nA crossing costs three coins.\n" });

describe("a researcher", () => {
  test("searches, reads and answers with its sources", async () => {
    const { stopReason, output, toolCalls } = await run(researcher({ tools }), "What does a crossing cost?");

    expect({ stopReason, output, toolCalls }).toEqual({
      stopReason: "completed",
      output: "- A crossing costs three coins. (ferry/README.md:5)",
      toolCalls: ["search", "read"],
    });
  });

  test.each(["compost", "What about compost?", "Tell me about compost"])("answers with the section a heading names: %s", async (goal) => {
    const garden = documentTools({ "garden.md": "# Garden\n\n## Compost\n\nTurn the heap every two weeks. Keep it moist.\n" });

    const { output } = await run(researcher({ tools: garden }), goal);

    expect(output).toBe("- Turn the heap every two weeks. (garden.md:5)\n- Compost – Keep it moist. (garden.md:5)");
  });

  test("says when the documents do not say it", async () => {
    const { output } = await run(researcher({ tools }), "What do pirates want?");

    expect(output).toBe('I found nothing about this in the documents (searched for "pirates").');
  });

  test("answers with what it has when a ceiling cuts it", async () => {
    const { stopReason, output } = await run(researcher({ tools, budget: { maxSteps: 4 } }), "What does a crossing cost?");

    expect({ stopReason, output }).toEqual({ stopReason: "max_steps", output: "- A crossing costs three coins. (ferry/README.md:5)" });
  });

  test("is an actor logic like any other", async () => {
    const actor = createActor(researcher({ tools }), { input: { goal: "What does a crossing cost?" } });
    actor.start();

    const { agent, output } = await toPromise(actor);

    expect({ agent, output }).toEqual({ agent: "researcher", output: "- A crossing costs three coins. (ferry/README.md:5)" });
  });

  test("takes another name, instructions, budget and model", async () => {
    const model = scripted(["As you wish."]);
    const agent = researcher({ tools, name: "clerk", description: "Files papers.", instructions: "File.", budget: { maxSteps: 3 }, model });

    const { instructions, budget, output } = await run(agent, "File this.");

    expect({ named: agent.agent, instructions, maxSteps: budget.maxSteps, wrapUp: budget.wrapUp, output }).toEqual({
      named: { name: "clerk", description: "Files papers." },
      instructions: "File.",
      maxSteps: 3,
      wrapUp: true,
      output: "As you wish.",
    });
  });

  test("a wrong option is refused when it is made", () => {
    expect(() => researcher({ tools, name: "The Clerk" })).toThrow(DefinitionError);
  });
});
