import { describe, expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { analyst } from "../../actors/index.ts";
import { expressionsIn } from "../../actors/embedded/expressions.ts";
import { run, scripted } from "../../src/index.ts";

describe("an analyst on the embedded model", () => {
  test.each([
    { goal: "What are 15 % of 1,299, (3 + 4) * 12, and the average of 3, 4 and 8?", output: "15 / 100 * 1299 = 194.85\n(3 + 4) * 12 = 84\n(3 + 4 + 8) / 3 = 5" },
    { goal: "Run this:\n```js\n[1, 2, 3].map((x) => x * x)\n```\nand not 3 + 4.", output: "=> [1,4,9]" },
    { goal: "What is 1/0 * 3?", output: "1/0 * 3: the result is no finite number: too large, or divided by 0" },
  ])("answers $goal", async ({ goal, output }) => {
    expect(await run(analyst(), goal)).toMatchObject({ stopReason: "completed", output });
  });

  test("says that there is nothing to calculate", async () => {
    const { output, toolCalls } = await run(analyst(), "How are you?");

    expect({ output: output.split(".")[0], toolCalls }).toEqual({ output: "I found nothing to calculate in this", toolCalls: [] });
  });

  test("says what its budget did not allow", async () => {
    const { stopReason, output } = await run(analyst({ budget: { maxToolCalls: 1 } }), "Calculate 3 + 4 and 5 * 6.");

    expect({ stopReason, output }).toEqual({ stopReason: "max_tool_calls", output: "3 + 4 = 7\n5 * 6: not run: max_tool_calls" });
  });

  test("asks for no tool that it was not given", async () => {
    const { output, toolCalls } = await run(analyst({ tools: [] }), "Calculate 3 + 4.");

    expect({ output: output.split(".")[0], toolCalls }).toEqual({ output: "I found nothing to calculate in this", toolCalls: [] });
  });
});

describe("what can be calculated in a text", () => {
  test.each<{ text: string; found: string[] }>([
    { text: "3 + 4", found: ["3 + 4"] },
    { text: "What is 12 * 30?", found: ["12 * 30"] },
    { text: "It is 5. 3 + 4. And (2 + 3) * (4 - 1), 2^10", found: ["3 + 4", "(2 + 3) * (4 - 1)", "2^10"] },
    { text: "1,299.50 * 3 and 3 + 4 and 3 + 4", found: ["1299.50 * 3", "3 + 4"] },
    { text: "20 percent of 50; the sum of 1, 2, and 3", found: ["20 / 100 * 50", "(1 + 2 + 3)"] },
    { text: "12 × 3 ÷ 2", found: ["12 × 3 ÷ 2"] },
    { text: "(see 3 + 4) and 7 * (2", found: ["3 + 4"] },
    { text: "pages 3-5, version 1.2.3, the 2024-01-15, 1/2/2024, 24 hours, (7)", found: [] },
    { text: "", found: [] },
  ])("of $text is $found", ({ text, found }) => {
    expect(expressionsIn(text)).toEqual(found);
  });

  test.each(["(".repeat(200_000), "1+".repeat(200_000), "sum of 1" + ", 1".repeat(200_000), "1,".repeat(200_000), "1 ".repeat(200_000)])("is found soon in a long text", (text) => {
    expect(expressionsIn(text).length).toBeLessThanOrEqual(1);
  });
});



describe("an analyst", () => {
  test("offers a language model its tools and instructions", async () => {
    const model = scripted([{ calls: [{ name: "calculate", arguments: { expression: "6 * 7" } }, { name: "run_javascript", arguments: { code: "6 * 7" } }] }, "42"]);

    const { output, steps } = await run(analyst({ model }), "What is six times seven?");

    expect({ output, observations: steps.flatMap((step) => (step.kind === "tool" ? [step.observation] : [])) }).toEqual({ output: "42", observations: ["42", "=> 42"] });
    expect(model.requests[0]?.messages[0]?.content).toContain("every number you state was given to you or comes from a tool");
  });

  test("is an actor logic like any other", async () => {
    const actor = createActor(analyst(), { input: { goal: "Calculate 3 + 4." } });
    actor.start();

    expect(await toPromise(actor)).toMatchObject({ agent: "analyst", output: "3 + 4 = 7" });
  });
});
