import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool, type Tool } from "../../src/index.ts";
import { factsPrompt } from "../../src/memory/facts-prompt.ts";
import { facts } from "../../src/memory/facts.ts";
import { memoryFactStore } from "../../src/memory/memory-fact-store.ts";
import { scratchpad } from "../../src/memory/scratchpad.ts";

const [, COSTS = ""] = readFileSync(new URL("../../docs/memory.md", import.meta.url), "utf8").split("## What it costs\n");
const rowOf = (label: string): string | undefined => COSTS.split("\n").find((line) => line.startsWith(`| ${label} |`));
const CALLS = 6;

const spaced = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/gu, " ");

// The input tokens of a run of six model calls.
async function tokensOf(instructions: string, tools: readonly Tool[]): Promise<number> {
  const again = tool({ name: "again", description: "Say it again.", parameters: z.object({}), execute: () => "again" });
  const model = scripted([...Array.from({ length: CALLS - 1 }, () => ({ calls: [{ name: "again", arguments: {} }] })), "Done."]);
  const { usage } = await run(fromAgent({ name: "helper", model, instructions, tools: [again, ...tools] }), "Go.");
  return usage.own.inputTokens;
}

async function blockOf(count: number): Promise<string> {
  const store = memoryFactStore();
  for (let index = 0; index < count; index++) await facts(store).remember(`fact ${String(index).padStart(3, "0")}`, "v".repeat(32));
  return factsPrompt(store);
}

describe("docs/memory.md", () => {
  it.each([1, 10, 50, 100, 200])("tells what %i facts in the prompt cost", async (count) => {
    const block = await blockOf(count);
    const added = (await tokensOf(`You help.${block}`, [])) - (await tokensOf("You help.", []));
    const figures = [block.length, Math.ceil(block.length / 4), added].map(spaced).join(" | ");
    const label = `${count === 1 ? "1 fact" : `${count} facts`} in the prompt`;

    expect(rowOf(label)).toBe(`| ${label} | ${figures} |`);
  });

  it.each([
    { what: "the tools of the scratchpad", tools: scratchpad().tools },
    { what: "the tools over facts", tools: facts(memoryFactStore()).tools },
  ])("tells what $what cost", async ({ what, tools }) => {
    const added = (await tokensOf("You help.", tools)) - (await tokensOf("You help.", []));

    expect(rowOf(what)).toBe(`| ${what} | | | ${spaced(added)} |`);
  });
});
