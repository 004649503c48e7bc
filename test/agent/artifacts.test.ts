import { describe, expect, it } from "vitest";
import { z } from "zod";
import { delegate, fromAgent, run, scripted, tool, type AgentLogic, type DelegateOptions, type ModelRequest, type Run, type RunOptions, type ScriptByPath, type ScriptedCall, type ScriptedModel } from "../../src/index.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { leftoversOf } from "../support/quiet.ts";

const write = (name: string, data = name, seconds = 0): ScriptedCall => ({ name: "write", arguments: { name, data, seconds } });
const read = (name: string): ScriptedCall => ({ name: "read", arguments: { name } });
const ask = (name: string, artifacts?: readonly string[]): ScriptedCall => ({ name: `ask_${name}`, arguments: { goal: "go", ...(artifacts ? { artifacts } : {}) } });

/** A tool that produces an artifact, after a while if asked to, and one that reads one. */
function toolsOn(clock: VirtualClock) {
  const parameters = z.object({ name: z.string(), data: z.string(), seconds: z.number() });
  return [
    tool({
      name: "write",
      description: "Writes.",
      parameters,
      execute: async ({ name, data, seconds }, { signal }) => {
        await waitSeconds(seconds, { clock, signal });
        return { text: `wrote ${name}`, artifacts: [{ name, data }] };
      },
    }),
    tool({
      name: "read",
      description: "Reads.",
      parameters: z.object({ name: z.string() }),
      execute: ({ name }, { artifacts }) => `${new TextDecoder().decode(artifacts.require(name).bytes)} of ${artifacts.names().join(", ")}`,
    }),
  ];
}

interface Cast {
  readonly script: ScriptByPath;
  readonly terms?: DelegateOptions;
  readonly options?: RunOptions;
}

/** A lead that may ask a writer, which may ask a scribe; all of them write and read. */
async function play({ script, terms = {}, options = {} }: Cast): Promise<Run & { model: ScriptedModel }> {
  const clock = virtualClock();
  const model = scripted.byPath(script);
  const tools = toolsOn(clock);
  const scribe = fromAgent({ name: "scribe", description: "Writes.", model, tools });
  const writer = fromAgent({ name: "writer", description: "Writes.", model, tools, team: [scribe] });
  const lead: AgentLogic = fromAgent({ name: "lead", model, tools, team: [delegate(writer, terms), scribe] });
  const result = await clock.settle(run(lead, "go", { clock, ids: () => "kept", ...options }));
  expect(leftoversOf({ run: result, clock })).toEqual([]);
  return Object.assign(result, { model: Object.defineProperty({ ...model }, "requests", { enumerable: false, value: model.requests }) });
}

const textsOf = ({ artifacts }: Run): string[] => artifacts.map(({ name, base64 }) => `${name}: ${Buffer.from(base64, "base64").toString()}`);
const lastMessage = ({ model }: { model: ScriptedModel }, path = "0"): string | undefined => requestsOf(model, path).at(-1)?.messages.at(-1)?.content;
const requestsOf = (model: ScriptedModel, path: string): readonly ModelRequest[] => model.requests.filter((request) => request.path === path);

describe("the artifacts of a specialist", () => {
  it("surface under its name, and a second call of the same specialist under a number", async () => {
    const result = await play({ script: { "0": [{ calls: [ask("writer"), ask("scribe"), ask("writer")] }, { calls: [ask("writer")] }, "end"], "*": [{ calls: [write("a.md")] }, "written"] } });

    expect(textsOf(result)).toEqual(["writer/a.md: a.md", "scribe/a.md: a.md", "writer-2/a.md: a.md", "writer-3/a.md: a.md"]);
    expect(result.steps.map(({ artifacts }) => artifacts)).toEqual([[], ["writer/a.md"], ["scribe/a.md"], ["writer-2/a.md"], [], ["writer-3/a.md"], []]);
    expect(lastMessage(result)).toBe("written\n\nProduced: writer-3/a.md");
  });

  it("surface level by level", async () => {
    const script = { "0": [{ calls: [ask("writer")] }, { calls: [read("writer/scribe/a.md")] }, "end"], "0/1.0": [{ calls: [ask("scribe"), write("b.md")] }, "written"], "*": [{ calls: [write("a.md")] }, "written"] };

    const result = await play({ script });

    expect(textsOf(result)).toEqual(["writer/scribe/a.md: a.md", "writer/b.md: b.md"]);
    expect(lastMessage(result)).toBe("a.md of writer/scribe/a.md, writer/b.md");
  });

  it.each([
    { title: "first to last", seconds: [1, 2, 3] },
    { title: "last to first", seconds: [3, 2, 1] },
    { title: "all at once", seconds: [1, 1, 1] },
  ])("are numbered and ordered as they were asked for, whatever finished when: $title", async ({ seconds }) => {
    const inside = Object.fromEntries(seconds.map((each, index) => [`0/1.${index}`, [{ calls: [write("a.md", `${index}`, each)] }, "written"]]));

    const result = await play({ script: { "0": [{ calls: [ask("writer"), ask("writer"), ask("writer")] }, "end"], ...inside } });

    expect(textsOf(result)).toEqual(["writer/a.md: 0", "writer-2/a.md: 1", "writer-3/a.md: 2"]);
    expect(result.steps.map(({ artifacts }) => artifacts)).toEqual([[], ["writer/a.md"], ["writer-2/a.md"], ["writer-3/a.md"], []]);
  });

  it("stay with it when the delegation is private, where its own trace still names them", async () => {
    const result = await play({ terms: { artifacts: "private" }, script: { "0": [{ calls: [ask("writer")] }, { calls: [read("writer/a.md")] }, "end"], "*": [{ calls: [write("a.md")] }, { calls: [read("a.md")] }, "written"] } });

    expect(textsOf(result)).toEqual([]);
    expect(result.steps[1]).toMatchObject({ observation: "written", artifacts: [], children: [{}, { artifacts: ["a.md"] }, {}, { observation: "a.md of a.md" }, {}] });
    expect(lastMessage(result)).toBe("AgentToolError: no artifact named 'writer/a.md'; available: none");
  });

  it("surface also when it was cut or failed", async () => {
    const broken = { "0/1.0": [{ calls: [write("a.md")] }, { error: new Error("down") }], "0/1.1": [{ calls: [write("b.md")] }, { text: "late", delaySeconds: 500 }] };

    const result = await play({ script: { "0": [{ calls: [ask("writer"), ask("scribe")] }, "end"], ...broken }, options: { budget: { maxSeconds: 50 } } });

    expect([result.stopReason, textsOf(result)]).toEqual(["timeout", ["writer/a.md: a.md", "scribe/b.md: b.md"]]);
    expect(result.steps.slice(1).map((step) => (step.kind === "agent" ? [step.outcome, step.artifacts] : null))).toEqual([["failed", ["writer/a.md"]], ["timed_out", ["scribe/b.md"]]]);
  });
});

describe("a name that is taken", () => {
  it("gets a number, and the model is told", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md", "one"), write("b", "two")] }, { calls: [write("a.md", "three"), write("b", "four")] }, "end"] } });

    expect(textsOf(result)).toEqual(["a.md: one", "b: two", "a-2.md: three", "b-2: four"]);
    expect(requestsOf(result.model, "0").at(-1)?.messages.slice(-2).map(({ content }) => content)).toEqual([
      "wrote a.md\n(artifact 'a.md' exists already; kept as 'a-2.md')",
      "wrote b\n(artifact 'b' exists already; kept as 'b-2')",
    ]);
  });

  it("goes to the call that was asked for first, whatever finished first", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md", "slow", 2), write("a.md", "quick", 1), write("a.md", "quickest")] }, "end"] } });

    expect(textsOf(result)).toEqual(["a.md: slow", "a-2.md: quick", "a-3.md: quickest"]);
    expect(result.steps.slice(1, 4).map(({ artifacts }) => artifacts)).toEqual([["a.md"], ["a-2.md"], ["a-3.md"]]);
  });

  it("is never overwritten by a specialist whose numbered name reads the same", async () => {
    const clock = virtualClock();
    const tools = toolsOn(clock);
    const model = scripted.byPath({ "0": [{ calls: ["writer", "writer-2", "writer"].map((name) => ask(name)) }, "end"], "0/1.0": [{ calls: [write("a.md", "one")] }, ""], "0/1.1": [{ calls: [write("a.md", "two")] }, ""], "0/1.2": [{ calls: [write("a.md", "three")] }, ""] });
    const team = ["writer", "writer-2"].map((name) => fromAgent({ name, description: "Writes.", model, tools }));

    const result = await clock.settle(run(fromAgent({ name: "lead", model, team }), "go", { clock }));

    expect(textsOf(result)).toEqual(["writer/a.md: one", "writer-2/a.md: two", "writer-2/a-2.md: three"]);
  });

  it("may be that of an artifact handed down: what the specialist makes gets the number", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md", "above")] }, { calls: [ask("writer", ["a.md"])] }, "end"], "*": [{ calls: [write("a.md", "below")] }, { calls: [read("a.md")] }, "written"] } });

    expect(textsOf(result)).toEqual(["a.md: above", "writer/a-2.md: below"]);
    expect(lastMessage(result, "0/2.0")).toBe("above of a.md, a-2.md");
  });
});

describe("an artifact that is handed down", () => {
  it("can be read by the specialist, and by whom the specialist hands it to, and by nobody else", async () => {
    const script = {
      "0": [{ calls: [write("a.md", "above"), write("b.md")] }, { calls: [ask("writer", ["a.md"]), ask("scribe")] }, "end"],
      "0/2.0": [{ calls: [read("a.md"), read("b.md"), ask("scribe", ["a.md"]), ask("scribe")] }, "read"],
      "*": [{ calls: [read("a.md")] }, ({ messages }: ModelRequest) => messages.at(-1)?.content ?? ""],
    };

    const result = await play({ script });

    const inside = result.steps.at(-3);
    expect(inside?.kind === "agent" && inside.children.map(({ observation }) => observation)).toEqual([
      "",
      "above of a.md",
      "AgentToolError: no artifact named 'b.md'; available: a.md",
      "above of a.md",
      "AgentToolError: no artifact named 'a.md'; available: none",
      "",
    ]);
    expect(result.steps.at(-2)?.observation).toBe("AgentToolError: no artifact named 'a.md'; available: none");
  });

  it("does not become one of the specialist's own", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md")] }, { calls: [ask("writer", ["a.md"])] }, "end"], "*": ["nothing new"] } });

    expect(textsOf(result)).toEqual(["a.md: a.md"]);
    expect(lastMessage(result)).toBe("nothing new");
  });

  it("must exist: the delegation is refused otherwise, and its specialist never starts", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md")] }, { calls: [ask("writer", ["a.md", "ghost.md"])] }, "end"] } });

    expect(result.steps.at(-2)).toMatchObject({ outcome: "refused", children: [], observation: "AgentToolError: no artifact named 'ghost.md'; available: a.md" });
  });

  it("is offered to the model only once there is one to hand down", async () => {
    const result = await play({ script: { "0": [{ calls: [write("a.md")] }, "end"] } });

    const offered = requestsOf(result.model, "0").map(({ tools }) => Object.keys(tools.find(({ name }) => name === "ask_writer")?.parameters.properties ?? {}));
    expect(offered).toEqual([["goal"], ["goal", "artifacts"]]);
    expect(result.offered.map(({ turn }) => turn)).toEqual([1, 2]);
  });
});

describe("the artifacts a run begins with", () => {
  it("can be read and handed down, and are part of its result", async () => {
    const options: RunOptions = { artifacts: [{ name: "seed.txt", data: "sown", mediaType: "text/x-seed", description: "A seed." }] };

    const result = await play({ options, script: { "0": [{ calls: [read("seed.txt"), ask("writer", ["seed.txt"])] }, "end"], "*": [{ calls: [read("seed.txt")] }, "read"] } });

    expect(result.steps[1]?.observation).toBe("sown of seed.txt");
    expect(lastMessage(result, "0/1.1")).toBe("sown of seed.txt");
    expect(result.artifacts).toEqual([{ name: "seed.txt", mediaType: "text/x-seed", sizeBytes: 4, description: "A seed.", base64: "c293bg==" }]);
  });

  it("keep their names when a tool makes another of the same name", async () => {
    const options: RunOptions = { artifacts: [{ name: "a.md", data: "given" }, { name: "a.md", data: "given too" }] };

    const result = await play({ options, script: { "0": [{ calls: [write("a.md", "made")] }, "end"] } });

    expect(textsOf(result)).toEqual(["a.md: given", "a-2.md: given too", "a-3.md: made"]);
  });
});
