import { z } from "zod";
import { delegate, type AgentLogic } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent } from "../support/cast.ts";

const answers = agent("child", ["found"]);
const cyclic: AgentLogic = agent("cyclic", [asks(ask("back")), "done"], {
  team: () => [agent("back", [asks(ask("cyclic")), "without it"], { team: () => [cyclic] })],
});

/** Delegations that never start: the one that asks reads why, and goes on. */
export const refused: readonly RuntimeCase[] = [
  {
    title: "a delegation deeper than the run allows is refused",
    lead: agent("too-deep", [asks(ask("child")), "done"], {
      team: [agent("child", [asks(ask("below")), "alone"], { team: [agent("below", [])] })],
    }),
    options: { maxDepth: 1 },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = alone',
      '  chat "" -> ask_below',
      '  ask_below {"goal":"Help."} refused = AgentToolError: delegation refused: already 1 levels deep (max 1). Answer with what you have.',
      '  chat "alone"',
      'chat "done"',
    ],
  },
  {
    title: "a delegation that comes back to an agent on its own path is refused",
    lead: cyclic,
    expected: [
      "completed: done",
      'chat "" -> ask_back',
      'ask_back {"goal":"Help."} answered = without it',
      '  chat "" -> ask_cyclic',
      `  ask_cyclic {"goal":"Help."} refused = AgentToolError: delegation refused: a cycle, 'cyclic' already stands 1 time on the path cyclic > back (max 1 without recursion). Answer with what you have.`,
      '  chat "without it"',
      'chat "done"',
    ],
  },
  {
    title: "a delegation beyond the agents of the run is refused, one level down as well",
    lead: agent("crowded", [asks(ask("child")), asks(ask("child")), "done"], {
      team: [agent("child", [asks(ask("below")), asks(ask("below")), "back"], { team: [agent("below", ["deep"])] })],
    }),
    options: { pool: { maxAgents: 2 } },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = back',
      '  chat "" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      '  chat "" -> ask_below',
      '  ask_below {"goal":"Help."} refused = AgentToolError: delegation refused: already 2 specialists started in this run (max 2). Answer with what you have.',
      '  chat "back"',
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} refused = AgentToolError: delegation refused: already 2 specialists started in this run (max 2). Answer with what you have.',
      'chat "done"',
    ],
  },
  {
    title: "a delegation whose share comes to nothing is refused",
    lead: agent("no-share", [asks(ask("child")), "done"], { team: [delegate(answers, { share: 0.01 })] }),
    options: { pool: { maxSteps: 50 } },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} refused = AgentToolError: delegation refused: the share comes to 0 steps (at least 1 is needed). Answer with what you have.',
      'chat "done"',
    ],
  },
  {
    title: "a delegation with wrong arguments is refused in one line",
    lead: agent("wrong-arguments", [
      asks(
        ["ask_child", {}],
        ["ask_child", { goal: "  " }],
        ["ask_child", { goal: 7 }],
        ["ask_child", '{"goal":'],
        ["ask_child", "[]"],
      ),
      "done",
    ], { team: [answers] }),
    expected: [
      "completed: done",
      'chat "" -> ask_child, ask_child, ask_child, ask_child, ask_child',
      "ask_child {} refused = AgentToolError: invalid arguments for ask_child: goal: Invalid input: expected string, received undefined",
      'ask_child {"goal":"  "} refused = AgentToolError: invalid arguments for ask_child: goal: must not be blank',
      'ask_child {"goal":7} refused = AgentToolError: invalid arguments for ask_child: goal: Invalid input: expected string, received number',
      'ask_child "{\\"goal\\":" refused = AgentToolError: invalid arguments for ask_child: (root): not valid JSON (Unexpected end of JSON input)',
      'ask_child "[]" refused = AgentToolError: invalid arguments for ask_child: (root): not a JSON object but an array',
      'chat "done"',
    ],
  },
  {
    title: "a delegation whose goal cannot be built is refused",
    lead: agent("no-goal", [asks(["ask_child", { city: "Recife" }], ["ask_child", { city: "" }]), "done"], {
      team: [
        delegate(answers, {
          parameters: z.object({ city: z.string() }),
          goal: ({ city }) => {
            if (city !== "") throw new RangeError("no such city");
            return "";
          },
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child, ask_child',
      'ask_child {"city":"Recife"} refused = RangeError: no such city',
      'ask_child {"city":""} refused = AgentToolError: invalid arguments for ask_child: goal: must not be blank',
      'chat "done"',
    ],
  },
  {
    title: "a delegation that hands down what is not there is refused, and names what is",
    lead: agent("no-artifact", [asks(["ask_child", { goal: "Read.", artifacts: ["chart.png"] }]), "done"], { team: [answers] }),
    options: { artifacts: [{ name: "plan.md", data: "the plan" }] },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Read.","artifacts":["chart.png"]} refused = AgentToolError: no artifact named 'chart.png'; available: plan.md`,
      'chat "done"',
    ],
  },
];
