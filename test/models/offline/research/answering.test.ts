import { describe, expect, test } from "vitest";
import { sentencesOf, type Sentence } from "../../../../src/models/offline/documents/sentences.ts";
import { answerTo } from "../../../../src/models/offline/research/answering.ts";

function documents(files: Readonly<Record<string, string>>): readonly Sentence[] {
  return Object.entries(files).flatMap(([file, text]) => sentencesOf({ file, firstLine: 1, lines: text.split("\n"), isToEnd: true }));
}

function told(question: string, files: Readonly<Record<string, string>>, max = 3): readonly string[] {
  return answerTo(question, documents(files), max).sentences.map(({ file, line, text }) => `${file}:${line} ${text}`);
}

const FERRY = `# Ferry

Carries boats over the river.

## Boarding

A boat with a higher rank goes first.
Otherwise, the boat that came first goes first.

## Engine

The engine burns oil. Its oil is changed by the crew.
`;

describe("the answer to a question", () => {
  test.each<{ title: string; question: string; files: Readonly<Record<string, string>>; sentences: readonly string[] }>([
    {
      title: "the sentence that has its words",
      question: "What does the engine of ferry burn?",
      files: { "ferry/a.md": FERRY },
      sentences: ["ferry/a.md:12 The engine burns oil."],
    },
    {
      title: "a sentence that says it in related words",
      question: "In which order do boats board with ferry?",
      files: { "ferry/a.md": FERRY },
      sentences: ["ferry/a.md:7 A boat with a higher rank goes first.", "ferry/a.md:8 Otherwise, the boat that came first goes first."],
    },
    {
      title: "a sentence together with the one it leans on",
      question: "What sinks in a storm?",
      files: { "ferry/a.md": "Boats carry a bell.\nOtherwise, one sinks in a storm." },
      sentences: ["ferry/a.md:1 Boats carry a bell. Otherwise, one sinks in a storm."],
    },
    {
      title: "the beginning of its document, when it only names a thing",
      question: "What is ferry?",
      files: { "lamp/a.md": "Lamps are lit by a ferry.", "ferry/a.md": FERRY },
      sentences: [
        "ferry/a.md:3 Carries boats over the river.",
        "ferry/a.md:7 A boat with a higher rank goes first.",
        "ferry/a.md:8 Otherwise, the boat that came first goes first.",
      ],
    },
    {
      title: "the document of what the question names, not that of another",
      question: "How is the engine of ferry oiled?",
      files: { "lamp/a.md": "The engine is oiled daily.", "ferry/a.md": FERRY },
      sentences: ["ferry/a.md:12 The engine burns oil.", "ferry/a.md:12 Its oil is changed by the crew."],
    },
    {
      title: "led by the sentence that has the rarer word",
      question: "Which oars or rowlocks break?",
      files: { "ferry/a.md": "Oars are long.\n\nOars are light.\n\nOars are wet.\n\nRowlocks are loose." },
      sentences: ["ferry/a.md:7 Rowlocks are loose.", "ferry/a.md:1 Oars are long.", "ferry/a.md:3 Oars are light."],
    },
    {
      title: "led by a sentence that says it, not by one that opens an example",
      question: "What does the engine burn?",
      files: { "ferry/a.md": "The engine will burn this:\n\nIts furnace lets the engine burn coal." },
      sentences: ["ferry/a.md:3 Its furnace lets the engine burn coal.", "ferry/a.md:1 The engine will burn this:"],
    },
    {
      title: "one sentence of two that say the same",
      question: "What does the engine burn?",
      files: { "ferry/a.md": "The engine burns oil.", "ferry/b.md": "The engine burns oil." },
      sentences: ["ferry/a.md:1 The engine burns oil."],
    },
    {
      title: "the sentence about the number that is asked, not about another",
      question: "What is the default port in version 3?",
      files: { "a.md": "In version 2 the default port is 8080.\n\nIn version 3 the default port is 9090." },
      sentences: ["a.md:3 In version 3 the default port is 9090."],
    },
    {
      title: "the sentence that says when",
      question: "When was the gadget made?",
      files: { "a.md": "The gadget is blue. The gadget was made in 1999. Nobody loves the gadget." },
      sentences: ["a.md:1 The gadget was made in 1999."],
    },
    {
      title: "the sentence that says who",
      question: "Who built p-ferry?",
      files: { "p-ferry/a.md": "Build a boat of wood.\n\nSails are built of flax.\n\nIt was built by Ada Shipwright.\n\nNobody built p-ferry alone." },
      sentences: ["p-ferry/a.md:7 Nobody built p-ferry alone.", "p-ferry/a.md:3 Sails are built of flax. It was built by Ada Shipwright."],
    },
    {
      title: "a sentence that names the proper noun of the question",
      question: "How does ferry moor at Dover?",
      files: { "ferry/a.md": "Ferries moor at Dover with ropes." },
      sentences: ["ferry/a.md:1 Ferries moor at Dover with ropes."],
    },
  ])("is $title", ({ question, files, sentences }) => {
    expect(told(question, files)).toEqual(sentences);
  });

  test.each([
    { title: "speaks of the subject alone", question: "How do I sink the engine?" },
    { title: "speaks of another subject", question: "What does the oven burn?" },
    { title: "shares one word of many", question: "Which painted wooden hulls resist cold oil?" },
    { title: "stands in a document of another thing", question: "What does the engine burn in lantern?" },
    { title: "is silent about the proper noun", question: "Which boat goes first, as Dover has it?" },
  ])("is nothing, when every sentence $title", ({ question }) => {
    expect(told(question, { "ferry/a.md": FERRY })).toEqual([]);
  });

  test.each([
    { title: "a heading of another number", text: "# Version 2\n\nThe default port is 8080." },
    { title: "another number", text: "In v2 the default port is 8080." },
  ])("is nothing, when every sentence stands under or has $title", ({ text }) => {
    expect(told("What is the default port in version 3?", { "a.md": text })).toEqual([]);
  });

  test("is nothing, when sentences tell how and the question asks who", () => {
    expect(told("Who created p-ferry?", { "p-ferry/a.md": "Create a boat of wood." })).toEqual([]);
    expect(told("Who created p-ferry?", { "p-ferry/a.md": "Created by Ada Shipwright." })).toEqual(["p-ferry/a.md:1 Created by Ada Shipwright."]);
  });

  test("is nothing, when none of the packages found is spoken of", () => {
    const sentences = documents({ "dock/a.md": "Docks store the keys of boats." });

    const question = "How do boats store lantern keys?";

    expect(answerTo(question, sentences, 3, ["dock/a.md", "lantern/a.md"])).toEqual({ sentences: [], unspoken: [] });
    expect(answerTo(question, sentences, 3).unspoken).toEqual(["lantern"]);
  });

  test("is the beginning also where a number is asked for that nothing contradicts", () => {
    const { sentences, unspoken } = answerTo("What is ferry 3?", documents({ "ferry/a.md": "Ferry carries boats over the river.\n\nFerry 2 carries no boats at all." }), 3);

    expect({ texts: sentences.map(({ text }) => text), unspoken }).toEqual({ texts: ["Ferry carries boats over the river."], unspoken: ["3"] });
  });

  test("names the words that no sentence speaks of", () => {
    const { unspoken } = answerTo("Which crew changes the oil of the ferry at night?", documents({ "ferry/a.md": FERRY }), 3);

    expect(unspoken).toEqual(["night"]);
  });

  test.each([
    { question: "How often is the compost heap turned?", text: "The compost heap is turned every two weeks." },
    { question: "How long is the rope?", text: "The rope is 12 metres." },
    { question: "How big is the boat?", text: "The boat takes four people." },
    { question: "How far does the ferry sail?", text: "The ferry sails to the island." },
    { question: "Define the flag.", text: "A flag is a greeting." },
  ])("does not miss a word that only asks: $question", ({ question, text }) => {
    const { sentences, unspoken } = answerTo(question, documents({ "a.md": text }), 3);

    expect({ texts: sentences.map((sentence) => sentence.text), unspoken }).toEqual({ texts: [text], unspoken: [] });
  });

  test.each([
    { question: "How old is the rope?", files: { "a.md": "The rope is blue." } },
    { question: "How old is ferry?", files: { "ferry/a.md": FERRY } },
    { question: "How often is the lantern heap turned?", files: { "a.md": "The compost heap is turned every two weeks." } },
  ])("is nothing, when an amount is asked for and none is said of the subject: $question", ({ question, files }) => {
    expect(told(question, files)).toEqual([]);
  });

  test("has at most as many sentences as allowed, in reading order within a paragraph", () => {
    const text = "Oars are moved by rowers. Boats need oars. Rowers move the oars of a boat together.";

    expect(told("How do rowers move the oars of a boat?", { "a.md": text }, 1)).toEqual(["a.md:1 Rowers move the oars of a boat together."]);
    expect(told("How do rowers move the oars of a boat?", { "a.md": text }, 2)).toEqual([
      "a.md:1 Oars are moved by rowers.",
      "a.md:1 Rowers move the oars of a boat together.",
    ]);
  });
});
