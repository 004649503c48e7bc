import { describe, expect, it } from "vitest";
import { RUN_VERSION, runSchema, stepSchema, totalStepsOf, withMethods, type RunRecord, type Step } from "../../src/core/run.ts";
import { tool } from "../../src/core/tool.ts";
import { z } from "zod";
import { agentStep, modelStep, sampleRun, toolStep } from "./sample-run.ts";

function nested(depth: number): Step {
  return depth === 0 ? toolStep("0#1.0", 0) : agentStep("0#1.0", 0, { children: [nested(depth - 1)], totalSteps: depth + 1 });
}

describe("the schema of a run", () => {
  it("takes a run with steps of every kind, as it is and through JSON", () => {
    const run = sampleRun();

    expect(runSchema.parse(run)).toStrictEqual(run);
    expect(runSchema.parse(JSON.parse(JSON.stringify(run)))).toStrictEqual(run);
  });

  it("takes a run that has not ended: no stop reason, open steps, delegations without an outcome", () => {
    const steps = [modelStep("0#1", 0, { open: "queued" }), agentStep("0#1.0", 1, { open: "waiting", outcome: null, stopReason: null })];
    const run = { ...sampleRun(), steps, stopReason: null };

    expect(runSchema.parse(run)).toStrictEqual(run);
  });

  it.each([{ data: null }, { data: [1, { a: "b" }] }, { data: "text" }])("takes the answer's data %j", (data) => {
    const run = { ...sampleRun(), ...data };

    expect(runSchema.parse(run)).toStrictEqual(run);
  });

  it("takes the tools of a run as they were offered, defaults and optional fields among them", () => {
    const parameters = z.object({ days: z.number().default(3), city: z.string().optional() });
    const { name, description, schema } = tool({ name: "forecast", description: "The weather.", parameters, execute: () => "" });
    const run = { ...sampleRun(), offered: [{ turn: 1, tools: [{ name, description, parameters: schema }] }] };

    expect(runSchema.safeParse(run).error?.issues).toBeUndefined();
  });

  it("takes delegations as deep as they may ever go", () => {
    const steps = [nested(64)];

    expect(runSchema.parse({ ...sampleRun(), steps }).steps).toStrictEqual(steps);
  });

  const wrong: readonly { field: string; change: Partial<Record<keyof RunRecord, unknown>> }[] = [
    { field: "version", change: { version: RUN_VERSION + 1 } },
    { field: "stopReason", change: { stopReason: "tired" } },
    { field: "totalSteps", change: { totalSteps: 1.5 } },
    { field: "seconds", change: { seconds: -1 } },
    { field: "usage", change: { usage: { own: {} } } },
    { field: "limit", change: { limit: { name: "maxSteps", scope: "mine", value: 1 } } },
    { field: "data", change: { data: undefined } },
    { field: "artifacts", change: { artifacts: [{ name: "a" }] } },
    { field: "ledger", change: { ledger: [{ time: 1, resource: "love" }] } },
  ];
  it.each(wrong)("refuses a wrong $field", ({ field, change }) => {
    const issues = runSchema.safeParse({ ...sampleRun(), ...change }).error?.issues;

    expect(issues?.every(({ path }) => path[0] === field)).toBe(true);
  });

  it.each([
    { title: "a kind of its own", step: { ...toolStep("0#1.0", 0), kind: "dream" }, at: "kind" },
    { title: "two steps in one", step: { ...toolStep("0#1.0", 0), totalSteps: 2 }, at: "totalSteps" },
    { title: "arguments that no JSON has", step: { ...toolStep("0#1.0", 0), arguments: { at: new Date(0) } }, at: "arguments" },
    { title: "a child that is no step", step: { ...agentStep("0#1.0", 0), children: [{ kind: "tool" }] }, at: "children.0.id" },
    { title: "an outcome of its own", step: { ...agentStep("0#1.0", 0), outcome: "happy" }, at: "outcome" },
  ])("refuses a step with $title", ({ step, at }) => {
    expect(stepSchema.safeParse(step).error?.issues[0]?.path.join(".")).toMatch(new RegExp(`^${at}`, "u"));
  });
});

describe("the methods of a run", () => {
  it("give an artifact by name, with its bytes", () => {
    const run = withMethods(sampleRun());

    expect(run.artifact("researcher/bike.png")).toStrictEqual({ ...sampleRun().artifacts[0], bytes: new Uint8Array([0, 1, 255]) });
    expect(run.artifact("bike.png")).toBeNull();
  });

  it("read the artifacts that are there when they are asked", () => {
    const run = withMethods(sampleRun());

    run.artifacts = [];

    expect(run.artifact("researcher/bike.png")).toBeNull();
  });

  it("show neither in JSON nor among the keys, and may be given twice", () => {
    const run = withMethods(withMethods(sampleRun()));

    expect(Object.keys(run)).toStrictEqual(Object.keys(sampleRun()));
    expect(JSON.stringify(run)).toBe(JSON.stringify(sampleRun()));
    expect({ ...run }).toStrictEqual(sampleRun());
  });
});

describe("totalStepsOf", () => {
  it.each([
    { title: "no steps", steps: [], total: 0 },
    { title: "steps without anyone below", steps: [modelStep("0#1", 0), toolStep("0#1.0", 1)], total: 2 },
    { title: "a delegation of one step", steps: [modelStep("0#1", 0), agentStep("0#1.0", 1)], total: 3 },
    { title: "a refused delegation", steps: [agentStep("0#1.0", 0, { children: [], totalSteps: 1 })], total: 1 },
    { title: "delegations inside delegations", steps: [nested(5)], total: 6 },
  ])("is $total for $title", ({ steps, total }) => {
    expect(totalStepsOf(steps)).toBe(total);
  });
});
