import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSchema, type RunRecord } from "../../../src/core/run.ts";
import { analysisOf, totalsFor } from "../../../viewer/trace/analysis.ts";
import { conversationOf } from "../../../viewer/trace/conversation.ts";
import { repaired } from "../../../viewer/trace/repair.ts";
import { openedTrace } from "../../../viewer/trace/trace.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, tokens, toolStep } from "../../support/trace.ts";

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const UNREAD: ReadonlySet<PropertyKey> = new Set(["version", "index", "totalSteps", "succeeded", "toolCalls", "arguments", "parameters", "data", "wrapUp", "maxSeconds", "maxSteps", "maxAgents", "price", "outcome", "stopReason", "kind"]);

/** A run with something in every field that a trace may have. */
function wholeRun(): RunRecord {
  const limit = { name: "maxSteps", scope: "budget", value: 4 } as const;
  const offered = [{ turn: 1, tools: [{ name: "search", description: "Finds.", parameters: {} }] }];
  const attempts = [{ error: "busy", status: 429, waitSeconds: 1, model: "small", price: null, usage: { inputTokens: 1, outputTokens: 1 } }];
  const calls = [{ id: "call_1_0", name: "search", arguments: {}, status: "run" as const, reason: null }];
  const inner = [modelStep({ attempts, calls, keptTurns: 1, reasoning: "so", finishReason: "stop", worker: "w" })];
  const steps = [
    modelStep({ attempts, calls, usage: { own: tokens(1, 1), subtree: tokens(1, 1) } }),
    toolStep("search", { errorDetail: "at line 1", note: "still running", artifacts: ["a.txt"], open: "running" }),
    agentStep("reader", inner, { offered, limit }),
  ];
  const artifacts = [{ name: "a.txt", mediaType: "text/plain", sizeBytes: 1, description: "A.", base64: "YQ==" }];
  const ledger = [{ time: 1, path: "0", scope: "pool", resource: "steps", granted: 9, reserved: 0, spent: 1, refunded: 8 }] as const;
  return runOf(steps, { offered, artifacts, limit, ledger: [...ledger], dataProblem: { reason: "no_json", message: "none" }, seconds: 1 });
}

type Place = readonly (string | number)[];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const at = Array.isArray(value) ? Number(key) : key;
    return [[at], ...placesIn(inner).map((below) => [at, ...below])];
  });
}

function put(root: unknown, place: Place, value: unknown): void {
  let holder = root as Record<string | number, unknown> | undefined;
  for (const key of place.slice(0, -1)) holder = holder?.[key] as typeof holder;
  const last = place.at(-1);
  if (typeof holder === "object" && holder !== null && last !== undefined) holder[last] = value;
}

describe("a repaired run", () => {
  it("is the run itself, without a note, where nothing is wrong", () => {
    const run = json(syntheticRun({ steps: 150 }));

    expect(repaired(json(run))).toEqual({ run, notes: [] });
  });

  it.each<{ title: string; value: unknown }>([
    { title: "null", value: null },
    { title: "a text", value: "{}" },
    { title: "a list", value: [] },
    { title: "an object without steps", value: { version: 1 } },
  ])("is none where the value is $title", ({ value }) => {
    expect(repaired(value)).toBeNull();
  });

  it("counts what was missing or of a wrong type", () => {
    const run = { ...json(runOf([modelStep(), toolStep("search")])), goal: 7, seconds: -1 } as unknown as RunRecord;
    Object.assign(run.steps[0] ?? {}, { startedAt: null, usage: { own: {} }, calls: "none" });

    expect(repaired(run)?.notes).toEqual(["5 fields were missing or of a wrong type and count as empty."]);
    expect([run.steps[0]?.startedAt, run.steps[0]?.usage.own.inputTokens]).toEqual([run.startedAt, 0]);
  });

  it("shows steps of an unknown kind as tool calls, and leaves out what is no step", () => {
    const run = { ...json(runOf([])), steps: [{ ...toolStep("later"), kind: "plan" }, null, 7] };

    expect(repaired(run)).toMatchObject({
      run: { steps: [{ kind: "tool", name: "later" }] },
      notes: [
        "1 step is of no known kind (model, tool, agent) and shown as tool calls.",
        "2 entries among the steps could not be read and had to be left out.",
      ],
    });
  });

  it("names the version of a trace it does not know", () => {
    expect([2, undefined].map((version) => repaired({ ...json(runOf([])), version })?.notes)).toEqual([
      ["This trace is of version 2; the page knows version 1 and shows what it understands."],
      ["This trace is without a version; the page knows version 1 and shows what it understands."],
    ]);
  });

  it("has every field as a trace has it, whatever stood in any place of it", () => {
    const whole = json(wholeRun());
    const places = placesIn(whole);
    const wild = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1e308, -1e308, -1, 0.5, {}, [{}], [null], null, "running"));
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), wild), { minLength: 1, maxLength: 8 });

    fc.assert(
      fc.property(changes, (wrong) => {
        const run = json(whole);
        for (const [place, value] of wrong) put(run, place, value);
        run.steps = Array.isArray(run.steps) ? run.steps : [];
        const mended = repaired(json(run))?.run;

        // What views show as the word or the number that stands there, or do not read at all, may be another.
        const issues = runSchema.safeParse(json(mended)).error?.issues ?? [];
        const isShown = ({ code, expected }: { code: string; expected?: string }): boolean => code === "invalid_value" || code === "too_big" || expected === "int";
        expect(issues.filter((issue) => !isShown(issue as never) && !issue.path.some((key) => UNREAD.has(key)))).toEqual([]);
      }),
      { seed: 20260101, numRuns: 1_000 },
    );
  });

  it("can be read by every view, whatever the steps hold", () => {
    const wild = fc.jsonValue({ maxDepth: 3 });
    const steps = [modelStep(), toolStep("search"), agentStep("reader", [modelStep()])];
    const keys = [...new Set(steps.flatMap((step) => Object.keys(step)))];
    const change = fc.dictionary(fc.constantFrom(...keys), wild);

    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 6 }),
        fc.dictionary(fc.constantFrom(...Object.keys(runOf([]))), wild),
        (changes, head) => {
          const broken = changes.map((fields, index) => ({ ...json(steps[index % steps.length]), ...fields }));
          const trace = openedTrace({ ...json(runOf([])), ...head, steps: broken }, "broken");

          expect(trace).not.toBeNull();
          if (!trace) return;
          expect(trace.span.until).toBeGreaterThan(trace.span.from);
          totalsFor(trace);
          analysisOf(trace);
          for (const node of trace.nodes.lanes) conversationOf(trace.run, trace.nodes, node);
        },
      ),
      { seed: 20260101, numRuns: 300 },
    );
  });
});
