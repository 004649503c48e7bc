import { z } from "zod";
import { delegate, fromAgent, guardrail, run, scripted, skill, tool, withFallback, withPrices, withRetry, ModelError, type AgentLogic, type Model, type Run, type RunOptions } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";

/** One recorded run: who ran and how. Everything is made anew, so that scripts begin at their beginning. */
export interface Scenario {
  readonly title: string;
  readonly agent: () => AgentLogic;
  readonly options?: RunOptions;
}

const call = (name: string, given: object = {}): object => ({ name, arguments: given });
const ask = (name: string, goal = "Go."): object => call(`ask_${name}`, { goal });
const turn = (...calls: readonly object[]): never => ({ calls }) as never; // the scripts below are checked when they are played

const slow = tool({ name: "slow", description: "Takes a while.", parameters: z.object({}), timeoutSeconds: 2, execute: (_, { clock }) => new Promise((resolve) => clock.setTimeout(() => resolve("done"), 5_000)) });
const look = tool({ name: "look", description: "Looks.", parameters: z.object({ place: z.string() }), execute: ({ place }) => `all quiet at ${place}` });
const broken = tool({ name: "broken", description: "Fails.", parameters: z.object({}), execute: () => { throw new RangeError("out of range"); } });
const map = { name: "map.png", data: new Uint8Array([1, 2, 3]), mediaType: "image/png" };
const draw = tool({ name: "draw", description: "Draws.", parameters: z.object({}), execute: () => ({ text: "drawn", artifacts: [map, { ...map, data: "b" }] }) });
const careful = tool({ name: "careful", description: "Needs leave.", parameters: z.object({}), needsApproval: true, execute: () => "deleted" });
const long = tool({ name: "long", description: "Says much.", parameters: z.object({}), execute: () => "word ".repeat(200) });

const priced = (model: Model): Model => withPrices(model, { [model.name]: { input: 0.3, output: 1.7, cached: 0.1 } });
const failing = (name: string, usage = { inputTokens: 40, outputTokens: 3 }): Model => ({ name, supportsTools: true, respond: () => Promise.reject(new ModelError("busy", { retryable: true, usage })) });
const tokens = { inputTokens: 120, outputTokens: 7, cachedTokens: 20, reasoningTokens: 2 };

export const SCENARIOS: readonly Scenario[] = [
  {
    title: "tools that work, fail, are unknown and are called wrongly",
    agent: () => fromAgent({ name: "lead", tools: [look, broken], model: scripted([turn(call("look", { place: "Faro" }), call("broken"), call("ghost"), call("look", { place: 3 })), "So."]) }),
  },
  {
    title: "a tool that times out",
    agent: () => fromAgent({ name: "lead", tools: [slow], model: scripted([turn(call("slow")), "So."]) }),
  },
  {
    title: "artifacts that are renamed and handed up, and private ones",
    agent: () => {
      const model = scripted.byPath({ "0": [turn(call("draw"), call("draw"), ask("artist"), ask("hermit")), "So."], "0/1.2": [turn(call("draw")), "Drawn."], "0/1.3": [turn(call("draw")), "Mine."] });
      const artist = fromAgent({ name: "artist", description: "Draws.", model, tools: [draw] });
      const hermit = fromAgent({ name: "hermit", description: "Keeps things.", model, tools: [draw] });
      return fromAgent({ name: "lead", model, tools: [draw], team: [artist, delegate(hermit, { artifacts: "private" })] });
    },
    options: { artifacts: [{ name: "given.txt", data: "given", description: "From outside." }] },
  },
  {
    title: "observations that are cut and paged through",
    agent: () => fromAgent({ name: "lead", maxObservationChars: 300, tools: [long], model: scripted([turn(call("long")), turn(call("read_artifact", { name: "long-1.0.txt", from: 100 })), "So."]) }),
  },
  {
    title: "a call that is approved and one that is refused",
    agent: () => fromAgent({ name: "lead", tools: [careful], model: scripted([turn(call("careful")), turn(call("careful")), "So."]) }),
    options: { approve: ({ callId }) => (callId === "call_1_0" ? true : { approved: false, reason: "not twice" }) },
  },
  {
    title: "nobody there to approve",
    agent: () => fromAgent({ name: "lead", tools: [careful], model: scripted([turn(call("careful")), "So."]) }),
  },
  {
    title: "a model that fails",
    agent: () => fromAgent({ name: "lead", tools: [look], model: scripted([turn(call("look", { place: "Faro" })), { error: new Error("no more") }]) }),
  },
  {
    title: "a specialist that fails, one that is refused, one that says nothing",
    agent: () => {
      const model = scripted.byPath({ "0": [turn(ask("clerk"), ask("clerk"), ask("lead")), "So."], "0/1.0": [{ error: new Error("ill") }], "0/1.1": [""], "*": [""] });
      const clerk = fromAgent({ name: "clerk", description: "Files.", model });
      const lead: AgentLogic = fromAgent({ name: "lead", description: "Leads.", model, team: () => [clerk, lead] });
      return lead;
    },
  },
  {
    title: "tries that failed before, with prices",
    agent: () => {
      let tries = 0;
      const inner = scripted([{ text: "So.", usage: tokens }]);
      const moody: Model = { name: "moody", supportsTools: true, respond: (request, options) => (tries++ < 2 ? Promise.reject(new ModelError("busy", { retryable: true, usage: { inputTokens: 9, outputTokens: 1 } })) : inner.respond(request, options)) };
      return fromAgent({ name: "lead", model: withRetry(priced(moody), { baseSeconds: 1, random: () => 0 }) });
    },
  },
  {
    title: "a fallback to a model with another price",
    agent: () => fromAgent({ name: "lead", model: withFallback([withPrices(failing("first"), { first: { input: 3, output: 9 } }), priced(scripted([{ text: "So.", usage: tokens }], { name: "second" }))]) }),
  },
  {
    title: "a ceiling on money",
    agent: () => fromAgent({ name: "lead", tools: [look], budget: { maxCost: 0.0003 }, maxOutputTokens: 50, model: priced(scripted(Array.from({ length: 20 }, () => ({ ...(turn(call("look", { place: "Faro" })) as object), usage: tokens })))) }),
  },
  {
    title: "a last answer when the steps are used up",
    agent: () => fromAgent({ name: "lead", tools: [look], budget: { maxSteps: 5, wrapUp: true }, model: scripted([turn(call("look", { place: "A" })), turn(call("look", { place: "B" }), call("look", { place: "C" })), "As far as I came."]) }),
  },
  {
    title: "a history that is summed up",
    agent: () => fromAgent({ name: "lead", tools: [look], compact: { atTokens: 60, keepTurns: 1 }, model: scripted([({ messages }) => (messages[0]?.content.startsWith("You are given the goal") ? "Looked." : turn(call("look", { place: "a place with a rather long name" })))], { repeatLast: true }) }),
    options: { budget: { maxSteps: 11 } },
  },
  {
    title: "an answer that is cut off at the output limit",
    agent: () => fromAgent({ name: "lead", model: { name: "short", supportsTools: false, respond: () => Promise.resolve({ text: "And then", finishReason: "length" }) } }),
  },
  {
    title: "an answer that a guardrail blocks, and a call that it changes",
    agent: () => {
      const guard = guardrail({ name: "guard", answer: (text) => (text.includes("secret") ? { block: "secrets" } : "allow"), toolCall: ({ arguments: given }) => ({ replace: { ...given, place: "Lagos" } }) });
      return fromAgent({ name: "lead", tools: [look], guardrails: [guard], model: scripted([turn(call("look", { place: "Faro" })), "The secret is out."]) });
    },
  },
  {
    title: "skills that are loaded",
    agent: () => fromAgent({ name: "lead", skills: [skill({ name: "looking", description: "How to look.", instructions: "Look twice.", tools: [look] })], model: scripted([turn(call("load_skill", { name: "looking" })), turn(call("look", { place: "Faro" })), "So."]) }),
  },
  {
    title: "data from a specialist, read once more by the extractor",
    agent: () => {
      const model = scripted.byPath({ "0": [turn(ask("clerk")), "So."], "0/1.0": ["It is four."], "0/1.0/1.0": [turn(call("final_answer", { count: 4 }))] });
      const clerk = fromAgent({ name: "clerk", description: "Counts.", model });
      return fromAgent({ name: "lead", model, team: [delegate(clerk, { returns: z.object({ count: z.number() }) })] });
    },
  },
  {
    title: "a deadline that cuts a specialist, and shares",
    agent: () => {
      const model = scripted.byPath({ "0": [turn(ask("clerk"), ask("aide")), "So."], "0/1.0": [turn(call("slow"), call("slow")), "Late."], "0/1.1": [{ text: "Here.", delaySeconds: 0.5 }] });
      const clerk = fromAgent({ name: "clerk", description: "Files.", model, tools: [slow], budget: { maxSeconds: 1 } });
      const aide = fromAgent({ name: "aide", description: "Helps.", model });
      return fromAgent({ name: "lead", model, budget: { maxTokens: 50_000 }, team: [clerk, delegate(aide, { share: 0.5 })] });
    },
  },
  {
    title: "specialists that wait for one slot",
    agent: () => {
      const done = { text: "Done.", delaySeconds: 1 };
      const model = scripted.byPath({ "0": [turn(ask("clerk", "A"), ask("clerk", "B"), ask("clerk", "C")), "So."], "0/1.0": [done], "0/1.1": [done], "0/1.2": [done] });
      const clerk = fromAgent({ name: "clerk", description: "Files.", model });
      return fromAgent({ name: "lead", model, team: [clerk] });
    },
    options: { concurrency: { model: 1 } },
  },
  {
    title: "models and tools under way when a deadline passes",
    agent: () => {
      const model = scripted.byPath({ "0": [turn(ask("clerk"), call("slow")), "So."], "0/1.0": [{ text: "Late.", delaySeconds: 9 }] });
      return fromAgent({ name: "lead", model, tools: [slow], team: [fromAgent({ name: "clerk", description: "Files.", model })], budget: { maxSeconds: 1.5 } });
    },
  },
];

/** The recorded run of a scenario, on a virtual clock, as a file would have it. */
export async function recordedOf({ agent, options = {} }: Scenario): Promise<Run> {
  const clock = virtualClock();
  const ended = await clock.settle(run(agent(), "What is to be done?", { clock, ids: () => "recorded", ...options }));
  return JSON.parse(JSON.stringify(ended)) as Run;
}
