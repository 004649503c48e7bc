import { describe, expect, test } from "vitest";
import { limitIn, parted, quotationsIn, sentencesOf, tellingWords, unspoken, wordCount } from "../../actors/embedded/text.ts";

describe("the sentences of a text", () => {
  test.each<{ text: string; sentences: string[] }>([
    { text: "One is here. Two is there! Is three? Yes.", sentences: ["One is here.", "Two is there!", "Is three?", "Yes."] },
    { text: "Version 1.2 costs 3.50 coins, e.g. in winter. Then more.", sentences: ["Version 1.2 costs 3.50 coins, e.g. in winter.", "Then more."] },
    { text: 'He said "Go." She (Ada) went. 12 people came.', sentences: ['He said "Go."', "She (Ada) went.", "12 people came."] },
    { text: "# A heading\n\nA line\nthat goes on.\n\n- an item\n- another item\n\n```js\nnot. This.\n```\n", sentences: ["A line that goes on.", "an item", "another item"] },
    { text: "--- 12 ---", sentences: [] },
  ])("$text", ({ text, sentences }) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });
});

test("the telling words of a text are its own, each once", () => {
  expect(tellingWords("Write about the Ferry: the ferry's fares, the café, and five words on it.")).toEqual(["ferry", "ferry's", "fares", "cafe"]);
});

test.each([
  { words: ["fares", "timetables", "crossing", "café"], text: "The fare, a timetable, two crossings." , missing: ["café"] },
  { words: ["lake"], text: "", missing: ["lake"] },
  { words: ["lake"], text: "LAKES", missing: [] },
])("of $words, '$text' does not speak of $missing", ({ words, text, missing }) => {
  expect(unspoken(words, text)).toEqual(missing);
});

test.each([
  { goal: "Write.\n \t\nThe material.\n\nMore of it.", request: "Write.", material: "The material.\n\nMore of it." },
  { goal: "\n\nWrite\nthis.\n", request: "Write\nthis.", material: "" },
])("a goal is its request and the material below it: $goal", ({ goal, request, material }) => {
  expect(parted(goal)).toEqual({ request, material });
});

test.each([
  { request: "in two sentences", words: null, sentences: 2 },
  { request: "a 50-word text", words: 50, sentences: null },
  { request: "at most 120 words, in One sentence", words: 120, sentences: 1 },
  { request: "in zero or 0 sentences, in sentences", words: null, sentences: null },
])("the limits of '$request' are $words words and $sentences sentences", ({ request, words, sentences }) => {
  expect([limitIn(request, "words"), limitIn(request, "sentences")]).toEqual([words, sentences]);
});

test("words are counted as a reader counts them", () => {
  expect(wordCount("It's a well-known fact: 3 of 4 cats, naïve ones.")).toBe(10);
});

test.each([
  { title: "in order, with what stands before", prompt: "Goal.\n\nThe draft is:\n=====\nA\n=====\n\nThe rest:\n======\n=====\nB\n======", found: { before: "Goal.", quotations: ["A", "=====\nB"] } },
  { title: "none where a fence is not closed", prompt: "Goal.\n\nThe draft is:\n=====\nA", found: { before: "Goal.\n\nThe draft is:\n=====\nA", quotations: [] } },
])("quotations are found $title", ({ prompt, found }) => {
  expect(quotationsIn(prompt)).toEqual(found);
});

test.each(["=====\n", "\n \n", "- ", "`", "```\n", " ", "\n", "a", "a. ", "A ", "5 words "])("a long text of %j is read soon", (piece) => {
  const text = piece.repeat(100_000);
  const looks = [sentencesOf, tellingWords, (long: string) => unspoken(tellingWords(long), long), quotationsIn, parted, (long: string) => limitIn(long, "words")];

  for (const look of looks) expect(look(text)).toBeDefined(); // one that takes quadratic time does not come back in the test's own
});
