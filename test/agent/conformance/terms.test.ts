import { describe, expect, test } from "vitest";
import { z } from "zod";
import { delegate, DefinitionError, scripted, type AgentStep, type DelegateOptions } from "../../../src/index.ts";
import { agent, ask, asks, doing, echo, play } from "./cast.ts";

/** The terms under which a specialist is lent: what it is asked, and what of its run its parent reads. */

describe("typed parameters of a delegation", () => {
  const parameters = z.object({ city: z.string(), days: z.number().int().default(1) });

  test.each([
    { title: "as JSON, without a builder", terms: { parameters }, goal: '{"city":"Recife","days":1}' },
    {
      title: "by its builder, from checked values",
      terms: { parameters, goal: ({ city, days }: z.output<typeof parameters>) => `${city}, ${days} day(s).` },
      goal: "Recife, 1 day(s).",
    },
  ])("make the goal $title", async ({ terms, goal }) => {
    const model = scripted(["fine"]);
    const lead = scripted([asks(["ask_child", { city: "Recife" }]), "done"]);

    const { steps } = await play(agent("lead", lead, { team: [delegate(agent("child", model), terms)] }));

    expect({
      goal: (steps[1] as AgentStep).goal,
      read: model.requests[0]?.messages[1]?.content,
      offered: lead.requests[0]?.tools[0]?.parameters,
    }).toEqual({
      goal,
      read: goal,
      offered: {
        type: "object",
        properties: {
          city: { type: "string" },
          days: { default: 1, type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        },
        required: ["city"],
      },
    });
  });

  test.each([
    {
      title: "throws",
      goal: () => {
        throw new RangeError("no such city");
      },
      observation: "RangeError: no such city",
    },
    {
      title: "makes no text",
      goal: () => "  ",
      observation: "AgentToolError: invalid arguments for ask_child: goal: must not be blank",
    },
  ])("refuse the delegation when the builder $title", async ({ goal, observation }) => {
    const team = [delegate(agent("child", []), { parameters, goal })];

    const { steps, stopReason } = await play(agent("lead", [asks(["ask_child", { city: "Recife" }]), "done"], { team }));

    const { outcome, observation: read } = steps[1] as AgentStep;
    expect({ outcome, read, stopReason }).toEqual({ outcome: "refused", read: observation, stopReason: "completed" });
  });
});

describe("the conclusion of a delegation", () => {
  test("is picked from the specialist's whole run, also of one that was cut", async () => {
    const conclusion: DelegateOptions["conclusion"] = ({ steps, stopReason, output, path, id }) =>
      `${id} ${path} ${stopReason} ${steps.length} ${output}`;
    const child = agent("child", [{ text: "half", ...asks("echo") }], { tools: [echo], budget: { maxSteps: 2 } });

    const { steps } = await play(agent("lead", [asks(ask("child")), "done"], { team: [delegate(child, { conclusion })] }));

    const { observation, output, outcome } = steps[1] as AgentStep;
    const picked = "run-1:0/1.0 0/1.0 max_steps 2 half";
    expect({ observation, output, outcome }).toEqual({
      observation: `[stopped: max_steps] ${picked}`,
      output: picked,
      outcome: "partial",
    });
  });

  test("is empty when what was picked is empty", async () => {
    const { steps } = await play(
      agent("lead", [asks(ask("child")), "done"], {
        team: [delegate(agent("child", ["found"]), { conclusion: () => "" })],
      }),
    );

    const { observation, outcome } = steps[1] as AgentStep;
    expect({ observation, outcome }).toEqual({ observation: "(the sub-agent produced no answer)", outcome: "empty" });
  });
});

describe("artifacts that are handed down", () => {
  const read = doing("read", ({ artifacts }) => new TextDecoder().decode(artifacts.require("plan.md").bytes));

  test("are readable to the specialist that was given their names, and to nobody else", async () => {
    const child = agent("child", [asks("read"), "one", asks("read"), "two"], { tools: [read] });
    const lead = scripted([
      asks(["ask_child", { goal: "Read.", artifacts: ["plan.md"] }]),
      asks(["ask_child", { goal: "Read." }]),
      "done",
    ]);

    const { steps, artifacts } = await play(agent("lead", lead, { team: [child] }), {
      artifacts: [{ name: "plan.md", data: "the plan" }],
    });

    const readings = steps.flatMap((step) => (step.kind === "agent" ? [step.children[1]?.observation] : []));
    expect({
      readings,
      artifacts: artifacts.map(({ name }) => name),
      offered: Object.keys(Object(lead.requests[0]?.tools[0]?.parameters.properties)),
    }).toEqual({
      readings: ["the plan", "AgentToolError: no artifact named 'plan.md'; available: none"],
      artifacts: ["plan.md"],
      offered: ["goal", "artifacts"],
    });
  });

  test("must be there: a missing one refuses the delegation and names those that exist", async () => {
    const { steps } = await play(
      agent("lead", [asks(["ask_child", { goal: "Read.", artifacts: ["chart.png"] }]), "done"], { team: [agent("child", [])] }),
      {
        artifacts: [{ name: "plan.md", data: "" }],
      },
    );

    const { observation, outcome } = steps[1] as AgentStep;
    expect({ observation, outcome }).toEqual({
      observation: "AgentToolError: no artifact named 'chart.png'; available: plan.md",
      outcome: "refused",
    });
  });
});

describe("wrong terms", () => {
  const child = agent("child", []);
  const share = "a fraction above 0 and at most 1, or amounts { maxTokens, maxCost, maxSteps, maxToolCalls }";
  const rows: readonly (readonly [terms: Record<string, unknown>, field: string, value: unknown, allowed: string])[] = [
    [{ share: 0 }, "share", 0, share],
    [{ share: 1.5 }, "share", 1.5, share],
    [{ maxConclusionChars: 0 }, "maxConclusionChars", 0, "a whole number of at least 1"],
    [{ artifacts: "public" }, "artifacts", "public", "'share' or 'private'"],
    [
      { budget: {} },
      "budget",
      {},
      "no key of this name; the keys are name, description, share, parameters, goal, returns, conclusion, maxConclusionChars, artifacts, recursion",
    ],
  ];
  test.each(rows)("%j are refused when they are made", (terms, field, value, allowed) => {
    expect(() => delegate(child, terms)).toThrow(
      new DefinitionError({ subject: "delegation to 'child'", field, value, allowed }),
    );
  });
});
