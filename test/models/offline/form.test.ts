import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromAgent, offline, run, tool } from "../../../src/index.ts";
import { offered } from "../offline-library.ts";
import { textParameterOf } from "../../../src/models/offline/text-parameter.ts";

const found = "1 passage for \"cats\":\n1. a.md:1\n   Cats sleep sixteen hours a day.";
const search = tool({ name: "search", description: "Search.", parameters: z.object({ query: z.string() }), execute: () => found });
const read = tool({ name: "read", description: "Read.", parameters: z.object({ file: z.string() }), execute: () => "a.md, lines 1-1 of 1:\nCats sleep sixteen hours a day." });
const librarian = fromAgent({ name: "librarian", model: offline(), tools: [search, read] });
const GOAL = "How long do cats sleep?";
const ANSWER = "- Cats sleep sixteen hours a day. (a.md:1)";
const NOTE = "The embedded model answers in words: it cannot give the data that was asked for.";

describe("the embedded model, asked for data", () => {
  test.each([
    { title: "a text", returns: z.string(), data: ANSWER },
    { title: "an object with one text", returns: z.object({ hours: z.string().min(1) }), data: { hours: ANSWER } },
  ])("gives its answer where that is $title", async ({ returns, data }) => {
    const { stopReason, data: given, dataProblem, toolCalls } = await run(librarian, GOAL, { returns });

    expect({ stopReason, given, dataProblem, last: toolCalls.at(-1) }).toEqual({ stopReason: "completed", given: data, dataProblem: undefined, last: "final_answer" });
  });

  test.each([
    { title: "a number", returns: z.object({ hours: z.number() }) },
    { title: "one of several words", returns: z.enum(["long", "short"]) },
    { title: "more than one text", returns: z.object({ hours: z.string(), source: z.string() }) },
    { title: "a text of a kind", returns: z.object({ mail: z.email() }) },
    { title: "a text that must be shorter, which it finds out", returns: z.string().max(3) },
  ])("answers in words and says so where it is $title", async ({ returns }) => {
    const { stopReason, output, data, dataProblem } = await run(librarian, GOAL, {
      returns: { schema: returns as z.ZodType, extraction: false },
    });

    expect({ stopReason, output, data, reason: dataProblem?.reason }).toEqual({ stopReason: "completed", output: `${ANSWER}\n\n${NOTE}`, data: undefined, reason: "no_json" });
  });

  test("never gives as data that it cannot answer", async () => {
    const { output, data, steps } = await run(fromAgent({ name: "alone", model: offline() }), GOAL, { returns: z.string() });

    expect(output).toMatch(new RegExp(`^The embedded model can only pass questions on .* it cannot answer this\\. ${NOTE.replaceAll(".", "\\.")}$`, "u"));
    expect({ data, kinds: steps.map(({ kind }) => kind) }).toEqual({ data: undefined, kinds: ["model", "agent"] });
  });
});

describe("a tool's one text", () => {
  test.each([
    { title: "is its required parameter", parameters: offered("t", { goal: { type: "string", description: "d" }, more: { type: "integer" } }), name: "goal" },
    { title: "is none where not every text will do", parameters: offered("t", { goal: { type: "string", enum: ["a"] } }), name: null },
    { title: "is none where it is no text", parameters: offered("t", { goal: { type: "integer" } }), name: null },
    { title: "is none where nothing is required", parameters: offered("t", {}), name: null },
  ])("$title", ({ parameters, name }) => {
    expect(textParameterOf(parameters)).toBe(name);
  });
});
