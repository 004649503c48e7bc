import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import {
  fromModerator,
  guardrail,
  isGuardrail,
  isModerator,
  type Guardrail,
  type GuardrailContext,
  type GuardrailDefinition,
  type Moderator,
} from "../../src/core/guardrail.ts";
import { thrownBy } from "./thrown.ts";

const allow = () => "allow" as const;
const CONTEXT = {} as GuardrailContext; // no check here reads it

describe("guardrail", () => {
  it.each([
    { title: "one check", definition: { name: "one", goal: allow }, timing: "before" },
    { title: "every check", definition: { name: "all", goal: allow, answer: allow, toolCall: allow, toolResult: allow }, timing: "before" },
    { title: "a goal beside the first model call", definition: { name: "late", goal: allow, timing: "parallel" }, timing: "parallel" },
  ] as const)("keeps $title and fills in the timing", ({ definition, timing }) => {
    const made = guardrail(definition);

    expect(made).toStrictEqual({ ...definition, timing });
    expect([Object.isFrozen(made), isGuardrail(made)]).toStrictEqual([true, true]);
  });

  const NAME = "a name of at most 64 characters: a small letter, then small letters, digits, _ and -";
  const KEYS = "no key of this name; the keys are name, goal, timing, answer, toolCall, toolResult";
  const SOME = "an object with at least one of goal, answer, toolCall and toolResult";
  const OBJECT = "an object: { name, goal?, answer?, toolCall?, toolResult?, timing? }";

  it.each([
    { definition: { goal: allow }, message: `a guardrail: name is undefined; allowed: ${NAME}` },
    { definition: { name: "No Name", goal: allow }, message: `guardrail 'No Name': name is 'No Name'; allowed: ${NAME}` },
    { definition: { name: "g" }, message: `guardrail 'g': the value is { name: 'g' }; allowed: ${SOME}` },
    { definition: { name: "g", timing: "parallel" }, message: `guardrail 'g': the value is { name: 'g', timing: 'parallel' }; allowed: ${SOME}` },
    { definition: { name: "g", answer: "no" }, message: "guardrail 'g': answer is 'no'; allowed: a function" },
    { definition: { name: "g", toolCall: null }, message: "guardrail 'g': toolCall is null; allowed: a function" },
    { definition: { name: "g", goal: allow, timing: "after" }, message: "guardrail 'g': timing is 'after'; allowed: 'before' or 'parallel'" },
    { definition: { name: "g", output: allow }, message: `guardrail 'g': output is [Function: allow]; allowed: ${KEYS}` },
    { definition: null, message: `a guardrail: the value is null; allowed: ${OBJECT}` },
    { definition: "g", message: `a guardrail: the value is 'g'; allowed: ${OBJECT}` },
  ])("refuses what is wrong: $message", ({ definition, message }) => {
    const error = thrownBy(() => guardrail(definition as GuardrailDefinition));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(message);
  });
});

describe("isGuardrail", () => {
  it("knows what guardrail made, and nothing that only looks like it", () => {
    const made = guardrail({ name: "g", goal: allow });

    expect([made, { ...made }, { name: "g", goal: allow }, null, "g"].map(isGuardrail)).toStrictEqual([true, false, false, false, false]);
  });
});

describe("isModerator", () => {
  it.each([
    { title: "an object with the method", value: { check: allow }, expected: true },
    { title: "an instance of a class with the method", value: new (class { check = allow })(), expected: true },
    { title: "a function", value: allow, expected: false },
    { title: "another method", value: { moderate: allow }, expected: false },
    { title: "a field of the name", value: { check: true }, expected: false },
    { title: "null", value: null, expected: false },
  ])("says $expected of $title", ({ value, expected }) => {
    expect(isModerator(value)).toBe(expected);
  });
});

describe("fromModerator", () => {
  /** What a guardrail says of a text as a goal and as an answer. */
  async function verdictsOf({ goal, answer }: Guardrail, text = "a text"): Promise<readonly unknown[]> {
    return [await goal?.(text, CONTEXT), await answer?.(text, CONTEXT)];
  }

  it.each([
    { title: "nothing flagged", said: { flagged: false }, verdict: "allow" },
    { title: "nothing flagged, whatever it names", said: { flagged: false, labels: ["toxicity"] }, verdict: "allow" },
    { title: "labels", said: { flagged: true, labels: ["toxicity", "spam"] }, verdict: { block: "toxicity, spam" } },
    { title: "a list of categories", said: { flagged: true, categories: ["violence"] }, verdict: { block: "violence" } },
    { title: "a record of categories", said: { flagged: true, categories: { violence: true, hate: false, self: 1 } }, verdict: { block: "violence" } },
    { title: "labels before categories", said: { flagged: true, labels: ["spam"], categories: { violence: true } }, verdict: { block: "spam" } },
    { title: "no category", said: { flagged: true }, verdict: { block: "policy" } },
    { title: "an empty list of categories", said: { flagged: true, categories: [] }, verdict: { block: "policy" } },
    { title: "names that are no texts", said: { flagged: true, labels: [3, null] }, verdict: { block: "policy" } },
  ])("makes one verdict of $title, for the goal and for an answer", async ({ said, verdict }) => {
    const moderator = { check: () => said } as unknown as Moderator;

    expect(await verdictsOf(fromModerator(moderator))).toStrictEqual([verdict, verdict]);
  });

  it.each([undefined, null, true, "flagged", {}, { flagged: "no" }, { flagged: 1 }])("throws where the moderator says %j, which a guardrail takes as a block", async (said) => {
    const { goal } = fromModerator({ check: () => said } as unknown as Moderator);

    await expect(goal?.("a text", CONTEXT)).rejects.toThrow(TypeError);
  });

  it("hands on the text and waits for what takes its time", async () => {
    const seen: string[] = [];
    const moderator: Moderator = {
      async check(text) {
        seen.push(text);
        return { flagged: text.includes("bad") };
      },
    };

    expect(await verdictsOf(fromModerator(moderator), "something bad")).toStrictEqual([{ block: "policy" }, { block: "policy" }]);
    expect(seen).toStrictEqual(["something bad", "something bad"]);
  });

  it("calls the moderator as its method", async () => {
    class Words {
      readonly #word = "bad";
      check(text: string) {
        return { flagged: text.includes(this.#word) };
      }
    }

    expect(await verdictsOf(fromModerator(new Words()), "bad")).toStrictEqual([{ block: "policy" }, { block: "policy" }]);
  });

  it("checks goal and answer under the name moderator, or one of the caller's, and no tool", () => {
    const { goal, answer, ...rest } = fromModerator({ check: () => ({ flagged: false }) });

    expect([typeof goal, typeof answer, rest]).toStrictEqual(["function", "function", { name: "moderator", timing: "before" }]);
    expect(fromModerator({ check: () => ({ flagged: false }) }, "words").name).toBe("words");
    expect(() => fromModerator({ check: () => ({ flagged: false }) }, "No Name")).toThrow(DefinitionError);
  });
});
