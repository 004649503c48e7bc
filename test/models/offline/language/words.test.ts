import { describe, expect, test } from "vitest";
import { keywordsOf } from "../../../../src/models/offline/language/keywords.ts";
import { matchable, strengthOf } from "../../../../src/models/offline/language/matching.ts";
import { sameStem, stemOf, wordsOf } from "../../../../src/models/offline/language/words.ts";

describe("words", () => {
  test.each([
    { text: "Use `p-queue` 9.3.5, or z.object().", words: ["Use", "p-queue", "9.3.5", "or", "z.object"] },
    { text: "zod's @types/node — isn't it?", words: ["zod", "@types/node", "isn't", "it"] },
    { text: "Colisões, 日本語 и мир", words: ["Colisões", "日本語", "и", "мир"] },
    { text: "… ?! \u0000", words: [] },
  ])("of $text", ({ text, words }) => {
    expect(wordsOf(text).map(({ written }) => written)).toEqual(words);
  });

  test("are at most a hundred characters long", () => {
    expect(wordsOf(`a${".".repeat(1000)}b`).map(({ written }) => written)).toEqual(["a", "b"]);
  });

  test("are compared without accents and case", () => {
    expect(wordsOf("Colisões").map(({ key }) => key)).toEqual(["colisoes"]);
  });
});

describe("stems", () => {
  test.each([
    ["collision", "collisions"],
    ["running", "runs"],
    ["validate", "validation"],
    ["generator", "generates"],
    ["scheduled", "schedule"],
    ["option", "options"],
    ["classes", "class"],
    ["priority", "prioritize"],
    ["concurrent", "concurrency"],
  ])("%s and %s are forms of one word", (one, other) => {
    expect(sameStem(stemOf(one), stemOf(other))).toBe(true);
  });

  test.each([
    ["actor", "action"],
    ["interval", "internal"],
    ["test", "text"],
    ["promise", "promote"],
    ["zod", "zone"],
    ["character", "characteristic"],
  ])("%s and %s are not", (one, other) => {
    expect(sameStem(stemOf(one), stemOf(other))).toBe(false);
  });
});

describe("keywords", () => {
  test.each([
    { question: "How does p-queue decide which task runs first?", keywords: ["p-queue", "decide", "task", "runs", "first"] },
    { question: "What does nanoid do about collisions?", keywords: ["nanoid", "collisions"] },
    { question: "O que o nanoid faz sobre colisões?", keywords: ["nanoid", "colisões"] },
    { question: "Run 5 tasks per second, run them", keywords: ["Run", "5", "tasks", "second"] },
    { question: "Explain the documentation", keywords: ["Explain", "documentation"] },
    { question: "Explain example 5", keywords: ["Explain", "example", "5"] },
    { question: "When was the gadget made?", keywords: ["gadget", "made"] },
    { question: "How often do long ropes break?", keywords: ["long", "ropes", "break"] },
    { question: "Define compost", keywords: ["compost"] },
    { question: "How do I define a command?", keywords: ["define", "command"] },
    { question: "Please define it", keywords: ["define"] },
    { question: "How often?", keywords: [] },
    { question: "What is it?", keywords: [] },
    { question: "How?", keywords: [] },
    { question: "?", keywords: [] },
  ])("of $question", ({ question, keywords }) => {
    expect(keywordsOf(question).map(({ written }) => written)).toEqual(keywords);
  });

  test("are at most twelve", () => {
    const question = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");

    expect(keywordsOf(question).length).toBe(12);
  });
});

describe("a text speaks of a keyword", () => {
  test.each([
    { keyword: "tasks", text: "One task at a time.", strength: 1 },
    { keyword: "p-queue", text: "The class PQueue.", strength: 1 },
    { keyword: "size", text: "See onSizeLessThan.", strength: 1 },
    { keyword: "first", text: "The order counts.", strength: 0.5 },
    { keyword: "first", text: "The priority gives the order.", strength: 0.7 },
    { keyword: "first", text: "First by priority.", strength: 1.2 },
    { keyword: "rate-limit", text: "It limits the rate.", strength: 0.7 },
    { keyword: "rate-limit", text: "It limits the size.", strength: 0 },
    { keyword: "moon", text: "The sun is up.", strength: 0 },
    { keyword: "4.1", text: "Version 4.1 is out.", strength: 1 },
    { keyword: "4.1", text: "There are 41 boats.", strength: 0 },
    { keyword: "100000", text: "There are 1000000 boats.", strength: 0 },
  ])("$keyword: $text", ({ keyword, text, strength }) => {
    const [word] = wordsOf(keyword);

    expect(word && strengthOf(word, matchable(text))).toBeCloseTo(strength);
  });
});
