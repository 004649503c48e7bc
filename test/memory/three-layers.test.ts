import { describe, expect, it } from "vitest";
import { fromAgent, run, scripted } from "../../src/index.ts";
import { factsPrompt } from "../../src/memory/facts-prompt.ts";
import { facts } from "../../src/memory/facts.ts";
import { memoryFactStore } from "../../src/memory/memory-fact-store.ts";
import { recallPrompt } from "../../src/memory/recall.ts";
import { scratchpad } from "../../src/memory/scratchpad.ts";
import { searchMemory } from "../../src/memory/search-memory.ts";

describe("the three layers of memory", () => {
  it("case 89: have tools of different names", () => {
    const names = [...scratchpad().tools, ...facts(memoryFactStore()).tools].map(({ name }) => name);

    expect(names).toEqual(["note_write", "note_read", "note_list", "fact_remember", "fact_recall", "fact_list", "fact_forget"]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("case 89: serve one agent together, and the next run knows what this one remembered but not what it noted", async () => {
    const store = memoryFactStore();
    const earlier = searchMemory();
    const use = (name: string, args: Record<string, string>) => ({ calls: [{ name, arguments: args }] });
    const talk = async (goal: string, replies: Parameters<typeof scripted>[0]) => {
      const model = scripted(replies);
      const instructions = `You help.${await factsPrompt(store, "ana")}${await recallPrompt(earlier, goal)}`;
      const tools = [...scratchpad().tools, ...facts(store, "ana").tools];
      const { output, steps } = await run(fromAgent({ name: "helper", model, instructions, tools }), goal);
      earlier.add([`${goal} ${output}`]);
      return { instructions, observations: steps.filter(({ kind }) => kind === "tool").map(({ observation }) => observation) };
    };

    const first = await talk("I live in Recife, plan my trip.", [
      use("note_write", { key: "flight", value: "leaves at nine" }),
      use("fact_remember", { key: "timezone", value: "America/Recife" }),
      use("note_read", { key: "flight" }),
      "Your flight leaves at nine.",
    ]);
    const second = await talk("When does my flight leave?", [use("note_list", {}), use("fact_recall", { key: "timezone" }), "At nine."]);

    expect(first).toEqual({ instructions: "You help.", observations: ["Noted 'flight'.", "Remembered 'timezone'.", "leaves at nine"] });
    expect(second).toEqual({
      instructions:
        "You help.\n\nWhat you already know:\n- timezone: America/Recife" +
        "\n\nPossibly relevant, recalled from earlier and maybe wrong:\n- I live in Recife, plan my trip. Your flight leaves at nine.",
      observations: ["No notes yet.", "America/Recife"],
    });
  });
});
