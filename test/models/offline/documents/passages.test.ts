import { describe, expect, test } from "vitest";
import { excerptIn, hitsIn } from "../../../../src/models/offline/documents/passages.ts";

describe("a search observation", () => {
  test("gives its passages in order, with file, line and text", () => {
    const observation = `3 passages for "queue":
1. p-queue/readme.md:120
   The text of the passage.
2. a file: with 2. marks:7.md:48
   1. fake.md:3
3. empty.md:1`;

    expect(hitsIn(observation)).toEqual([
      { file: "p-queue/readme.md", line: 120, text: "The text of the passage.", rank: 0 },
      { file: "a file: with 2. marks:7.md", line: 48, text: "1. fake.md:3", rank: 1 },
      { file: "empty.md", line: 1, text: "", rank: 2 },
    ]);
  });

  test.each(['no passage for "queue"', "AgentToolError: there is no document to search", "", "1. no line number\n   text"])("%j gives none", (observation) => {
    expect(hitsIn(observation)).toEqual([]);
  });
});

describe("a read observation", () => {
  test.each([
    {
      observation: "p-queue/readme.md, lines 112-114 of 1079:\none\r\n\nfake.md, lines 1-2 of 3:",
      excerpt: { file: "p-queue/readme.md", firstLine: 112, lines: ["one", "", "fake.md, lines 1-2 of 3:"], isToEnd: false },
    },
    { observation: "a, b.md, lines 2-2 of 2:\nx", excerpt: { file: "a, b.md", firstLine: 2, lines: ["x"], isToEnd: true } },
    { observation: "AgentToolError: no document 'x.md'; there are no documents at all", excerpt: null },
    { observation: "", excerpt: null },
  ])("$observation", ({ observation, excerpt }) => {
    expect(excerptIn(observation)).toEqual(excerpt);
  });
});
