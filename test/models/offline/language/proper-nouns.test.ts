import { expect, test } from "vitest";
import { asksWho, properNounsIn } from "../../../../src/models/offline/language/proper-nouns.ts";

test.each([
  { question: "How does Redis store nanoid keys?", nouns: ["Redis"] },
  { question: "Can XState machines use AbortSignal?", nouns: ["XState", "AbortSignal"] },
  { question: "Boats fail. My boats use Oars (Dover)?", nouns: ["Oars", "Dover"] },
  { question: "Does the API make URLs or IDs, I wonder?", nouns: [] },
  { question: "How Does Ferry Decide Which Boat Boards First?", nouns: [] },
  { question: "Who is Ada?", nouns: ["Ada"] },
])("$question", ({ question, nouns }) => {
  expect(properNounsIn(question).map(({ written }) => written)).toEqual(nouns);
});

test.each([
  { question: "Who wrote it?", isWho: true },
  { question: "Quem escreveu o nanoid?", isWho: true },
  { question: "Whole numbers?", isWho: false },
])("$question asks for a person: $isWho", ({ question, isWho }) => {
  expect(asksWho(question)).toBe(isWho);
});
