import type { Message } from "../../src/core/message.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Model, ModelReply, OfferedTool } from "../../src/core/model.ts";
import { optionsOf } from "./request.ts";

/** Documents by name, for tests: searched by whole words, read line by line, in the formats of the real tools. */
export type Documents = Readonly<Record<string, string>>;

/** Two documents of two packages that do not exist. */
export const DOCUMENTS: Documents = {
  "ferry/README.md": `# Ferry

> Carries small boats over the river.

## Boarding

Boats with a higher rank board first. The [rank](#rank) of a boat is a **number** given by its owner.

## Fees

A crossing costs three coins.
When the river is high, a crossing costs five coins.
`,
  "lantern/index.d.ts": `/**
 * Lights a lamp until it is told otherwise.
 */
export function light(options?: Options): Lamp;

export interface Options {
  /**
   * How bright the lamp shines.
   *
   * @default 40
   */
  brightness?: number;
}
`,
};

const text: JsonObject = { type: "string" };
const number: JsonObject = { type: "integer" };

/** A tool as a model is offered it; every parameter named here is a required text unless the schema says otherwise. */
export function offered(name: string, properties: JsonObject, description = `Use ${name}.`): OfferedTool {
  const [first] = Object.keys(properties);
  return { name, description, parameters: { type: "object", properties, required: first === undefined ? [] : [first] } };
}

/** The two document tools. */
export const LIBRARY: readonly OfferedTool[] = [
  offered("search", { query: text, limit: number }),
  offered("read", { file: text, line: number, lines: number }),
];

/** A specialist's tool. */
export function specialist(name: string, description: string): OfferedTool {
  return offered(`ask_${name}`, { goal: text }, description);
}

/** What happened in a loop: the calls in order as text, and how it ended. */
export interface Told {
  readonly calls: readonly string[];
  readonly turns: readonly (readonly string[])[];
  readonly reply: ModelReply;
  readonly messages: readonly Message[];
}

/** Answers a call: with an observation. */
export type Observe = (name: string, sent: Readonly<Record<string, unknown>>) => string;

const MAX_TURNS = 10;

/** Plays the part of an agent's loop: asks the model, observes its calls in order, until it answers. */
export async function loop(model: Model, goal: string, tools: readonly OfferedTool[], observe: Observe): Promise<Told> {
  const messages: Message[] = [
    { role: "system", content: "Instructions." },
    { role: "user", content: goal },
  ];
  const turns: string[][] = [];
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const reply = await model.respond({ messages, tools, path: "0", turn, maxOutputTokens: 4096 }, optionsOf());
    if (!reply.calls) return { calls: turns.flat(), turns, reply, messages };
    const toolCalls = reply.calls.map((call, index) => ({ id: `call_${turn}_${index}`, name: call.name, arguments: call.arguments }));
    messages.push({ role: "assistant", content: reply.text, toolCalls });
    turns.push(toolCalls.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`));
    for (const call of toolCalls) {
      messages.push({ role: "tool", content: observe(call.name, call.arguments as Record<string, unknown>), callId: call.id }); // this model sends objects
    }
  }
  throw new Error(`the model did not answer within ${MAX_TURNS} turns`);
}

/** Observes `search` and `read` over documents. */
export function libraryOf(documents: Documents): Observe {
  return (name, sent) => (name === "search" ? search(documents, String(sent.query)) : read(documents, sent));
}

function search(documents: Documents, query: string): string {
  const words = query.toLowerCase().split(/\s+/u);
  const hits = Object.entries(documents).flatMap(([file, content]) => passagesOf(file, content, words));
  if (hits.length === 0) return `no passage for "${query}"`;
  const lines = hits.map((hit, index) => `${index + 1}. ${hit}`);
  return [`${hits.length} ${hits.length === 1 ? "passage" : "passages"} for "${query}":`, ...lines].join("\n");
}

function passagesOf(file: string, content: string, words: readonly string[]): readonly string[] {
  return content.split("\n").flatMap((line, index) => {
    const isHit = line.trim() !== "" && words.some((word) => `${file} ${line}`.toLowerCase().includes(word));
    return isHit ? [`${file}:${index + 1}\n   ${line.replace(/\s+/gu, " ").trim().slice(0, 300)}`] : [];
  });
}

function read(documents: Documents, { file, line, lines }: Readonly<Record<string, unknown>>): string {
  const all = documents[String(file)]?.split("\n");
  if (!all) return `AgentToolError: no document '${String(file)}'`;
  const first = Number(line ?? 1);
  const shown = all.slice(first - 1, first - 1 + Number(lines ?? 60));
  return [`${String(file)}, lines ${first}-${first + shown.length - 1} of ${all.length}:`, ...shown].join("\n");
}
