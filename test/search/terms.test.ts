import { describe, expect, it } from "vitest";
import { queryTerms, termsOf, wordsOf } from "../../src/search/terms.ts";

describe("termsOf", () => {
  it.each([
    { title: "lower-cases words and drops punctuation", text: "Hello, World! (42)", terms: ["hello", "world", "42"] },
    { title: "finds a name by the whole and by its parts", text: "addAll add-all add_all", terms: ["addall", "add", "all", "addall", "add", "all", "addall", "add", "all"] },
    { title: "keeps abbreviations together", text: "parseHTMLPage PQueue", terms: ["parsehtmlpage", "parse", "html", "page", "pqueue", "queue"] },
    { title: "leaves out parts of one letter", text: "p-queue", terms: ["pqueue", "queue"] },
    { title: "reads names in code", text: "`foo.barBaz($x)`", terms: ["foo", "barbaz", "bar", "baz", "x"] },
    { title: "reads accents as none, however they are written", text: "Édição edic\u0327a\u0303o", terms: ["edicao", "edicao"] },
    { title: "cuts scripts without spaces into pairs", text: "日本語", terms: ["日本", "本語"] },
    { title: "keeps words around such scripts", text: "node日本v20", terms: ["日本", "node", "v20"] },
    { title: "keeps other scripts whole", text: "Привет мир", terms: ["привет", "мир"] },
    { title: "passes over runs longer than any word", text: `a${"b".repeat(100)} c`, terms: ["c"] },
    { title: "finds nothing in punctuation", text: "-- __ ?! 🦄", terms: [] },
  ])("$title", ({ text, terms }) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe("wordsOf", () => {
  it("says where each word stands", () => {
    expect([...wordsOf("a 🦄 addAll")]).toEqual([
      { index: 0, terms: ["a"], isCompound: false },
      { index: 5, terms: ["addall", "add", "all"], isCompound: true },
    ]);
  });
});

describe("queryTerms", () => {
  it.each([
    { query: "How does the p-queue order its tasks?", terms: ["pqueue", "order", "tasks"] },
    { query: "priority-queue", terms: ["priority", "queue"] },
    { query: "task Task TASK", terms: ["task"] },
    { query: "how to use this", terms: ["how", "to", "use", "this"] },
    { query: "日本語", terms: ["日本", "本語"] },
    { query: "?", terms: [] },
  ])("keeps of '$query' what tells something", ({ query, terms }) => {
    expect(queryTerms(query, (term) => term === "pqueue")).toEqual(terms);
  });
});
