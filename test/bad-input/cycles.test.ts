import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  DefinitionError,
  delegate,
  facts,
  fromAgent,
  guardrail,
  memoryFactStore,
  memoryJournal,
  parseTrace,
  run,
  tool,
  type AgentLogic,
  type Model,
  type ModelReply,
  type Run,
  type RunOptions,
} from "../../src/index.ts";
import { agent, ask, asks, doing, play } from "../agent/conformance/cast.ts";
import { thrownBy } from "../core/thrown.ts";

/** A value that holds itself, wherever one can be handed over: it becomes text, or is refused, and the trace stays JSON. */

interface Loop {
  name: string;
  self?: Loop;
}
const loop: Loop = { name: "loop" };
loop.self = loop;
const SHOWN = "<ref *1> { name: 'loop', self: [Circular *1] }";
const cyclic = loop as never; // no type would let it through

const list: unknown[] = [];
list.push(list);

/** Plays a run and makes sure that its trace can be written and read. */
async function traced(logic: AgentLogic, options?: RunOptions): Promise<Run> {
  const played = await play(logic, options);
  expect(JSON.stringify(parseTrace(JSON.stringify(played), "the trace"))).toBe(JSON.stringify(played));
  return played;
}

/** A model that replies what no script could play. */
function replying(...replies: readonly unknown[]): Model {
  const left = [...replies];
  return { name: "odd", supportsTools: true, respond: async () => left.shift() as ModelReply };
}

const anything = tool({ name: "anything", description: "Takes anything.", parameters: z.object({ value: z.any() }), execute: ({ value }) => typeof value });

describe("a tool", () => {
  const results: readonly { readonly title: string; readonly result: () => unknown; readonly observation: string }[] = [
    { title: "as its result", result: () => loop, observation: SHOWN },
    { title: "in a list that holds itself", result: () => list, observation: "<ref *1> [ [Circular *1] ]" },
    { title: "as the text beside its artifacts", result: () => ({ text: loop, artifacts: [] }), observation: `{ text: ${SHOWN}, artifacts: [] }` },
    { title: "as an artifact", result: () => ({ text: "", artifacts: [loop] }), observation: "AgentToolError: artifact 'loop': its data must be text or a Uint8Array" },
    { title: "as the list of its artifacts", result: () => ({ text: "", artifacts: list }), observation: "AgentToolError: an artifact must be an object: { name, data }" },
    { title: "as the name of an artifact", result: () => ({ text: "", artifacts: [{ name: loop, data: "" }] }), observation: "AgentToolError: an artifact needs a name" },
    { title: "as the data of an artifact", result: () => ({ text: "", artifacts: [{ name: "a", data: loop }] }), observation: "AgentToolError: artifact 'a': its data must be text or a Uint8Array" },
    { title: "as the media type of an artifact", result: () => ({ text: "", artifacts: [{ name: "a", data: "", mediaType: loop }] }), observation: "AgentToolError: artifact 'a': its media type must be text" },
    { title: "as the description of an artifact", result: () => ({ text: "", artifacts: [{ name: "a", data: "", description: loop }] }), observation: "AgentToolError: artifact 'a': its description must be text" },
    { title: "as what it throws", result: () => { throw loop; }, observation: `Error: ${SHOWN}` },
    { title: "as the cause of what it throws", result: () => { const error = new Error("down"); error.cause = error; throw error; }, observation: "Error: down" },
  ];

  it.each(results)("may hand it over $title", async ({ result, observation }) => {
    const { stopReason, steps, artifacts } = await traced(agent("lead", [asks("odd"), "done"], { tools: [doing("odd", result)] }));

    expect([stopReason, steps[1]?.observation, artifacts]).toEqual(["completed", observation, []]);
  });

  it("may note it down, also where a journal keeps what was noted", async () => {
    const notes = [doing("note", ({ state }) => { state.seen = loop; return "noted"; }), doing("look", ({ state }) => (state.seen as Loop).self?.self?.name)];
    const journal = memoryJournal();
    const lead = (): AgentLogic => agent("lead", [asks("note"), asks("look"), "done"], { tools: notes });

    const first = await traced(lead(), { journal });
    const again = await traced(lead(), { journal: memoryJournal(journal.records) });

    expect([first.steps[3]?.observation, first.stopReason, again.stopReason]).toEqual(["loop", "completed", "completed"]);
  });
});

describe("a model", () => {
  it("is told that its arguments are no JSON, and the run goes on", async () => {
    const calls = [{ name: "anything", arguments: loop }, { name: "anything", arguments: { value: loop } }, { name: "anything", arguments: list }];
    const { stopReason, steps } = await traced(fromAgent({ name: "lead", model: replying({ text: "", calls }, { text: "done" }), tools: [anything] }));

    expect([stopReason, steps.slice(1, 4).map(({ observation }) => /^AgentToolError: invalid arguments for anything: \(root\): /u.test(observation))]).toEqual(["completed", [true, true, true]]);
  });

  it("is told so of a final answer, and no data comes of it", async () => {
    const model = replying({ text: "", calls: [{ name: "final_answer", arguments: { value: loop } }] }, { text: "I cannot." });
    const { data, dataProblem, steps } = await traced(fromAgent({ name: "lead", model }), { returns: { schema: z.object({ value: z.any() }), extraction: false } });

    expect([data, dataProblem?.reason, steps[1]?.observation.startsWith("AgentToolError: invalid arguments for final_answer: ")]).toEqual([undefined, "no_json", true]);
  });

  it("ends the run with an error that says so when its text is one", async () => {
    const { stopReason, error } = await traced(fromAgent({ name: "lead", model: replying({ text: loop }) }));

    expect([stopReason, error]).toEqual(["error", `ModelError: model 'odd' replied ${SHOWN} where a text in \`text\` is expected`]);
  });

  it("may put it where figures and words belong, which are then unknown", async () => {
    const { stopReason, output, steps } = await traced(fromAgent({ name: "lead", model: replying({ text: "done", usage: loop, finishReason: loop, reasoning: loop }) }));

    expect([stopReason, output, steps[0]]).toEqual(["completed", "done", expect.objectContaining({ finishReason: null, reasoning: null })]);
  });
});

describe("the caller", () => {
  it("may be identified by it: tools read a frozen copy", async () => {
    const who = doing("who", ({ identity }) => `${(identity as Loop).self?.self?.name} ${Object.isFrozen((identity as Loop).self)} ${identity === loop}`);
    const { steps } = await traced(agent("lead", [asks("who"), "done"], { tools: [who] }), { identity: loop, journal: memoryJournal() });

    expect(steps[1]?.observation).toBe("loop true false");
  });

  it("may give it as the reason of a cancel", async () => {
    const controller = new AbortController();
    controller.abort(loop);

    const { stopReason, error } = await traced(agent("lead", ["done"]), { signal: controller.signal });

    expect([stopReason, error]).toEqual(["cancelled", `cancelled: Error: ${SHOWN}`]);
  });

  it("may give it as the reason of a refusal, which then has none", async () => {
    const asked = tool({ name: "asked", description: "Asks.", parameters: z.object({}), needsApproval: true, execute: () => "" });
    const { steps } = await traced(agent("lead", [asks("asked"), "done"], { tools: [asked] }), { approve: () => ({ approved: false, reason: cyclic }) });

    expect(steps[1]?.observation).toBe("AgentToolError: asked was not approved: the approval was refused");
  });

  const refused: readonly { readonly title: string; readonly act: () => Promise<unknown>; readonly message: string | RegExp }[] = [
    { title: "the goal", act: () => run(agent("lead", []), cyclic), message: `the run: goal is ${SHOWN}; allowed: a text that is not blank` },
    {
      title: "the description of an artifact",
      act: () => run(agent("lead", []), "Do it.", { artifacts: [{ name: "a", data: "", description: cyclic }] }),
      message: `the run's options: artifacts.0 is { name: 'a', data: '', description: ${SHOWN} }; allowed: { name, data, mediaType?, description? }: texts, and data a text or a Uint8Array`,
    },
    { title: "the instructions", act: async () => agent("lead", [], { instructions: cyclic }), message: `agent 'lead': instructions is ${SHOWN}; allowed: a text` },
    { title: "the description of an agent", act: async () => agent("lead", [], { description: cyclic }), message: `agent 'lead': description is ${SHOWN}; allowed: a text that is not blank` },
    { title: "a budget", act: async () => agent("lead", [], { budget: cyclic }), message: /^agent 'lead': budget: name is 'loop'; allowed: no key of this name/u },
    { title: "a fact", act: () => facts(memoryFactStore()).remember("key", cyclic), message: `a fact: value is ${SHOWN}; allowed: a text of at most 2000 characters that is not blank` },
  ];

  it.each(refused)("is told in one sentence that it cannot be $title", async ({ act, message }) => {
    const error = await act().catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect((error as Error).message).not.toContain("\n");
  });
});

describe("the terms of a delegation", () => {
  it.each([
    { title: "the goal that they build", terms: { goal: () => cyclic }, observation: /^AgentToolError: invalid arguments for ask_child: goal: /u },
    { title: "the conclusion that they pick", terms: { conclusion: () => cyclic }, observation: /^\[stopped: error\] the conclusion of 'child' must be a text$/u },
  ])("fail the delegation alone when it is $title", async ({ terms, observation }) => {
    const { stopReason, steps } = await traced(agent("lead", [asks(ask("child")), "done"], { team: [delegate(agent("child", ["from below"]), terms)] }));

    expect([stopReason, steps[1]?.observation]).toEqual(["completed", expect.stringMatching(observation)]);
  });

  it("are refused in one sentence when they are it", () => {
    expect(thrownBy(() => delegate(agent("child", []), { share: cyclic }))).toBeInstanceOf(DefinitionError);
  });
});

describe("a guardrail", () => {
  it("that wants it in place of a text blocks, and shows it nowhere", async () => {
    const odd = guardrail({ name: "odd", goal: () => ({ replace: cyclic }) });
    const { stopReason, output, error } = await traced(agent("lead", ["done"], { guardrails: [odd] }));

    expect([stopReason, output, error]).toEqual(["blocked", "blocked by moderation (guardrail failed)", "guardrail 'odd' gave no verdict on the goal but a value of type object"]);
  });
});
