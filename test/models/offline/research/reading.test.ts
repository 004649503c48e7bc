import { expect, test } from "vitest";
import type { Hit } from "../../../../src/models/offline/documents/passages.ts";
import { isPromising, windowsFor, type Window } from "../../../../src/models/offline/research/reading.ts";

function hit(file: string, line: number, text: string, rank = 0): Hit {
  return { file, line, text, rank };
}

const OAR = "An oar moves the boat.";

test.each<{ title: string; question?: string; hits: readonly Hit[]; windows: readonly Window[] }>([
  { title: "a passage is read with what stands around it", hits: [hit("a.md", 50, OAR)], windows: [{ file: "a.md", line: 46, lines: 40 }] },
  { title: "no window begins before the first line", hits: [hit("a.md", 2, OAR)], windows: [{ file: "a.md", line: 1, lines: 40 }] },
  {
    title: "passages of one place share a window, begun earlier for one right above",
    hits: [hit("a.md", 50, OAR), hit("a.md", 70, OAR, 1), hit("a.md", 40, OAR, 2)],
    windows: [{ file: "a.md", line: 36, lines: 50 }],
  },
  {
    title: "a window grows to eighty lines at most",
    hits: [100, 80, 60, 40].map((line, rank) => hit("a.md", line, OAR, rank)),
    windows: [
      { file: "a.md", line: 56, lines: 80 },
      { file: "a.md", line: 36, lines: 40 },
    ],
  },
  {
    title: "the passages that speak of the question come first, before code and before what the search put higher",
    hits: [hit("code.md", 9, "oar(); boat(); move(oar, boat);"), hit("sun.md", 9, "The sun is up.", 1), hit("oar.md", 9, OAR, 2)],
    windows: [
      { file: "oar.md", line: 5, lines: 40 },
      { file: "code.md", line: 5, lines: 40 },
    ],
  },
  {
    title: "a question that only names a thing is led to the beginnings of its documents, prose first",
    question: "What is oar?",
    hits: [hit("oar/dist/oar.d.ts", 80, OAR), hit("boat/readme.md", 7, OAR, 1), hit("oar/docs/use.md", 60, OAR, 2), hit("oar/readme.md", 90, OAR, 3)],
    windows: [
      { file: "oar/readme.md", line: 1, lines: 40 },
      { file: "oar/docs/use.md", line: 1, lines: 40 },
    ],
  },
])("$title", ({ question = "How does an oar move a boat?", hits, windows }) => {
  expect(windowsFor(question, hits, 2)).toEqual(windows);
});

test.each([
  { question: "How does an oar move a boat?", isTrue: true },
  { question: "How does a sail turn?", isTrue: false },
  { question: "What is oar?", isTrue: true },
])("hits are promising when one speaks of what is asked: $question", ({ question, isTrue }) => {
  expect(isPromising(question, [hit("oar/a.md", 9, OAR)])).toBe(isTrue);
});
