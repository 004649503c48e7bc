import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventAddress, RunHappening } from "../../src/core/event.ts";
import { redactedText, redactEvent, redactRun, redactStep } from "../../src/core/redact.ts";
import { runSchema } from "../../src/core/run.ts";
import { SEEDED } from "./seed.ts";
import { agentStep, modelStep, sampleRun, toolStep } from "./sample-run.ts";

const SECRET = "the patient is well";
const HIDDEN = `[${SECRET.length} characters]`;
const call = { id: "a", name: "search", arguments: { query: SECRET }, status: "run" as const, reason: null };

const told = { arguments: { goal: [SECRET, 7, null] }, output: SECRET, observation: SECRET, error: SECRET, errorDetail: SECRET };
const hidden = { arguments: { goal: [HIDDEN, 7, null] }, output: HIDDEN, observation: HIDDEN, error: HIDDEN, errorDetail: HIDDEN };

describe("redactedText", () => {
  it("is a text's length, and nothing for nothing", () => {
    expect([redactedText(SECRET), redactedText("")]).toStrictEqual([HIDDEN, ""]);
  });
});

describe("redactStep", () => {
  it.each([
    {
      step: modelStep("0#1", 0, { ...told, reasoning: SECRET, calls: [call], attempts: [{ error: SECRET, status: 429 }] }),
      redacted: modelStep("0#1", 0, {
        ...hidden,
        reasoning: HIDDEN,
        calls: [{ ...call, arguments: { query: HIDDEN } }],
        attempts: [{ error: HIDDEN, status: 429 }],
      }),
    },
    { step: toolStep("0#1.0", 0, told), redacted: toolStep("0#1.0", 0, hidden) },
    {
      step: agentStep("0#1.0", 0, { ...told, goal: SECRET, instructions: SECRET, children: [toolStep("0/1.0#1.0", 0, told)] }),
      redacted: agentStep("0#1.0", 0, { ...hidden, goal: HIDDEN, instructions: HIDDEN, children: [toolStep("0/1.0#1.0", 0, hidden)] }),
    },
  ])("replaces every text of a $step.kind step by its length", ({ step, redacted }) => {
    expect(redactStep(step)).toStrictEqual(redacted);
  });

  it.each(["timeout", "cancelled", null])("keeps the error %s, which says nothing about contents", (error) => {
    expect(redactStep(toolStep("0#1.0", 0, { error })).error).toBe(error);
  });
});

describe("redactRun", () => {
  it("leaves no contents, and a run that is valid and as large as before", () => {
    const run = { ...sampleRun(), goal: SECRET, instructions: SECRET, output: SECRET, error: SECRET, data: { answer: SECRET } };
    run.artifacts = run.artifacts.map((artifact) => ({ ...artifact, description: SECRET }));
    const children = [toolStep("0/1.0#1.0", 0, told)];
    run.steps = [modelStep("0#1", 0, told), agentStep("0#1.0", 1, { ...told, goal: SECRET, instructions: SECRET, children })];

    const redacted = redactRun(run);

    expect(JSON.stringify(redacted)).not.toContain(SECRET);
    expect(runSchema.parse(redacted)).toStrictEqual(redacted);
    expect(redacted.artifacts).toStrictEqual([{ ...run.artifacts[0], description: HIDDEN, base64: "" }]);
    expect(redacted.data).toStrictEqual({ answer: HIDDEN });
  });

  it("keeps names, numbers and structure, and the run it was given", () => {
    const run = sampleRun();

    const { goal: _goal, instructions: _instructions, output: _output, steps: _steps, artifacts: _artifacts, ...kept } = redactRun(run);

    expect(run).toStrictEqual({ ...sampleRun() });
    expect({ ...sampleRun(), ...kept }).toStrictEqual(sampleRun());
    expect("data" in kept).toBe(false);
  });
});

describe("redactEvent", () => {
  const address: EventAddress = { sequence: 3, path: "0", agent: "lead" };
  const ended = { type: "run.ended", stopReason: "completed", limit: null, error: null, seconds: 1 } as const;
  const events: readonly { happening: RunHappening; redacted: RunHappening }[] = [
    { happening: { type: "run.started", goal: SECRET, runId: "r", depth: 0 }, redacted: { type: "run.started", goal: HIDDEN, runId: "r", depth: 0 } },
    { happening: { type: "turn.started", turn: 1 }, redacted: { type: "turn.started", turn: 1 } },
    { happening: { type: "model.delta", turn: 1, text: SECRET }, redacted: { type: "model.delta", turn: 1, text: HIDDEN } },
    {
      happening: { type: "model.retried", turn: 1, attempt: { error: SECRET } },
      redacted: { type: "model.retried", turn: 1, attempt: { error: HIDDEN } },
    },
    {
      happening: { type: "approval.asked", stepId: "s", tool: "t", arguments: SECRET },
      redacted: { type: "approval.asked", stepId: "s", tool: "t", arguments: HIDDEN },
    },
    {
      happening: { type: "call.refused", stepId: "s", name: "t", reason: SECRET },
      redacted: { type: "call.refused", stepId: "s", name: "t", reason: HIDDEN },
    },
    { happening: { type: "step.queued", step: toolStep("s", 0, told) }, redacted: { type: "step.queued", step: toolStep("s", 0, hidden) } },
    { happening: { type: "step.started", step: toolStep("s", 0, told) }, redacted: { type: "step.started", step: toolStep("s", 0, hidden) } },
    { happening: { type: "step.ended", step: toolStep("s", 0, told) }, redacted: { type: "step.ended", step: toolStep("s", 0, hidden) } },
    { happening: { ...ended, output: SECRET }, redacted: { ...ended, output: HIDDEN } },
  ];

  it.each(events)("leaves the place of $happening.type and no contents", ({ happening, redacted }) => {
    expect(redactEvent({ ...address, ...happening })).toStrictEqual({ ...address, ...redacted });
  });
});

describe("redacted arguments", () => {
  it("keep the shape of any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const args = JSON.parse(JSON.stringify(given)) as typeof given;
        const shape = (value: unknown): string => JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? "text" : inner));

        expect(shape(redactStep(toolStep("s", 0, { arguments: args as never })).arguments)).toBe(shape(args));
      }),
      SEEDED,
    );
  });
});
