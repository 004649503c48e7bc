import { describe, expect, it } from "vitest";
import { inOwnWords } from "../../../bin/options/own-words.ts";
import { DefinitionError } from "../../../src/index.ts";

const wrong = (field: string, allowed: string): DefinitionError =>
  new DefinitionError({ subject: "agent 'boss'", field, value: 1, allowed });

describe("what is wrong with a definition", () => {
  it.each([
    { title: "a ceiling of money", field: "budget.maxCost", isModelNamed: true, says: "; --price says what it costs" },
    { title: "a ceiling of money over a module's own model", field: "budget.maxCost", isModelNamed: false, says: "" },
    { title: "a ceiling of another kind", field: "budget.maxSteps", isModelNamed: true, says: "" },
  ])("says of $title '$says'", ({ field, isModelNamed, says }) => {
    expect(inOwnWords(wrong(field, "null"), isModelNamed)).toBe(`agent 'boss': ${field} is 1; allowed: null${says}`);
  });

  it("names the option that accepts changed agents", () => {
    expect(inOwnWords(wrong("definitions", "those it was started with, or acceptChanges: true"), false)).toBe(
      "agent 'boss': definitions is 1; allowed: those it was started with, or --accept-changes",
    );
  });
});
