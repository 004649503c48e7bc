// Every figure of the page on agents that this project comes from: what the model sees, how the history grows, a
// failing tool, cuts and defaults, a skill, a delegation, what is remembered.
//
// Run:
//   node --import tsx -C troupe-source examples/15-seed-figures.ts
//
// Prints:
//   call 1 to the model: 2 messages
//   {"role": "system", "content": "(301 characters)"}
//   {"role": "user", "content": "Qual o tempo no Recife?"}
//   call 2 to the model: 4 messages
//   {"role": "system", "content": "(301 characters)"}
//   {"role": "user", "content": "Qual o tempo no Recife?"}
//   {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "get_weather", "arguments": {"city": "Recife"}}}]}
//   {"role": "tool", "content": "Recife: 22 graus, ceu limpo"}
//
//   call 1: 2 messages, 384 characters, 378 as compact JSON
//   call 2: 4 messages, 557 characters, 539 as compact JSON
//   call 3: 6 messages, 729 characters, 699 as compact JSON
//   call 4: 8 messages, 902 characters, 860 as compact JSON
//   4 calls, 7 steps, 3 tools, 2572 characters in all
//
//   {"role": "tool", "content": "AgentToolError: disco cheio"} -> completed
//   without tools: 1 step, offered per call: [[]]
//   defaults: max_steps 12, max_seconds 120, max_tool_calls null
//   max_steps=4: stop_reason=max_steps, succeeded=false, 4 steps, output ''
//
//   offered per call: [['load_skill'], ['load_skill', 'parse_nfe'], ['load_skill', 'parse_nfe']]
//   # Skill: invoicing
//
//   Ler e validar notas fiscais.
//
//   Guia completo, longo.
//
//   Tools now available: parse_nfe.
//
//   model  chat             children=0 total_steps=1
//   agent  ask_researcher   children=3 total_steps=4
//   model  chat             children=0 total_steps=1
//
//   Você é um assistente.
//
//   What you already know:
//   - timezone: America/Recife

import { AgentToolError, facts, factsPrompt, fromAgent, memoryFactStore, renderDelegationTable, run, scripted, skill, tool } from "troupe";
import type { AgentDefinition, Message, ModelRequest, ScriptedReply } from "troupe";
import { z } from "zod";

const call = (name: string, args: object = {}) => ({ calls: [{ name, arguments: args }] });
const returning = (name: string, execute: () => string) => tool({ name, description: `Does ${name}.`, parameters: z.object({}), execute });

async function play(script: ScriptedReply[], goal: string, rest: Partial<AgentDefinition> = {}, repeatLast = false) {
  const model = scripted(script, { repeatLast });
  const done = await run(fromAgent({ name: "agent", model, ...rest }), goal);
  return { done, requests: model.requests };
}

async function whatTheModelSees(): Promise<void> {
  const getWeather = tool({
    name: "get_weather",
    description: "Get the current weather for a city.",
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `${city}: 22 graus, ceu limpo`,
  });
  const script = [call("get_weather", { city: "Recife" }), "22 graus."];
  const { requests } = await play(script, "Qual o tempo no Recife?", { tools: [getWeather] });
  for (const [index, { messages }] of requests.entries()) {
    console.log(`call ${index + 1} to the model: ${messages.length} messages`);
    for (const message of messages) console.log(python(pageShape(shortened(message))));
  }
}

async function growingHistory(): Promise<void> {
  const tools = ["alpha", "beta", "gamma"].map((name) => returning(name, () => "x".repeat(40)));
  const { done, requests } = await play([...tools.map(({ name }) => call(name)), "done"], "Nineteen characters", { tools });
  const size = (write: (shape: object) => string, { messages }: ModelRequest) => messages.map((message) => write(pageShape(message))).join("").length;
  for (const [index, request] of requests.entries()) {
    const sizes = `${size(python, request)} characters, ${size(JSON.stringify, request)} as compact JSON`;
    console.log(`call ${index + 1}: ${request.messages.length} messages, ${sizes}`);
  }
  const total = requests.reduce((sum, request) => sum + size(python, request), 0);
  console.log(`${requests.length} calls, ${done.steps.length} steps, ${done.toolCalls.length} tools, ${total} characters in all`);
}

async function endings(): Promise<void> {
  const full = returning("save", () => {
    throw new AgentToolError("disco cheio");
  });
  const failed = await play([call("save"), "Not saved."], "Save it.", { tools: [full] });
  console.log(`${failed.requests[1]?.messages.slice(-1).map(pageShape).map(python).join("")} -> ${failed.done.stopReason}`);

  const plain = await play(["One shot."], "Answer.");
  const { maxSteps, maxSeconds, maxToolCalls } = plain.done.budget;
  console.log(`without tools: ${plain.done.steps.length} step, offered per call: ${offered(plain.requests)}`);
  console.log(`defaults: max_steps ${maxSteps}, max_seconds ${maxSeconds}, max_tool_calls ${maxToolCalls}`);

  const { done } = await play([call("look")], "Look.", { tools: [returning("look", () => "nothing")], budget: { maxSteps: 4 } }, true);
  console.log(`max_steps=4: stop_reason=${done.stopReason}, succeeded=${done.succeeded}, ${done.steps.length} steps, output '${done.output}'`);
}

async function loadedSkill(): Promise<void> {
  const tools = [returning("parse_nfe", () => "total: 120")];
  const invoicing = skill({ name: "invoicing", description: "Ler e validar notas fiscais.", instructions: "Guia completo, longo.", tools });
  const script = [call("load_skill", { name: "invoicing" }), call("parse_nfe"), "120."];
  const { done, requests } = await play(script, "Check the invoice.", { skills: [invoicing] });
  console.log(`offered per call: ${offered(requests)}\n${done.steps[1]?.observation}`);
}

async function delegation(): Promise<void> {
  const model = scripted([call("look"), "Found."]);
  const researcher = fromAgent({ name: "researcher", description: "Looks things up.", model, tools: [returning("look", () => "a page")] });
  const { done } = await play([call("ask_researcher", { goal: "Look." }), "Found, they say."], "Find out.", { team: [researcher] });
  console.log(renderDelegationTable(done));
}

async function remembered(): Promise<void> {
  const store = memoryFactStore();
  await facts(store).remember("timezone", "America/Recife");
  const { requests } = await play(["Pronto."], "Que horas são?", { instructions: `Você é um assistente.${await factsPrompt(store)}` });
  console.log(requests[0]?.messages[0]?.content);
}

function offered(requests: readonly ModelRequest[]): string {
  return `[${requests.map(({ tools }) => `[${tools.map(({ name }) => `'${name}'`).join(", ")}]`).join(", ")}]`;
}

// The page's messages have no call ids, and each call is wrapped as a function.
function pageShape({ role, content, toolCalls }: Message): object {
  const calls = toolCalls?.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
  return calls ? { role, content, tool_calls: calls } : { role, content };
}

function shortened(message: Message): Message {
  return message.role === "system" ? { ...message, content: `(${message.content.length} characters)` } : message;
}

// JSON as Python writes it: with a blank after each comma and colon.
function python(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, inner]) => `"${key}": ${python(inner)}`).join(", ")}}`;
}

const figures = [whatTheModelSees, growingHistory, endings, loadedSkill, delegation, remembered];
for (const [index, show] of figures.entries()) {
  if (index > 0) console.log();
  await show();
}
