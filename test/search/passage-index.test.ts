import { describe, expect, it } from "vitest";
import { PassageIndex } from "../../src/search/passage-index.ts";
import type { Passage } from "../../src/search/passage.ts";

async function indexOf(...passages: readonly Partial<Passage>[]): Promise<PassageIndex> {
  const index = new PassageIndex();
  await index.add(passages.map((part, position) => ({ document: `d${position}.md`, line: 1, heading: "", text: "", ...part })));
  return index;
}

function found(index: PassageIndex, query: string, limit = 10): string[] {
  return index.search(query, limit).map(({ passage }) => passage.document);
}

describe("a PassageIndex", () => {
  it.each([
    { title: "whole words, in any case", query: "COLLISIONS", documents: ["d0.md"] },
    { title: "the beginning of a word", query: "coll", documents: ["d0.md"] },
    { title: "a word with one letter wrong", query: "colisions", documents: ["d0.md"] },
    { title: "a name however it is written", query: "set-priority", documents: ["d1.md"] },
    { title: "a part of a name", query: "priority", documents: ["d1.md"] },
    { title: "a word from a heading", query: "safety", documents: ["d2.md"] },
    { title: "a word from the name of a document", query: "d2", documents: ["d2.md"] },
    { title: "nothing for a word that is nowhere", query: "flurbinator", documents: [] },
    { title: "nothing for a short word that is only alike", query: "sot", documents: [] },
    { title: "nothing for punctuation", query: "?!", documents: [] },
    { title: "nothing for question words when the others are nowhere", query: "what is the flurbinator", documents: [] },
  ])("finds $title", async ({ query, documents }) => {
    const index = await indexOf({ text: "what the collisions are" }, { text: "call setPriority(1) first" }, { heading: "Safety", text: "it is given" });

    expect(found(index, query)).toEqual(documents);
  });

  it.each([
    { title: "a heading counts more than the text", query: "priority", best: { heading: "Priority", text: "of a task" }, other: { text: "priority of a task" } },
    { title: "what is written as code counts more", query: "priority", best: { text: "`priority` of a task" }, other: { text: "priority of a task" } },
    { title: "a document's name counts more than text", query: "priority", best: { document: "priority.md", text: "of a task" }, other: { text: "priority of a task" } },
    { title: "two words count more than one twice", query: "task priority", best: { text: "task priority" }, other: { text: "priority priority" } },
    { title: "a name counts more than a part of it", query: "p-queue", best: { text: "the PQueue runs and runs" }, other: { text: "queue queue" } },
  ])("$title", async ({ query, best, other }) => {
    const index = await indexOf(other, { document: "best.md", ...best });

    expect(found(index, query)[0]).toBe({ document: "best.md", ...best }.document);
  });

  it("gives no more than asked for, and says which terms matched", async () => {
    const index = await indexOf({ text: "alpha beta" }, { text: "alpha" }, { text: "alpha" });

    expect(found(index, "alpha", 2)).toHaveLength(2);
    expect(index.search("alpha betas", 1)[0]?.terms).toEqual(new Set(["alpha", "beta"]));
    expect(index.size).toBe(3);
  });

  it("multiplies the score of passages by their weight", async () => {
    const index = new PassageIndex();
    const passage = { line: 1, heading: "", text: "alpha" };
    await index.add([{ ...passage, document: "light.md" }], { weight: 0.5 });
    await index.add([{ ...passage, document: "heavy.md" }], { weight: 2 });

    const [heavy, light] = index.search("alpha", 2);

    expect([heavy?.passage.document, light?.passage.document]).toEqual(["heavy.md", "light.md"]);
    expect((heavy?.score ?? 0) / (light?.score ?? 1)).toBeCloseTo(4);
  });

  it.each(["constructor", "__proto__", "toString hasOwnProperty"])("takes %s for an ordinary word", async (word) => {
    const index = await indexOf({ text: `the ${word} there` }, { text: "nothing" });

    expect(found(index, word)).toEqual(["d0.md"]);
  });

  it("lets the event loop run as it goes and stops with the signal's reason", async () => {
    const passages = Array.from({ length: 400 }, (_, number) => ({ document: "d.md", line: number, heading: "", text: "some words ".repeat(60) }));
    const index = new PassageIndex();
    const controller = new AbortController();
    const reason = new Error("enough");
    setImmediate(() => controller.abort(reason));

    await expect(index.add(passages, { signal: controller.signal })).rejects.toBe(reason);

    expect(index.size).toBeLessThan(400);
  });
});
