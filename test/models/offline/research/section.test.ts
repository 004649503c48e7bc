import { describe, expect, test } from "vitest";
import { sentencesOf } from "../../../../src/models/offline/documents/sentences.ts";
import { answerTo } from "../../../../src/models/offline/research/answering.ts";

const GARDEN = `# Garden

Welcome to it all.

## Composting machines

They are loud.

## Compost

Turn the heap every two weeks. Keep it moist.

### Trouble

Add dry leaves when it smells.

## Version 2 of the fence

It is made of wood.

## Priority

Beans are watered before the peas.
`;

function answer(question: string, file = "garden.md", max = 3) {
  const { sentences, unspoken } = answerTo(question, sentencesOf({ file, firstLine: 1, lines: GARDEN.split("\n"), isToEnd: true }), max);
  return { told: sentences.map(({ line, text }) => `${line} ${text}`), unspoken };
}

describe("a section whose heading holds all topics", () => {
  test.each(["compost", "What about compost?", "Tell me about compost", "Define compost.", "Please define compost", "What does compost mean?"])(
    "answers with its first sentences, those of its parts among them: %s",
    (question) => {
      expect(answer(question)).toEqual({
        told: ["11 Turn the heap every two weeks.", "11 Keep it moist.", "15 Add dry leaves when it smells."],
        unspoken: [],
      });
    },
  );

  test("answers with no more than is allowed", () => {
    expect(answer("compost", "garden.md", 1).told).toEqual(["11 Turn the heap every two weeks."]);
  });

  test.each([
    { title: "another topic", question: "What does compost cost?" },
    { title: "another actor", question: "Does Ada compost?" },
    { title: "another number", question: "What about the fence of version 3?" },
    { title: "a person", question: "Who is Compost?" },
    { title: "a word of the same idea only", question: "What about order?" },
  ])("is silent, when the question asks for $title", ({ question }) => {
    expect(answer(question).told).toEqual([]);
  });

  test("is silent, when it stands in the document of another package", () => {
    const sentences = sentencesOf({ file: "shed/garden.md", firstLine: 1, lines: GARDEN.split("\n"), isToEnd: true });

    expect(answerTo("What about compost in lantern?", sentences, 3, ["shed/garden.md", "lantern/a.md"])).toEqual({ sentences: [], unspoken: [] });
  });
});
