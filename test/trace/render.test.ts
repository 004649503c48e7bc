import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Limit, Step } from "../../src/core/run.ts";
import { noUsage, ownOnly } from "../../src/core/usage.ts";
import { render } from "../../src/trace/render.ts";
import { widthOf } from "../../src/trace/width.ts";
import { agentStep, callingStep, modelStep, runOf, snapshotOf, tokens, toolStep } from "../support/trace.ts";

const researcher = agentStep(
  "researcher",
  [
    callingStep(["search"], { seconds: 0.81, usage: ownOnly(tokens(301, 24)) }),
    toolStep("search", { arguments: { query: "retry policy", limit: 3 }, output: "3 passages\n1. undici", seconds: 0.012 }),
    modelStep({ output: "RetryAgent, five times.", seconds: 1.1, usage: ownOnly(tokens(900, 60)) }),
  ],
  { goal: "Which HTTP client retries?", output: "RetryAgent, five times.", seconds: 1.95 },
);

const cut = agentStep("reader", [callingStep(["read"], { usage: ownOnly(tokens(200, 20)) }), toolStep("read", { error: "AgentToolError: no document named 'x'" })], {
  goal: "Read x",
  stopReason: "max_steps",
  limit: { name: "maxSteps", scope: "budget", value: 2 },
  output: "half of it",
  seconds: 0.9,
});

const nested = agentStep("planner", [callingStep(["ask_reader"]), cut, modelStep({ output: "planned" })], { goal: "Plan it", output: "planned" });

const run = runOf([callingStep(["ask_researcher", "ask_planner"], { seconds: 0.92, usage: ownOnly(tokens(312, 80)) }), researcher, nested, modelStep({ output: "Use RetryAgent.", seconds: 1.4 })], {
  goal: "Which HTTP client retries?",
  seconds: 6.2,
  output: "Use RetryAgent.",
});

describe("rendering a run", () => {
  it("prints the run, then a line per step with what was asked, how it ended, seconds and tokens", () => {
    expect(render(run)).toBe(
      [
        '✓ lead "Which HTTP client retries?"',
        "│ completed · 6.20 s · 12 steps (4 own) · 1,897 tokens (392 own) · 3 specialists",
        "├─ ✓ model chat → called ask_researcher, ask_planner                               0.92 s    392 tok",
        '├─ ✓ agent ask_researcher "Which HTTP cl… → answered in 3 steps: RetryAgent, fi…   1.95 s  1,285 tok',
        "│  ├─ ✓ model chat → called search                                                 0.81 s    325 tok",
        '│  ├─ ✓ tool  search(query: "retry policy", li… → returned: 3 passages 1. undici  0.012 s',
        "│  ╰─ ✓ model chat → answered: RetryAgent, five times.                             1.10 s    960 tok",
        '├─ ✓ agent ask_planner "Plan it" → answered in 5 steps (3 own): planned               0 s    220 tok',
        "│  ├─ ✓ model chat → called ask_reader                                                0 s",
        "│  ├─ ◐ agent ask_reader → partial (max_steps: 2 steps of its budget) in 2 steps   0.90 s    220 tok",
        "│  │  ├─ ✓ model chat → called read                                                   0 s    220 tok",
        "│  │  ╰─ ✗ tool  read() → failed: AgentToolError: no document named 'x'               0 s",
        "│  ╰─ ✓ model chat → answered: planned                                                0 s",
        "╰─ ✓ model chat → answered: Use RetryAgent.                                        1.40 s",
      ].join("\n"),
    );
  });

  it("shows the run's own steps alone at depth 0, with the figures of all", () => {
    const lines = render(run, { depth: 0 }).split("\n");

    expect(lines.map((line) => line.slice(0, 23).trimEnd())).toEqual([
      '✓ lead "Which HTTP clie',
      "│ completed · 6.20 s ·",
      "├─ ✓ model chat → calle",
      "├─ ✓ agent ask_research",
      "├─ ✓ agent ask_planner",
      "╰─ ✓ model chat → answe",
    ]);
    expect(lines[1]).toContain("12 steps (4 own)");
  });

  it("stays readable in forty columns, without tokens and with shorter texts", () => {
    expect(render(runOf([researcher], { goal: "Which HTTP client retries by itself?" }), { width: 40 })).toBe(
      [
        '✓ lead "Which HTTP client retries by it…',
        "│ completed · 0 s · 4 steps (1 own)",
        "│ 1,285 tokens (0 own) · 1 specialist",
        "╰─ ✓ agent ask_researcher → answered in…",
        "   ├─ ✓ model chat → called search",
        '   ├─ ✓ tool  search(query:… → returned',
        "   ╰─ ✓ model chat → answered: RetryAge…",
      ].join("\n"),
    );
  });

  it("colours marks and names where asked, and nothing otherwise", () => {
    const small = runOf([toolStep("search", { error: "KeyError: zz" })]);

    expect(render(small, { color: true }).split("\n").at(-1)).toBe(
      "\u001b[2m╰─ \u001b[22m\u001b[31m✗ \u001b[39m\u001b[2mtool  \u001b[22m\u001b[34msearch\u001b[39m()\u001b[31m → failed\u001b[39m\u001b[2m: KeyError: zz\u001b[22m" +
        " ".repeat(53) +
        "\u001b[2m  0 s\u001b[22m",
    );
    expect(render(run)).not.toContain("\u001b");
  });

  it("counts wide characters as two columns, so that the figures stay in line", () => {
    const lines = render(
      runOf([toolStep("search", { arguments: { query: "日本語の検索" }, output: "見つかりませんでした", seconds: 1 }), toolStep("read", { seconds: 2 })]),
      { width: 60 },
    ).split("\n");

    expect(lines.slice(2)).toEqual(['├─ ✓ tool  search(query: "日… → returned: 見つかり…   1.00 s', "╰─ ✓ tool  read() → returned                          2.00 s"]);
    expect(lines.slice(2).map((line) => widthOf(line))).toEqual([60, 60]);
  });

  it("escapes what models, tools, users and files wrote, names included", () => {
    const bad = "a\u001b[2Jb\u202ec\u0007";
    const agent = agentStep("x", [], { name: bad, goal: bad, output: bad });
    const text = render(
      runOf([callingStep([bad], { output: bad }), toolStep(bad, { arguments: { [bad]: bad }, error: bad, artifacts: [bad], note: bad }), agent], { agent: bad, goal: bad, error: bad, stopReason: "error" }),
      { width: 200 },
    );

    expect(text.replace(/\n/gu, "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).toContain("a\\e[2Jb\\u{202e}c\\u{7}");
  });
});

describe("the line of a step", () => {
  const lineOf = (step: Step): string => (render(runOf([step]), { width: 140 }).split("\n").at(-1) ?? "").replace(/\s+0 s.*$/u, "");

  it.each<{ title: string; step: Step; line: string }>([
    { title: "counts repeated calls", step: callingStep(["search", "read", "search"]), line: "✓ model chat → called search ×2, read" },
    { title: "keeps the text beside calls", step: callingStep(["search"], { output: "I look it up." }), line: "✓ model chat → called search: I look it up." },
    { title: "says nothing of an empty answer", step: modelStep(), line: "✓ model chat → answered" },
    { title: "tells a model's error", step: modelStep({ error: "ModelError: overloaded" }), line: "✗ model chat → failed: ModelError: overloaded" },
    {
      title: "counts the tries before",
      step: modelStep({ attempts: [{ error: "429" }, { error: "429" }], output: "ok" }),
      line: "✓ model chat → answered, after 2 failures: ok",
    },
    { title: "tells a wait worth telling", step: toolStep("search", { queuedSeconds: 0.01 }), line: "✓ tool  search() → returned, queued 0.010 s" },
    { title: "leaves out the passing of a queue", step: toolStep("search", { queuedSeconds: 0.001 }), line: "✓ tool  search() → returned" },
    { title: "tells what was produced", step: toolStep("draw", { artifacts: ["a.png", "b.png"] }), line: "✓ tool  draw() → returned, made a.png and b.png" },
    { title: "keeps the engine's note", step: toolStep("slow", { error: "timeout", note: "still running" }), line: "◐ tool  slow() → timed out, still running" },
    { title: "tells a cancel and its reason", step: toolStep("slow", { error: "cancelled: user left" }), line: "◐ tool  slow() → cancelled: user left" },
    { title: "shows arguments that are no object", step: toolStep("read", { arguments: "{broken" }), line: '✓ tool  read("{broken") → returned' },
    { title: "shows nested arguments as JSON", step: toolStep("read", { arguments: { at: [1, { b: null }] } }), line: '✓ tool  read(at: [1,{"b":null}]) → returned' },
    {
      title: "tells a refusal",
      step: agentStep("reader", [], { outcome: "refused", stopReason: null, goal: "again", error: "AgentToolError: delegation refused: no" }),
      line: '✗ agent ask_reader "again" → refused: AgentToolError: delegation refused: no',
    },
    {
      title: "tells outcome, stop reason and whose ceiling it was",
      step: agentStep("reader", [], { stopReason: "timeout", limit: { name: "maxSeconds", scope: "pool", value: 5 }, goal: "g", error: "timeout" }),
      line: '◐ agent ask_reader "g" → timed_out (the 5 s of the run)',
    },
    { title: "tells an empty conclusion", step: agentStep("reader", [], { goal: "g", error: "the sub-agent produced no answer" }), line: '✓ agent ask_reader "g" → empty: the sub-agent produced no answer' },
    { title: "tells a failure and its stop reason", step: agentStep("reader", [], { stopReason: "error", goal: "g", error: "Error: x" }), line: '✗ agent ask_reader "g" → failed (error): Error: x' },
    { title: "says a word once where outcome and stop reason share it", step: agentStep("reader", [], { stopReason: "cancelled", goal: "g", error: "cancelled" }), line: '◐ agent ask_reader "g" → cancelled' },
  ])("$title", ({ step, line }) => {
    expect(lineOf(step)).toBe(`╰─ ${line}`);
  });

  it.each<{ limit: Limit; text: string }>([
    { limit: { name: "maxSteps", scope: "budget", value: 1 }, text: "1 step of its budget" },
    { limit: { name: "maxSteps", scope: "pool", value: 1200 }, text: "1,200 steps of the pool" },
    { limit: { name: "maxToolCalls", scope: "share", value: 0 }, text: "0 tool calls of its share" },
    { limit: { name: "maxDelegations", scope: "budget", value: 2 }, text: "2 delegations of its budget" },
    { limit: { name: "maxTokens", scope: "share", value: 500 }, text: "500 tokens of its share" },
    { limit: { name: "maxCost", scope: "pool", value: 0.25 }, text: "cost 0.25 of the pool" },
    { limit: { name: "maxSeconds", scope: "budget", value: 0.5 }, text: "0.5 s of its budget" },
    { limit: { name: "maxSeconds", scope: "share", value: 5 }, text: "the 5 s of an agent above" },
    { limit: { name: "maxSeconds", scope: "pool", value: 5 }, text: "the 5 s of the run" },
    { limit: { name: "max\u001bWit", scope: "pool", value: 7 }, text: "max\\eWit 7 of the pool" },
  ])("names the ceiling that cut it, its unit and whose it was: $text", ({ limit, text }) => {
    expect(lineOf(agentStep("reader", [], { stopReason: "max_steps", limit, goal: "g" }))).toBe(`╰─ ◐ agent ask_reader "g" → partial (max_steps: ${text})`);
  });

  it("names the calls that a ceiling kept from running, and why", () => {
    const step = callingStep(["search"]);
    step.calls.push({ id: "b", name: "read", arguments: {}, status: "not_run", reason: "max_steps" }, { id: "c", name: "read", arguments: {}, status: "not_run", reason: "max_steps" });
    const none = { ...step, calls: step.calls.slice(1) };

    expect([lineOf(step), lineOf(none)]).toEqual([
      "╰─ ✓ model chat → called search, not run: read ×2 (max_steps)",
      "╰─ ✓ model chat → asked for read ×2, not run (max_steps)",
    ]);
  });

  it("marks tokens that were estimated, and shows cost where a price is known", () => {
    const usage = ownOnly(tokens(10, 5, 0.0123));

    expect(render(runOf([modelStep({ usage, estimated: 15 })]), { width: 80 }).split("\n").slice(1)).toEqual([
      "│ completed · 0 s · 1 step · 15 tokens · cost 0.0123",
      "╰─ ✓ model chat → answered                                  0 s  ~15 tok  0.0123",
    ]);
  });
});

describe("the heading of a run", () => {
  it.each([
    { title: "a cut run names the ceiling", changes: { stopReason: "max_steps", limit: { name: "maxSteps", scope: "budget", value: 4 } }, heading: ["◐ lead \"Go\"", "  max_steps: 4 steps of its budget · 0 s · 0 steps · 0 tokens"] },
    { title: "a failed run tells its error", changes: { stopReason: "error", error: "ModelError: down" }, heading: ["✗ lead \"Go\"", "  error · 0 s · 0 steps · 0 tokens", "  ModelError: down"] },
    { title: "a cancelled run says so once", changes: { stopReason: "cancelled", error: "cancelled" }, heading: ["◐ lead \"Go\"", "  cancelled · 0 s · 0 steps · 0 tokens"] },
  ] as const)("$title", ({ changes, heading }) => {
    expect(render(runOf([], { goal: "Go", ...changes })).split("\n")).toEqual(heading);
  });
});

describe("rendering a run under way", () => {
  it("shows open steps with what they are doing, and counts what stands below them", () => {
    const open = agentStep("researcher", [callingStep(["search"]), toolStep("search", { open: "running" })], { open: "running", outcome: null, stopReason: null, goal: "Look", totalSteps: 1, usage: ownOnly(noUsage()) });

    expect(render(snapshotOf([callingStep(["ask_researcher"]), open, modelStep({ open: "queued" })]), { width: 60 }).split("\n")).toEqual([
      '▸ lead "What is there?"',
      "│ running · 0 s · 5 steps (3 own) · 0 tokens · 1 specialist",
      "├─ ✓ model chat → called ask_researcher                  0 s",
      '├─ ▸ agent ask_researcher "Look" → running in 2 steps',
      "│  ├─ ✓ model chat → called search                       0 s",
      "│  ╰─ ▸ tool  search() → running",
      "╰─ · model chat → queued",
    ]);
  });
});

describe("deep and large runs", () => {
  function deep(levels: number): Step[] {
    const below = levels === 0 ? [] : [agentStep("deeper", deep(levels - 1), { goal: "deeper" })];
    return [...below, modelStep({ output: "up" })];
  }

  it("numbers the levels it leaves out, so that words keep their room at any depth", () => {
    const lines = render(runOf(deep(50))).split("\n");

    expect(lines.slice(51, 54)).toEqual([
      '[41]  │  │  │  │  │  │  │  │  ├─ ✓ agent ask_deeper "deeper" → empty in 1 step                   0 s',
      "[42]  │  │  │  │  │  │  │  │  ╰─ ✓ model chat → answered: up                                     0 s",
      "[41]  │  │  │  │  │  │  │  │  ╰─ ✓ model chat → answered: up                                     0 s",
    ]);
    expect(Math.max(...lines.map((line) => widthOf(line)))).toBeLessThanOrEqual(100);
  });

  it("is no wider than asked, whatever the texts are", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    const leaf = fc.record({ name: text, output: text, error: fc.option(text) });
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 5 }), text, fc.integer({ min: 20, max: 120 }), (leaves, goal, width) => {
        const steps = leaves.map(({ name, output, error }) => toolStep(name, { output, error, arguments: { [name]: output } }));
        const lines = render(runOf([agentStep("x", steps, { goal, output: goal }), ...steps], { goal, agent: goal || "a" }), { width }).split("\n");
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        for (const line of lines) expect(line).toBe(line.trimEnd());
      }),
      { seed: 20260101 },
    );
  });

  it.each([
    { options: { width: 19 }, message: "render: width is 19; allowed: a whole number of columns from 20 to 1000" },
    { options: { width: 80.5 }, message: "render: width is 80.5; allowed: a whole number of columns from 20 to 1000" },
    { options: { depth: -1 }, message: "render: depth is -1; allowed: a whole number of at least 0" },
    { options: { depth: NaN }, message: "render: depth is NaN; allowed: a whole number of at least 0" },
  ])("refuses $options", ({ options, message }) => {
    expect(() => render(run, options)).toThrow(message);
  });
});
