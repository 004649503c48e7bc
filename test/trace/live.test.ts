import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent, RunHappening } from "../../src/core/event.ts";
import { ownOnly } from "../../src/core/usage.ts";
import { liveTree, type LiveTree } from "../../src/trace/live.ts";
import { widthOf } from "../../src/trace/width.ts";
import { agentStep, budgetRecord, callingStep, modelStep, snapshotOf, tokens, toolStep, TRACE_START } from "../support/trace.ts";

const start = { ...snapshotOf([]), budget: budgetRecord({ maxSteps: 12, maxSeconds: 60 }) };

/** A live tree that is told events as an engine tells them, with less to write. */
function followed(given = start): {
  tree: LiveTree;
  tell: (path: string, happening: RunHappening) => void;
  begin: (path: string, goal: string) => void;
} {
  const tree = liveTree(given);
  let sequence = 0;
  const tell = (path: string, happening: RunHappening): void => {
    const event: RunEvent = { sequence: sequence++, path, agent: path === "0" ? "lead" : "researcher", ...happening };
    tree.see(event);
  };
  const begin = (path: string, goal: string): void =>
    tell(path, { type: "run.started", goal, runId: "run-1", depth: path.split("/").length - 1 });
  return { tree, tell, begin };
}

function asked(id: string, goal: string): ReturnType<typeof agentStep> {
  return agentStep("researcher", [], { id, goal, open: "running", outcome: null, stopReason: null, startedAt: TRACE_START + 1000 });
}

/** A lead that has asked `count` researchers, each of which runs a search; those from `started` on are queued. */
function crowd(count: number, started = count): ReturnType<typeof followed> {
  const run = followed();
  run.begin("0", "Look into all of them");
  const turn = callingStep(Array.from({ length: count }, () => "ask_researcher"), { id: "0#1", seconds: 1, usage: ownOnly(tokens(100, 20)) });
  run.tell("0", { type: "step.started", step: turn });
  run.tell("0", { type: "step.ended", step: turn });
  for (let index = 0; index < count; index++) {
    const step = asked(`0#1.${index}`, `Number ${index}`);
    run.tell("0", { type: index < started ? "step.started" : "step.queued", step });
    if (index >= started) continue;
    const path = `0/1.${index}`;
    run.begin(path, `Number ${index}`);
    run.tell(path, { type: "step.started", step: toolStep("search", { id: `${path}#1.0`, arguments: { query: `q${index}` }, startedAt: TRACE_START + 1500 }) });
  }
  return run;
}

const now = TRACE_START + 2500;

describe("the live tree", () => {
  it("is empty before the run has started", () => {
    expect(followed().tree.frame({ now })).toBe("");
  });

  it("tells apart what runs, what waits for a specialist and what is queued, and what is left", () => {
    const { tree, tell, begin } = crowd(2, 1);
    tell("0/1.0", { type: "step.ended", step: toolStep("search", { id: "0/1.0#1.0", arguments: { query: "q0" }, output: "a hit", seconds: 0.25 }) });
    tell("0/1.0", { type: "step.started", step: asked("0/1.0#2.0", "Deeper") });
    begin("0/1.0/2.0", "Deeper");
    tell("0/1.0/2.0", { type: "step.queued", step: modelStep({ id: "0/1.0/2.0#1", startedAt: TRACE_START + 2000 }) });

    expect(tree.frame({ now, width: 80 }).split("\n")).toEqual([
      '◇ lead "Look into all of them"',
      "│ 2 waiting, 1 queued · 2.50 s · 6 steps (3 own) · 120 tokens · 2 specialists",
      "├─ ✓ model chat → called ask_researcher ×2                       1.00 s  120 tok",
      '├─ ◇ agent ask_researcher "Number 0" → waiting, 3 steps (2 own)  1.50 s',
      '│  ├─ ✓ tool  search(query: "q0") → returned: a hit              0.25 s',
      '│  ╰─ · agent ask_researcher "Deeper" → queued, 1 step           1.50 s',
      "│     ╰─ · model chat → queued                                   0.50 s",
      '╰─ · agent ask_researcher "Number 1" → queued                    1.50 s',
      "left: 9 of 12 steps · 57.5 s of 60 s · pool: 114 of 120 steps",
    ]);
  });

  it("shows what a model writes while it writes, and its tries", () => {
    const { tree, tell } = crowd(1);
    tell("0/1.0", { type: "step.started", step: modelStep({ id: "0/1.0#2", startedAt: TRACE_START + 2000 }) });
    tell("0/1.0", { type: "model.delta", turn: 2, text: "It is" });
    tell("0/1.0", { type: "model.delta", turn: 2, text: " a queue" });
    const writing = tree.frame({ now, width: 80 }).split("\n").at(-2);
    for (let word = 0; word < 30; word++) tell("0/1.0", { type: "model.delta", turn: 2, text: ` word${word}` });
    tell("0/1.0", { type: "model.retried", turn: 2, attempt: { error: "429" } });

    expect([writing, tree.frame({ now, width: 80 }).split("\n").at(-2)]).toEqual([
      "   ╰─ ▸ model chat → running: It is a queue                      0.50 s",
      "   ╰─ ▸ model chat → trying again                                0.50 s",
    ]);
  });

  it("shows a call that waits for approval as waiting", () => {
    const { tree, tell } = crowd(1);
    tell("0/1.0", { type: "approval.asked", stepId: "0/1.0#1.0", tool: "search", arguments: "{}" });

    expect(tree.frame({ now, width: 80 }).split("\n").at(-2)).toBe('   ╰─ ◇ tool  search(query: "q0") → waiting for approval         1.00 s');
  });

  it("folds a delegation that has ended to one line", () => {
    const { tree, tell } = crowd(1);
    const ended = agentStep("researcher", [toolStep("search"), modelStep()], { id: "0#1.0", goal: "Number 0", output: "found", seconds: 1.5 });
    tell("0/1.0", { type: "run.ended", stopReason: "completed", limit: null, output: "found", error: null, seconds: 1.5 });
    tell("0", { type: "step.ended", step: ended });

    expect(tree.frame({ now, width: 80 }).split("\n").slice(1)).toEqual([
      "│ 1 running · 2.50 s · 3 steps (2 own) · 120 tokens · 1 specialist",
      "├─ ✓ model chat → called ask_researcher                          1.00 s  120 tok",
      '╰─ ✓ agent ask_researcher "Number… → answered in 2 steps: found  1.50 s',
      "left: 10 of 12 steps · 57.5 s of 60 s · pool: 117 of 120 steps",
    ]);
  });

  it("ends with how the run ended, and without what is left", () => {
    const { tree, tell } = crowd(0);
    tell("0", { type: "run.ended", stopReason: "max_steps", limit: { name: "maxSteps", scope: "budget", value: 1 }, output: "", error: null, seconds: 2 });

    expect(tree.frame({ now, width: 80 }).split("\n")).toEqual([
      '◐ lead "Look into all of them"',
      "│ max_steps: 1 step of its budget · 2.00 s · 1 step · 120 tokens",
      "╰─ ✓ model chat → answered                                       1.00 s  120 tok",
    ]);
  });

  it("says what is left of every ceiling there is", () => {
    const ceilings = { maxSteps: 3, maxSeconds: 10, maxToolCalls: 5, maxTokens: 1000, maxCost: 0.5 };
    const { tree, tell, begin } = followed({
      ...start,
      budget: budgetRecord(ceilings),
      pool: { ...start.pool, maxTokens: 800, maxToolCalls: 9 },
    });
    begin("0", "g");
    tell("0", { type: "step.ended", step: modelStep({ id: "0#1", usage: ownOnly(tokens(90, 10, 0.2)) }) });
    tell("0", { type: "step.ended", step: toolStep("search", { id: "0#1.0" }) });

    expect(tree.frame({ now, width: 200 }).split("\n").at(-1)).toBe(
      "left: 1 of 3 steps · 7.50 s of 10 s · 4 of 5 tool calls · 700 of 800 tokens · cost 0.3 of 0.5 · pool: 118 of 120 steps · 64 of 64 specialists · 8 of 9 tool calls",
    );
  });
});

describe("a live tree with more than the screen holds", () => {
  it("gives each of thirty agents one line that says what it is at", () => {
    const lines = crowd(30).tree.frame({ now, width: 90, height: 40 }).split("\n");

    expect(lines).toHaveLength(34);
    expect(lines.slice(1, 5)).toEqual([
      "│ 30 running, 1 waiting · 2.50 s · 61 steps (31 own) · 120 tokens · 30 specialists",
      "├─ … 1 step before",
      '├─ ▸ agent ask_researcher "Number 0" → running, 1 step: search(query: "q0")         1.50 s',
      '├─ ▸ agent ask_researcher "Number 1" → running, 1 step: search(query: "q1")         1.50 s',
    ]);
  });

  it("shows those that run before those that are queued, and counts the others", () => {
    expect(crowd(30, 12).tree.frame({ now, width: 90, height: 16 }).split("\n").slice(9)).toEqual([
      '├─ ▸ agent ask_researcher "Number 6" → running, 1 step: search(query: "q6")         1.50 s',
      '├─ ▸ agent ask_researcher "Number 7" → running, 1 step: search(query: "q7")         1.50 s',
      "╰─ … 4 more running, 18 queued",
      "left: 0 of 12 steps · 57.5 s of 60 s · pool: 77 of 120 steps · 52 of 64 specialists",
    ]);
  });

  it("never exceeds the height and the width it is given", () => {
    const size = { width: fc.integer({ min: 20, max: 120 }), height: fc.integer({ min: 1, max: 50 }) };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.record(size),
        (count, started, { width, height }) => {
          const lines = crowd(count, started).tree.frame({ now, width, height }).split("\n");
          expect(lines.length).toBeLessThanOrEqual(height);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        },
      ),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it("folds an agent's earlier steps and says how many failed", () => {
    const { tree, tell, begin } = followed();
    begin("0", "g");
    for (let index = 0; index < 40; index++) tell("0", { type: "step.ended", step: toolStep("search", { id: `0#1.${index}`, error: index < 3 ? "Error: x" : null }) });

    expect(tree.frame({ now, width: 60, height: 8 }).split("\n").slice(2, -1)).toEqual([
      "├─ … 37 steps before, 3 failed",
      "├─ ✓ tool  search() → returned                           0 s",
      "├─ ✓ tool  search() → returned                           0 s",
      "╰─ ✓ tool  search() → returned                           0 s",
    ]);
  });

  it("escapes what comes from models and tools", () => {
    const { tree, tell, begin } = followed();
    begin("0", "g\u001b[2J");
    tell("0", { type: "step.started", step: modelStep({ id: "0#1" }) });
    tell("0", { type: "model.delta", turn: 1, text: "a\u202eb\u0007" });

    expect(tree.frame({ now })).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  it("passes over events of agents whose beginning it has missed", () => {
    const { tree, tell, begin } = followed();
    tell("0/9.9", { type: "step.started", step: toolStep("search") });
    tell("0/9.9", { type: "run.ended", stopReason: "completed", limit: null, output: "", error: null, seconds: 0 });
    begin("0", "g");

    expect(tree.frame({ now, width: 80 }).split("\n")[1]).toBe("  1 running · 2.50 s · 0 steps · 0 tokens");
  });
});
