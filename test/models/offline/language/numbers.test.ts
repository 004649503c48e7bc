import { expect, test } from "vitest";
import { numberedIn, speaksOfOtherNumber } from "../../../../src/models/offline/language/numbers.ts";

test("a number is told with the nouns beside it, and v3 is version 3", () => {
  expect(numberedIn("Does port 80 work in v3.1 with 5 boats of 7?")).toEqual([
    { noun: "port", stands: "before", number: "80" },
    { noun: "work", stands: "after", number: "80" },
    { noun: "vers", stands: "before", number: "3.1" },
    { noun: "boat", stands: "after", number: "5" },
  ]);
});

test.each([
  { question: "port in version 3", texts: ["In version 2 the port is 8080."], isOther: true },
  { question: "port in version 3", texts: ["In v2 the port is 8080."], isOther: true },
  { question: "port in v3", texts: ["Since version 2."], isOther: true },
  { question: "port in version 3", texts: ["In versions 2 and 3 the port is 8080."], isOther: false },
  { question: "port in version 3", texts: ["Since version 3.1 it is 8080."], isOther: false },
  { question: "port in version 3.1", texts: ["In version 3 it is 8080."], isOther: false },
  { question: "port in version 3", texts: ["The port is 8080."], isOther: false },
  { question: "port in version 3", texts: ["The port is 8080.", "Version 2"], isOther: true },
  { question: "port in version 3", texts: ["In version 3 it is 8080.", "Version 2"], isOther: false },
  { question: "in version 3 ports are", texts: ["The ports 80 are open."], isOther: false },
  { question: "cost of 5 boats", texts: ["A trip of 3 boats costs a coin."], isOther: true },
  { question: "port", texts: ["In version 2 the port is 8080."], isOther: false },
])("$question: $texts speak of another number: $isOther", ({ question, texts, isOther }) => {
  expect(speaksOfOtherNumber(numberedIn(question), texts)).toBe(isOther);
});
