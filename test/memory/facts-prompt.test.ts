import { describe, expect, it } from "vitest";
import { factsPrompt } from "../../src/memory/facts-prompt.ts";
import { facts } from "../../src/memory/facts.ts";
import { memoryFactStore } from "../../src/memory/memory-fact-store.ts";

describe("factsPrompt", () => {
  it("case 87: is exactly the block that is measured, below the instructions", async () => {
    const store = memoryFactStore();
    await facts(store, "ana").remember("timezone", "America/Recife");

    expect(`Você é um assistente.${await factsPrompt(store, "ana")}`).toBe(
      "Você é um assistente.\n\nWhat you already know:\n- timezone: America/Recife",
    );
  });

  it("case 87: is empty when nothing is known", async () => {
    const store = memoryFactStore();
    await facts(store, "ana").remember("tz", "X");
    await facts(store, "ana").forget("tz");

    expect(await Promise.all([factsPrompt(store, "ana"), factsPrompt(store, "bo"), factsPrompt(store)])).toEqual(["", "", ""]);
  });

  it("case 87: is sorted by key, under any heading", async () => {
    const store = memoryFactStore();
    for (const key of ["b", "a", "c"]) await facts(store).remember(key, key.toUpperCase());

    expect(await factsPrompt(store, undefined, "About the house")).toBe("\n\nAbout the house:\n- a: A\n- b: B\n- c: C");
  });

  it("never shows more than fits, and says how much it left out", async () => {
    const store = memoryFactStore();
    for (let index = 0; index < 10; index++) await facts(store).remember(`key ${index}`, "x".repeat(2_000));

    const block = await factsPrompt(store);

    expect(block.length).toBeLessThanOrEqual(8_000);
    expect(block.split("\n").slice(3).map((line) => line.slice(0, 8))).toEqual(["- key 0:", "- key 1:", "- key 2:", "(7 more "]);
  });

  it("rejects with what its store rejects with, because missing facts would be wrong ones", async () => {
    const store = { ...memoryFactStore(), write: async () => null, get: async () => undefined, history: async () => [], list: () => Promise.reject(new Error("the disk is gone")) };

    await expect(factsPrompt(store as never)).rejects.toThrow("the disk is gone");
  });
});
