import { describe, expect, it } from "vitest";
import { recall, recallPrompt, type RecallMemory } from "../../src/memory/recall.ts";
import { searchMemory } from "../../src/memory/search-memory.ts";
import { virtualClock } from "../../src/testing/index.ts";

const HEADING = "Possibly relevant, recalled from earlier and maybe wrong";
const memoryOf = (...texts: readonly string[]): RecallMemory => ({
  search: () => texts.map((text, index) => ({ text, score: 1 / (index + 1) })),
});

// What a memory should never do, and some do.
const BROKEN: readonly { readonly what: string; readonly search: () => unknown }[] = [
  { what: "throws", search: () => { throw new Error("down"); } },
  { what: "rejects", search: () => Promise.reject(new Error("down")) },
  { what: "gives nothing", search: () => undefined },
  { what: "gives no list", search: () => ({ text: "x" }) },
  { what: "gives a list of other things", search: () => [null, 1, "x", { text: 1 }, { text: " " }, {}, []] },
  { what: "gives hits that cannot be read", search: () => [{ get text() { throw new Error("gone"); } }] },
];

describe("recallPrompt", () => {
  it("case 88: is a block that marks itself as possibly relevant", async () => {
    expect(await recallPrompt(memoryOf("Ana likes tea.", "The shop\ncloses at six."), "tea")).toBe(
      `\n\n${HEADING}:\n- Ana likes tea.\n- The shop\\ncloses at six.`,
    );
  });

  it("case 88: is empty without hits", async () => {
    expect(await recallPrompt(memoryOf(), "tea")).toBe("");
  });

  it.each(BROKEN)("case 88: is empty when the memory $what", async ({ search }) => {
    expect(await recallPrompt({ search } as RecallMemory, "tea")).toBe("");
  });

  it("case 88: is empty without a memory", async () => {
    expect(await recallPrompt(undefined as never, "tea")).toBe("");
  });

  it("case 88: does not wait for a memory that takes too long, and leaves no timer", async () => {
    const clock = virtualClock();
    const never: RecallMemory = { search: () => new Promise(() => undefined) };

    const block = recallPrompt(never, "tea", { clock, timeoutSeconds: 2 });
    await clock.advance(2);

    expect(await block).toBe("");
    expect(await recallPrompt(memoryOf("Ana likes tea."), "tea", { clock })).not.toBe("");
    expect(clock.pending).toBe(0);
  });

  it("takes another heading", async () => {
    expect(await recallPrompt(memoryOf("x"), "tea", { heading: "Maybe\nuseful" })).toBe("\n\nMaybe\\nuseful:\n- x");
  });
});

describe("recall", () => {
  it("asks for as many as it takes, four unless told otherwise", async () => {
    const asked: [string, number][] = [];
    const memory: RecallMemory = {
      search(query, limit) {
        asked.push([query, limit]);
        return Array.from({ length: 9 }, (_, index) => ({ text: `text ${index}` }));
      },
    };

    const counts = [(await recall(memory, "tea")).length, (await recall(memory, "tea", { limit: 2 })).length, (await recall(memory, "tea", { limit: 0 })).length];

    expect(counts).toEqual([4, 2, 0]);
    expect(asked).toEqual([["tea", 4], ["tea", 2]]);
  });

  it("gives each hit with its score and its source", async () => {
    const memory: RecallMemory = { search: async () => [{ text: "a", score: 2, source: "letter" }, { text: "b" }] };

    expect(await recall(memory, "tea")).toEqual([{ text: "a", score: 2, source: "letter" }, { text: "b" }]);
  });

  it("calls the memory as its own method", async () => {
    class Shelf implements RecallMemory {
      readonly #texts = ["a"];
      search() {
        return this.#texts.map((text) => ({ text }));
      }
    }

    expect(await recall(new Shelf(), "tea")).toEqual([{ text: "a" }]);
  });

  it.each([
    { options: { limit: -1 }, says: "recall: limit is -1; allowed: a whole number of at least 0" },
    { options: { limit: 1.5 }, says: "recall: limit is 1.5" },
    { options: { timeoutSeconds: 0 }, says: "recall: timeoutSeconds is 0; allowed: a number of seconds above 0" },
    { options: { clock: {} as never }, says: "recall: clock is {}; allowed: a Clock" },
    { options: { topK: 4 } as never, says: "recall: topK is 4; allowed: no key of this name; the keys are limit, timeoutSeconds, clock" },
  ])("refuses options that are wrong: $says", async ({ options, says }) => {
    await expect(recall(memoryOf("a"), "tea", options)).rejects.toThrow(says);
  });
});

describe("searchMemory", () => {
  const texts = [
    "Ana prefers tea, and no meetings before ten.",
    "The deployment runs on Fridays after the review.",
    { text: "Invoices go to billing@example.com.", source: "mail of May" },
  ];

  it.each([
    { how: "by a whole word", query: "When do invoices arrive?", found: "Invoices go to billing@example.com." },
    { how: "by the beginning of one", query: "deploy", found: "The deployment runs on Fridays after the review." },
    { how: "with a letter wrong", query: "meetinks", found: "Ana prefers tea, and no meetings before ten." },
  ])("finds a text $how", async ({ query, found }) => {
    const [first] = await searchMemory(texts).search(query, 4);

    expect(first?.text).toBe(found);
  });

  it("says where a text comes from", async () => {
    expect(await searchMemory(texts).search("invoices", 1)).toEqual([{ ...(texts[2] as object), score: expect.any(Number) as number }]);
  });

  it("finds nothing for words it does not hold, and nothing in nothing", async () => {
    expect([await searchMemory(texts).search("zebra", 4), await searchMemory().search("tea", 4), await searchMemory(texts).search("", 4)]).toEqual([[], [], []]);
  });

  it("finds what was added later, also while a search is under way", async () => {
    const memory = searchMemory(texts);

    const during = memory.search("whale", 4);
    memory.add(["A whale was seen.", "Another whale."]);
    memory.add([]);

    expect((await during).length).toBeLessThanOrEqual(2);
    expect((await memory.search("whale", 4)).map(({ text }) => text).sort()).toEqual(["A whale was seen.", "Another whale."]);
    expect((await memory.search("whale", 1)).length).toBe(1);
  });

  it("keeps a copy of what it is given", async () => {
    const given = { text: "A whale was seen." };
    const memory = searchMemory([given]);

    given.text = "Nothing was seen.";

    expect((await memory.search("whale", 1)).map(({ text }) => text)).toEqual(["A whale was seen."]);
  });
});
