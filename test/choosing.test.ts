import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { charactersOffered, tokensIn } from "../src/core/estimate.ts";
import { charactersOf } from "../src/core/message.ts";
import {
  fromAgent,
  scripted,
  skill,
  tool,
  type AgentDefinition,
  type AgentLogic,
  type ModelRequest,
  type Run,
  type RunOptions,
  type ScriptedModel,
  type ScriptedReply,
} from "../src/index.ts";
import { refine } from "../src/loops/refine.ts";
import { runUntil } from "../src/loops/run-until.ts";
import { facts } from "../src/memory/facts.ts";
import { factsPrompt } from "../src/memory/facts-prompt.ts";
import { memoryFactStore } from "../src/memory/memory-fact-store.ts";
import { agent, asks, doing, play } from "./agent/conformance/cast.ts";

/** The figures of docs/choosing.md, measured: each table of the page is compared whole with what is measured here. */

const PAGE = readFileSync(new URL("../docs/choosing.md", import.meta.url), "utf8");

/** The table under a heading of the page: the first cell of each row, and the numbers in the others. */
function figuresUnder(heading: string): Readonly<Record<string, readonly number[]>> {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return Object.fromEntries(
    rows.map((row) => {
      const [name = "", ...figures] = row.split("|").slice(1, -1).map((cell) => cell.trim());
      return [name, figures.map((figure) => Number(figure.replaceAll(" ", "")))];
    }),
  );
}

/** The characters of a request as the library estimates them: messages, calls, and the tools as JSON. */
function charactersIn({ messages, tools }: ModelRequest): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), 0) + charactersOffered(tools);
}

const weather = tool({
  name: "get_weather",
  description: "Get the current weather for a city.",
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `${city}: 22 degrees, clear sky`,
});
const City = z.object({ city: z.string(), degrees: z.number() });
const answer = asks(["final_answer", { city: "Recife", degrees: 22 }]);
const ask = asks(["get_weather", { city: "Recife" }]);

describe("what it costs on every request", () => {
  const long = "x".repeat(4_000);
  const skillOf = (name: string) => skill({ name, description: "How we handle refunds here.", instructions: long, tools: [weather] });

  async function requestsOf(definition: Partial<AgentDefinition>, script: readonly ScriptedReply[] = ["done"], options: RunOptions = {}) {
    const model = scripted(script);
    await play(agent("desk", model, definition), { goal: "Nineteen characters", ...options });
    return model.requests.map(charactersIn);
  }

  async function knowing(count: number): Promise<string> {
    const store = memoryFactStore();
    for (let index = 0; index < count; index++) await facts(store).remember(`timezone ${index}`, "America/Recife");
    return `Be helpful.${await factsPrompt(store)}`;
  }

  async function measured(): Promise<Readonly<Record<string, number>>> {
    const first = async (definition: Partial<AgentDefinition>, options?: RunOptions) =>
      (await requestsOf(definition, undefined, options))[0] ?? 0;
    const alone = await first({});
    const brief = await first({ instructions: "Be helpful." });
    const load = asks(["load_skill", { name: "refunds" }]);
    const [, loaded = 0] = await requestsOf({ skills: [skillOf("refunds")] }, [load, "done"]);
    const oneSkill = await first({ skills: [skillOf("refunds")] });
    return {
      "the default instructions and a goal of 19 characters": alone,
      "a tool with one parameter": (await first({ tools: [weather] })) - alone,
      "a specialist in the team": (await first({ team: [agent("researcher", [])] })) - alone,
      "data asked for, with two fields": (await first({}, { returns: City })) - alone,
      "the first skill, with 4 000 characters of instructions and the tool, not loaded": oneSkill - alone,
      "another such skill, not loaded": (await first({ skills: [skillOf("refunds"), skillOf("returns")] })) - oneSkill,
      "the first skill, once it is loaded": loaded - alone,
      "the same instructions, always there": (await first({ instructions: long })) - brief + "Be helpful.".length,
      "one fact": (await first({ instructions: await knowing(1) })) - brief,
      "ten facts": (await first({ instructions: await knowing(10) })) - brief,
    };
  }

  it("is what the page says, in characters and in tokens", async () => {
    const figures = Object.entries(await measured()).map(([name, characters]) => [name, [characters, tokensIn(characters)]]);

    expect(figuresUnder("What it costs on every request")).toEqual(Object.fromEntries(figures));
  });
});

describe("what it costs in calls and steps", () => {
  /** Agents whose calls to a model are counted together. */
  class Cast {
    readonly #models: ScriptedModel[] = [];

    agent(name: string, script: readonly ScriptedReply[], rest: Partial<AgentDefinition> = {}): AgentLogic {
      const model = scripted(script);
      this.#models.push(model);
      return fromAgent({ name, description: `Knows about ${name}.`, model, ...rest });
    }

    figuresOf({ steps, totalSteps }: Run): readonly number[] {
      return [this.#models.reduce((sum, { requests }) => sum + requests.length, 0), steps.length, totalSteps];
    }
  }

  async function alone(
    script: readonly ScriptedReply[],
    rest: Partial<AgentDefinition> = {},
    options: RunOptions = {},
  ): Promise<readonly number[]> {
    const cast = new Cast();
    return cast.figuresOf(await play(cast.agent("desk", script, { tools: [weather], ...rest }), options));
  }

  async function asking(specialists: readonly (readonly ScriptedReply[])[]): Promise<readonly number[]> {
    const cast = new Cast();
    const team = specialists.map((script, index) => cast.agent(`helper${index}`, script, { tools: [weather] }));
    const all = asks(...team.map(({ agent: { name } }) => [`ask_${name}`, { goal: "Look." }] as const));
    return cast.figuresOf(await play(cast.agent("lead", [all, "done"], { team })));
  }

  async function looping(): Promise<readonly number[]> {
    const cast = new Cast();
    const worker = cast.agent("worker", [ask, "one", ask, "two", ask, "three"], { tools: [weather] });
    const { run } = await runUntil(worker, "Look.", ({ output }) => output === "three");
    return cast.figuresOf(run);
  }

  async function refining(): Promise<readonly number[]> {
    const cast = new Cast();
    const worker = cast.agent("worker", [ask, "one", ask, "two"], { tools: [weather] });
    const { run } = await refine(worker, cast.agent("critic", ["Too short.", "APPROVED"]), "Look.");
    return cast.figuresOf(run);
  }

  it("is what the page says: calls to a model, the run's own steps, steps in all", async () => {
    const handling = skill({ name: "handling", description: "How it is done.", instructions: "Look first.", tools: [weather] });

    expect(figuresUnder("What it costs in calls and steps")).toEqual({
      "an answer at once": await alone(["done"]),
      "one tool, then the answer": await alone([ask, "done"]),
      "three tools, one after the other": await alone([ask, ask, ask, "done"]),
      "three tools in one turn": await alone([asks("get_weather", "get_weather", "get_weather"), "done"]),
      "a skill, its tool, then the answer": await alone([asks(["load_skill", { name: "handling" }]), ask, "done"], { tools: [], skills: [handling] }),
      "data, by a call of `final_answer`": await alone([answer], {}, { returns: City }),
      "data, from JSON in a text": await alone(['{"city":"Recife","degrees":22}'], {}, { returns: City }),
      "data, by reading prose once more": await alone(["Recife has 22 degrees.", answer], {}, { returns: City }),
      "a specialist that answers at once": await asking([["found"]]),
      "a specialist that uses one tool": await asking([[ask, "found"]]),
      "three specialists at once, each with one tool": await asking([[ask, "a"], [ask, "b"], [ask, "c"]]),
      "`runUntil`: three rounds of a worker that uses one tool": await looping(),
      "`refine`: two rounds of that worker, each read by a critic": await refining(),
    });
  });
});

describe("what a long history costs", () => {
  const page = doing("page", () => "x".repeat(8_000));
  const note = doing("note", () => "noted");
  const notes = [asks("note"), asks("note"), asks("note")];
  const conclusion = "y".repeat(200);

  function figuresOf(...models: readonly ScriptedModel[]): readonly number[] {
    const sizes = models.flatMap(({ requests }) => requests.map(charactersIn));
    return [sizes.length, Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)];
  }

  async function alone(): Promise<readonly number[]> {
    const model = scripted([asks("page"), asks("page"), asks("page"), ...notes, "done"]);
    await play(agent("desk", model, { tools: [page, note], budget: { maxSteps: 20 } }));
    return figuresOf(model);
  }

  async function delegated(): Promise<readonly number[]> {
    const reader = scripted([asks("page"), asks("page"), asks("page"), conclusion]);
    const model = scripted([asks(["ask_reader", { goal: "Read all three pages." }]), ...notes, "done"]);
    await play(agent("desk", model, { tools: [note], team: [agent("reader", reader, { tools: [page] })] }));
    return figuresOf(model, reader);
  }

  it("is what the page says: requests, characters of the largest, characters in all", async () => {
    expect(figuresUnder("What a long history costs")).toEqual({
      "one agent reads three pages of 8 000 characters, then takes three more turns": await alone(),
      "a specialist reads them and concludes in 200 characters": await delegated(),
    });
  });
});
