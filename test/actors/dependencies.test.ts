import { describe, expect, test } from "vitest";
import { lead, researcher } from "../../actors/index.ts";
import { run } from "../../src/index.ts";
import { dependencyTools } from "../../src/tools/index.ts";

/** The cast over the packages this project has installed, whose versions the lock file fixes. */
const { search, read } = dependencyTools({ root: process.cwd() });
const agent = lead({ team: [researcher({ tools: [search, read] })] });

describe("over the installed packages", () => {
  test("two questions go to two researchers, and each answer has sentences from the right documents", async () => {
    const goal = "How does p-queue decide which task runs first, and what does nanoid do about collisions?";

    const { stopReason, output, steps } = await run(agent, goal);

    expect({ stopReason, kinds: steps.map(({ kind }) => kind) }).toEqual({ stopReason: "completed", kinds: ["model", "agent", "agent", "model"] });
    const [first, second] = output.split("\n\n").map((section) => section.split("\n"));
    expect(first).toEqual(
      expect.arrayContaining([
        "How does p-queue decide which task runs first?",
        "- This package executes tasks in priority order, but doesn't guarantee completion order. (p-queue/readme.md:923)",
        "- Operations with greater priority will be scheduled first. (p-queue/readme.md:193)",
      ]),
    );
    expect(second).toEqual(
      expect.arrayContaining([
        "What does nanoid do about collisions?",
        "- By default, the ID will have 21 symbols to have a collision probability similar to UUID v4. (nanoid/index.d.ts:16)",
      ]),
    );
  });

  test.each([
    { question: "What is the default concurrency of p-queue?", sentence: "- concurrency – Type: `number`; Default: `Infinity`; Minimum: `1` (p-queue/readme.md:80)" },
    { question: "How do I cancel a task in p-queue?", sentence: "- Use `AbortSignal` for targeted cancellation. (p-queue/readme.md:885)" },
    { question: "What is nanoid?", sentence: "- A tiny, secure, URL-friendly, unique string ID generator for JavaScript. (nanoid/README.md:8)" },
    { question: "How do I infer a type from a zod schema?", sentence: "- Zod infers a static type from your schema definitions. (zod/README.md:193)" },
    { question: "How do I define a required option in commander?", sentence: "- Define a required option, which must have a value after parsing. (commander/typings/index.d.ts:668)" },
    { question: "How does fast-check replay a failing test?", sentence: "- Way to replay a failing property directly with the counterexample. (fast-check/lib/fast-check.d.ts:1004)" },
    { question: "Does minisearch support fuzzy search?", sentence: "- Exact match, prefix search, fuzzy match, field boosting. (minisearch/README.md:46)" },
  ])("$question", async ({ question, sentence }) => {
    const { output } = await run(agent, question);

    expect(output.split("\n")).toContain(sentence);
  });

  test.each(["How does lodash debounce?", "What does left-pad do about unicode?"])("nothing is invented about a package that is not there: %s", async (question) => {
    const { output } = await run(agent, question);

    expect(output).toMatch(/^I found nothing about this in the documents \(searched for /u);
  });
});
