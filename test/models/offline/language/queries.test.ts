import { expect, test } from "vitest";
import { fewerQuery, ownQuery, relatedQuery, unspokenQuery } from "../../../../src/models/offline/language/queries.ts";

test.each([
  { texts: ["Nets store fish."], query: "river lantern" },
  { texts: ["Nets store fish.", "lantern river.md"], query: null },
  { texts: [], query: "river store lantern" },
])("the words that none of $texts speaks of are a search of their own, numbers apart", ({ texts, query }) => {
  expect(unspokenQuery("How does the river store 3 lantern?", texts)).toBe(query);
});

test.each<{ question: string; own: string; related: string | null; fewer: string | null }>([
  {
    question: "How does p-queue decide which task runs first?",
    own: "p-queue decide task runs first",
    related: "p-queue priority order scheduled",
    fewer: "p-queue",
  },
  {
    question: "What does nanoid do about collisions?",
    own: "nanoid collisions",
    related: "nanoid unique duplicate probability",
    fewer: "nanoid",
  },
  { question: "How do I cancel running timers?", own: "cancel running timers", related: "timers abort stop signal", fewer: "running cancel" },
  { question: "What is zod?", own: "zod", related: null, fewer: null },
  { question: "?", own: "", related: null, fewer: null },
])("$question is searched by its own words, by related ones and by fewer", ({ question, own, related, fewer }) => {
  expect({ own: ownQuery(question), related: relatedQuery(question), fewer: fewerQuery(question) }).toEqual({ own, related, fewer });
});
