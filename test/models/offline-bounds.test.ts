import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offline } from "../../src/models/offline.ts";
import { DOCUMENTS, libraryOf, LIBRARY, loop } from "./offline-library.ts";

describe("whatever it is given", () => {
  const SEED = { seed: 20260101 };
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.stringMatching(/^[a-z ,.?;:()`*_[\]<>{}#|\n0-9-]{0,200}$/u),
    fc.constantFrom("How does ferry decide, and what is lantern?", "1. a\n2. b", "Qual é a ordem? E o preço?", "/** x */ `y"),
  );

  test("it ends with an answer, within seven calls, none of them made twice", async () => {
    const model = offline();
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (goal, document, observation) => {
        const documents = libraryOf({ "ferry/README.md": document, "a.d.ts": document });
        const told = await loop(model, goal, LIBRARY, (name, sent) => (observation === "" ? documents(name, sent) : `${documents(name, sent)}\n${observation}`));

        expect(told.calls.length).toBeLessThanOrEqual(7);
        expect(new Set(told.calls).size).toBe(told.calls.length);
        expect(told.reply.text).not.toBe("");
      }),
      SEED,
    );
  });

  test.each([
    { title: "one long word", goal: "a".repeat(100_000) },
    { title: "dots", goal: `a${".".repeat(100_000)}b` },
    { title: "spaces", goal: `what is ${" ".repeat(100_000)} this` },
    { title: "questions", goal: "How does thing do it? ".repeat(5_000) },
    { title: "joints", goal: "what is a, and ".repeat(7_000) },
    { title: "list items", goal: "1. what is it\n".repeat(7_000) },
    { title: "marks", goal: "`[(*_<".repeat(17_000) },
  ])("a goal of 100 kB is dealt with: $title", async ({ goal }) => {
    const { calls, reply } = await loop(offline(), goal, LIBRARY, libraryOf(DOCUMENTS));

    expect(calls.length).toBeLessThanOrEqual(7);
    expect(reply.text.length).toBeLessThan(10_000);
  });

  test("of a goal of 1 MB the beginning and the end are looked at, and the answer says so", async () => {
    const goal = `What is ferry? ${"Rivers flow to the sea. ".repeat(42_000)}`;

    const { reply } = await loop(offline({ maxSentences: 1 }), goal, LIBRARY, libraryOf(DOCUMENTS));

    expect(reply.text.split("\n\n").at(-1)).toBe(`The goal is ${goal.length} characters long; the embedded model looked only at its first and last 16000.`);
  });

  test.each([
    { title: "marks", line: "`[(*_<!-".repeat(5_000) },
    { title: "spaces", line: `ferry${" ".repeat(40_000)}.` },
    { title: "dots", line: `ferry${".".repeat(40_000)} x` },
    { title: "pipes", line: "ferry | ".repeat(5_000) },
    { title: "brackets", line: "[ferry`".repeat(5_000) },
    { title: "sentences", line: "Ferry is a ferry. ".repeat(2_000) },
  ])("a document of one line of 40 kB is dealt with: $title", async ({ line }) => {
    const { reply } = await loop(offline(), "What is ferry used for on rivers?", LIBRARY, libraryOf({ "ferry/README.md": line, "ferry/a.d.ts": `/** ${line} */` }));

    expect(reply.text.length).toBeLessThan(10_000);
  });
});
