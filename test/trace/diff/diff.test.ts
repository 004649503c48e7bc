import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactRun } from "../../../src/core/redact.ts";
import type { Run, RunRecord, Step } from "../../../src/core/run.ts";
import { ownOnly } from "../../../src/core/usage.ts";
import { diff } from "../../../src/trace/diff/diff.ts";
import type { AgentDiff } from "../../../src/trace/diff/run-diff.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { modelStep, runOf, tokens } from "../../support/trace.ts";
import { ask, call, turn } from "../analyse/timed.ts";
import { hostileRuns } from "../hostile.ts";

const asked = (id: string, goal: string, changes: Parameters<typeof ask>[3] = {}): Step => {
  const inner = [turn(id.replace("#", "/") + "#1", [1, 2], { output: "found", usage: ownOnly(tokens(60, 40, 0.25)) })];
  return ask(id, [1, 2], inner, { goal, arguments: { goal }, observation: "found", ...changes });
};
const base = (): Run => runOf([turn("0#1", [0, 1]), asked("0#1.0", "tides"), asked("0#1.1", "winds"), asked("0#1.2", "moons"), turn("0#2", [2, 3], { output: "So it is." })], { seconds: 3, output: "So it is." });

const artifactOf = (base64: string): RunRecord["artifacts"][number] => ({ name: "a", mediaType: "text/plain", sizeBytes: 1, base64 });
const limitOf = (scope: "budget" | "pool"): RunRecord["limit"] => ({ name: "maxSteps", scope, value: 4 });

const outline = ({ status, name, id, differs, steps, below }: AgentDiff): unknown => {
  return [status, name, `${id.a}>${id.b}`, differs.join(), steps.map((step) => `${step.status} ${step.name} ${step.id.a}>${step.id.b} ${step.differs.join()}`), below.map(outline)];
};

describe("diff", () => {
  it("finds a run the same as itself, whatever its times", () => {
    const later = runOf([turn("0#1", [0, 9]), asked("0#1.0", "tides"), asked("0#1.1", "winds"), asked("0#1.2", "moons"), turn("0#2", [20, 30], { output: "So it is." })], { seconds: 30, output: "So it is." });
    const { isSame, firstDivergence, agents, deltas, root } = diff(base(), later);

    expect({ isSame, firstDivergence, agents }).toEqual({
      isSame: true,
      firstDivergence: null,
      agents: { same: 4, changed: 0, added: 0, removed: 0 },
    });
    expect([root.conclusion, ...root.below.map(({ conclusion }) => conclusion)]).toEqual([null, null, null, null]);
    expect(deltas).toEqual({
      steps: { a: 8, b: 8, change: 0 },
      agents: { a: 4, b: 4, change: 0 },
      seconds: { a: 3, b: 30, change: 27 },
      tokens: { a: 300, b: 300, change: 0 },
      cost: { a: 0.75, b: 0.75, change: 0 },
    });
  });

  it("keeps later siblings paired when a delegation was added before them", () => {
    const more = runOf([turn("0#1", [0, 1]), asked("0#1.0", "tides"), asked("0#1.1", "storms"), asked("0#1.2", "winds"), asked("0#1.3", "moons"), turn("0#2", [2, 3], { output: "So it is." })], { seconds: 3, output: "So it is." });
    const { root, agents, deltas, firstDivergence } = diff(base(), more);

    expect(outline(root)).toEqual([
      "changed", "lead", "null>null", "", [],
      [
        ["same", "ask_researcher", "0#1.0>0#1.0", "", [], []],
        ["added", "ask_researcher", "null>0#1.1", "", [], []],
        ["same", "ask_researcher", "0#1.1>0#1.2", "", [], []],
        ["same", "ask_researcher", "0#1.2>0#1.3", "", [], []],
      ],
    ]);
    expect([agents, deltas.steps, deltas.tokens.change]).toEqual([
      { same: 3, changed: 1, added: 1, removed: 0 },
      { a: 8, b: 10, change: 2 },
      100,
    ]);
    expect(root.below[1]?.deltas).toEqual({
      steps: { a: null, b: 2, change: null },
      seconds: { a: null, b: 1, change: null },
      tokens: { a: null, b: 100, change: null },
      cost: { a: null, b: 0.25, change: null },
    });
    expect(firstDivergence).toEqual({ type: "added", kind: "agent", name: "ask_researcher", id: { a: null, b: "0#1.1" }, field: null, text: { a: null, b: null } });
  });

  it("tells removed, moved and changed delegations apart", () => {
    const other = runOf([turn("0#1", [0, 1]), asked("0#1.0", "moons"), asked("0#1.1", "tides"), asked("0#1.2", "gales"), turn("0#2", [2, 3], { output: "So it is." })], { seconds: 3, output: "So it is." });

    expect(outline(diff(base(), other).root)).toEqual([
      "changed", "lead", "null>null", "", [],
      [
        ["same", "ask_researcher", "0#1.0>0#1.1", "", [], []],
        ["changed", "ask_researcher", "0#1.1>0#1.2", "goal,arguments", [], []],
        ["changed", "ask_researcher", "0#1.2>0#1.0", "order", [], []],
      ],
    ]);
    expect(outline(diff(base(), runOf([turn("0#1", [0, 1]), asked("0#1.0", "winds"), turn("0#2", [2, 3], { output: "So it is." })], { output: "So it is." })).root)).toEqual([
      "changed", "lead", "null>null", "", [],
      [
        ["removed", "ask_researcher", "0#1.0>null", "", [], []],
        ["same", "ask_researcher", "0#1.1>0#1.0", "", [], []],
        ["removed", "ask_researcher", "0#1.2>null", "", [], []],
      ],
    ]);
  });

  it("finds the first difference inside a specialist before the conclusion that came of it", () => {
    const inner = [turn("0/1.0#1", [1, 2], { output: "lost", usage: ownOnly(tokens(60, 50, 0.25)) })];
    const worse = ask("0#1.0", [1, 2], inner, { goal: "tides", arguments: { goal: "tides" }, output: "lost", observation: "lost", outcome: "partial", stopReason: "max_steps" });
    const other = runOf([turn("0#1", [0, 1]), worse, asked("0#1.1", "winds"), asked("0#1.2", "moons"), turn("0#2", [2, 3], { output: "So be it." })], { seconds: 3, output: "So be it." });
    const { root, firstDivergence } = diff(base(), other);

    expect(firstDivergence).toEqual({ type: "changed", kind: "model", name: "chat", id: { a: "0/1.0#1", b: "0/1.0#1" }, field: "output", text: { a: "found", b: "lost" } });
    expect(outline(root)).toEqual([
      "changed", "lead", "null>null", "output", ["changed chat 0#2>0#2 output"],
      [
        ["changed", "ask_researcher", "0#1.0>0#1.0", "stopReason,outcome,output,observation", ["changed chat 0/1.0#1>0/1.0#1 output"], []],
        ["same", "ask_researcher", "0#1.1>0#1.1", "", [], []],
        ["same", "ask_researcher", "0#1.2>0#1.2", "", [], []],
      ],
    ]);
    expect([root.below[0]?.outcome, root.below[0]?.deltas.tokens]).toEqual([
      { a: "answered", b: "partial" },
      { a: 100, b: 110, change: 10 },
    ]);
    expect(root.conclusion).toEqual({
      parts: [
        { kind: "same", text: "So" },
        { kind: "added", text: " be" },
        { kind: "same", text: " it" },
        { kind: "removed", text: " is" },
        { kind: "same", text: "." },
      ],
      isCut: false,
    });
  });

  it.each<{ title: string; a: Step[]; b: Step[]; says: unknown }>([
    { title: "a tool's arguments", a: [call("0#1.0", [0, 1], { arguments: { q: "a" } })], b: [call("0#1.0", [0, 1], { arguments: { q: "b" } })], says: ["changed search 0#1.0>0#1.0 arguments"] },
    { title: "a tool's result and what was read of it", a: [call("0#1.0", [0, 1])], b: [call("0#1.0", [0, 1], { output: "x", observation: "x" })], says: ["changed search 0#1.0>0#1.0 output,observation"] },
    { title: "a tool's error", a: [call("0#1.0", [0, 1])], b: [call("0#1.0", [0, 1], { error: "x" })], says: ["changed search 0#1.0>0#1.0 error"] },
    { title: "a model", a: [modelStep()], b: [modelStep({ model: "large" })], says: ["changed chat 0#1>0#1 model"] },
    {
      title: "what a turn asked for",
      a: [modelStep()],
      b: [modelStep({ calls: [{ id: "c", name: "search", arguments: {}, status: "run", reason: null }] })],
      says: ["changed chat 0#1>0#1 calls"],
    },
    { title: "a step more", a: [modelStep()], b: [modelStep(), call("0#1.0", [0, 1])], says: ["added search null>0#1.0 "] },
    { title: "a step less", a: [call("0#1.0", [0, 1]), modelStep()], b: [modelStep()], says: ["removed search 0#1.0>null "] },
  ])("names $title", ({ a, b, says }) => {
    const { steps } = diff(runOf(a), runOf(b)).root;

    expect(steps.map((step) => `${step.status} ${step.name} ${step.id.a}>${step.id.b} ${step.differs.join()}`)).toEqual(says);
  });

  it("compares the run itself first", () => {
    const { firstDivergence, root } = diff(runOf([], { goal: `${"a".repeat(300)} b` }), runOf([], { goal: `${"a".repeat(300)} c`, instructions: "Be brief.", stopReason: "cancelled" }));

    expect(firstDivergence).toEqual({
      type: "changed",
      kind: "agent",
      name: "lead",
      id: { a: null, b: null },
      field: "goal",
      text: { a: `…${"a".repeat(59)} b`, b: `…${"a".repeat(59)} c` },
    });
    expect([root.differs, root.stopReason, root.goal.a?.length]).toEqual([["goal", "instructions", "stopReason"], { a: "completed", b: "cancelled" }, 200]);
  });

  it("is plain JSON, takes runs under way, and mirrors when the runs change places", () => {
    const options = fc.record({
      steps: fc.integer({ min: 1, max: 150 }),
      depth: fc.nat(4),
      seed: fc.nat(3),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
    });

    fc.assert(
      fc.property(options, options, (one, other) => {
        const [a, b] = [one, other].map((each) => asOf(syntheticRun(each), syntheticRun(each).seconds * each.moment)) as RunRecord[] as [
          RunRecord,
          RunRecord,
        ]; // two of them
        const there = diff(a, b);
        const back = diff(b, a);

        expect(JSON.parse(JSON.stringify(there))).toEqual(there);
        expect(diff(a, b)).toEqual(there);
        expect(diff(a, a).isSame).toBe(true);
        expect(there.isSame).toBe(back.isSame);
        expect(there.deltas.steps.change).toBe(back.deltas.steps.change === null ? null : 0 - back.deltas.steps.change);
        expect(there.isSame).toBe(there.firstDivergence === null);
      }),
      { seed: 20260101, numRuns: 40 },
    );
  });

  it("takes any text in any field", () => {
    const runs = hostileRuns();
    runs.forEach(({ run }, index) => {
      expect(diff(run, run).isSame).toBe(true);
      expect(diff(run, runs[(index + 1) % runs.length]?.run ?? run).isSame).toBe(false);
    });
  });

  it("takes 50 000 steps at depth 50 against as many others", { timeout: 60_000 }, () => {
    const [a, b] = [syntheticRun({ steps: 50_000, depth: 50 }), syntheticRun({ steps: 50_000, depth: 50, seed: 7 })];

    expect(diff(a, b).deltas.steps).toEqual({ a: 50_000, b: 50_000, change: 0 });
    expect(diff(a, structuredClone({ ...a })).isSame).toBe(true);
  });

  it.each<{ title: string; a: Partial<RunRecord>; b: Partial<RunRecord>; differs: string[] }>([
    { title: "its data", a: { data: { count: 1 } }, b: { data: { count: 2 } }, differs: ["data"] },
    { title: "having data", a: { data: 1 }, b: { dataProblem: { reason: "no_json", message: "none" } }, differs: ["data"] },
    { title: "an artifact's bytes", a: { artifacts: [artifactOf("YQ==")] }, b: { artifacts: [artifactOf("Yg==")] }, differs: ["artifacts"] },
    { title: "the ceiling that cut it", a: { limit: limitOf("budget") }, b: { limit: limitOf("pool") }, differs: ["limit"] },
  ])("tells runs apart that differ in nothing but $title", ({ a, b, differs }) => {
    const { root, isSame, firstDivergence } = diff({ ...base(), ...a }, { ...base(), ...b });

    expect([isSame, root.differs, firstDivergence?.field]).toEqual([false, differs, differs[0]]);
  });

  it("tells calls apart that made other artifacts", () => {
    const made = (name: string): Run => runOf([call("0#1.0", [0, 1], { artifacts: [name] })]);

    expect(outline(diff(made("a.txt"), made("b.txt")).root)).toEqual([
      "changed", "lead", "null>null", "", ["changed search 0#1.0>0#1.0 artifacts"], [],
    ]);
  });

  it("of one goal that was asked several times pairs those that came to the same", () => {
    const thrice = (...conclusions: string[]): Run => {
      return runOf(conclusions.map((output, index) => asked(`0#1.${index}`, "tides", { output, observation: output })));
    };

    expect(outline(diff(thrice("one", "two", "three"), thrice("one", "three")).root)).toEqual([
      "changed", "lead", "null>null", "", [],
      [
        ["same", "ask_researcher", "0#1.0>0#1.0", "", [], []],
        ["removed", "ask_researcher", "0#1.1>null", "", [], []],
        ["same", "ask_researcher", "0#1.2>0#1.1", "", [], []],
      ],
    ]);
  });

  it("pairs a specialist that was given another name", () => {
    const as = (agent: string): Run => runOf([{ ...asked("0#1.0", "tides"), agent, name: `ask_${agent}` } as Step]);

    expect(outline(diff(as("researcher"), as("reader")).root)).toEqual([
      "changed", "lead", "null>null", "", [], [["changed", "ask_reader", "0#1.0>0#1.0", "name,agent", [], []]],
    ]);
  });

  it("compares by lengths where one of the runs was made without contents", () => {
    const longer = { ...base(), output: "So it is, then." };

    expect([diff(base(), redactRun(base())).isSame, diff(redactRun(base()), base()).isSame]).toEqual([true, true]);
    expect(diff(redactRun(base()), longer).root.differs).toEqual(["output"]);
    expect(JSON.stringify(diff(redactRun(base()), longer))).not.toContain("then");
  });
});
