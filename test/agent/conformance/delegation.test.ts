import { describe, expect, test } from "vitest";
import { DefinitionError, delegate, fromAgent, scripted, type AgentStep, type Run } from "../../../src/index.ts";
import { assertArtifact } from "../../../src/testing/index.ts";
import { agent, ask, asks, doing, echo, never, play } from "./cast.ts";
import { outline } from "./outline.ts";

const draw = doing("draw", ({ agent: name }) => ({ text: "drawn", artifacts: [{ name: "chart.png", data: `by ${name}` }] }));

function delegationIn({ steps }: Pick<Run, "steps">): AgentStep {
  return steps.find((step): step is AgentStep => step.kind === "agent")!;
}

describe("delegation", () => {
  test("case 33: a specialist's answer is what its parent's step and model have of it, and all they have", async () => {
    const model = scripted([asks(ask("child")), "done"]);
    const child = agent("child", [{ text: "let me think", ...asks("echo") }, "the conclusion"], { tools: [echo] });

    const run = await play(agent("lead", model, { team: [child] }));

    const { output, observation, outcome, error } = delegationIn(run);
    expect({ output, observation, outcome, error }).toEqual({
      output: "the conclusion",
      observation: "the conclusion",
      outcome: "answered",
      error: null,
    });
    expect(model.requests[1]?.messages.slice(2)).toEqual([
      { role: "assistant", content: "", toolCalls: [{ id: "call_1_0", name: "ask_child", arguments: { goal: "Help." } }] },
      { role: "tool", content: "the conclusion", callId: "call_1_0" },
    ]);
  });

  test("case 33: a specialist sees its own instructions and its goal, nothing of its parent's conversation", async () => {
    const model = scripted(["the conclusion"]);
    const child = agent("child", model, { instructions: "You are the child." });

    await play(
      agent("lead", [asks(["ask_child", { goal: " Just this.\n" }]), "done"], { team: [child], instructions: "You lead." }),
    );

    expect(model.requests.map(({ messages, tools }) => ({ messages, tools }))).toEqual([
      {
        messages: [
          { role: "system", content: "You are the child." },
          { role: "user", content: " Just this.\n" },
        ],
        tools: [],
      },
    ]);
  });

  test("case 34: a specialist's trace is nested in its delegation: chat, echo, chat make 4 steps under its name", async () => {
    const child = agent("child", [asks("echo"), "found"], { tools: [echo] });

    const run = await play(agent("lead", [asks(ask("child")), "done"], { team: [child] }));

    const { agent: name, children, totalSteps } = delegationIn(run);
    expect({ name, children: children.map((step) => `${step.index} ${step.name}`), totalSteps, whole: run.totalSteps }).toEqual({
      name: "child",
      children: ["0 chat", "1 echo", "2 chat"],
      totalSteps: 4,
      whole: 6,
    });
  });

  test("case 35: the delegation is a step of its own kind, after the turn that asked for it, and no tool call", async () => {
    const run = await play(agent("lead", [asks(ask("child")), "done"], { team: [agent("child", ["found"])] }));

    expect(run.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["model chat", "agent ask_child", "model chat"]);
    expect({ toolCalls: run.toolCalls, used: run.usage.own }).toMatchObject({
      toolCalls: [],
      used: { toolCalls: 0, delegations: 1 },
    });
  });

  test("case 36: a specialist's artifact surfaces under its name with the same bytes, at every level above it", async () => {
    const illustrator = agent("illustrator", [asks("draw"), "done"], { tools: [draw] });
    const editor = agent("editor", [asks(ask("illustrator")), "edited"], { team: [illustrator] });

    const run = await play(agent("lead", [asks(ask("editor")), "done"], { team: [editor] }));

    const step = delegationIn(run);
    expect({
      names: run.artifacts.map(({ name }) => name),
      observation: step.observation,
      below: delegationIn({ steps: step.children }).observation,
    }).toEqual({
      names: ["editor/illustrator/chart.png"],
      observation: "edited\n\nProduced: editor/illustrator/chart.png",
      below: "done\n\nProduced: illustrator/chart.png",
    });
    expect(new TextDecoder().decode(assertArtifact(run, "editor/illustrator/chart.png").bytes)).toBe("by illustrator");
  });

  test("case 37: two specialists that write the same name give two artifacts", async () => {
    const team = ["left", "right"].map((name) => agent(name, [asks("draw"), "done"], { tools: [draw] }));

    const run = await play(agent("lead", [asks(ask("left"), ask("right")), "done"], { team }));

    const written = run.artifacts.map(({ name }) => [name, new TextDecoder().decode(run.artifact(name)?.bytes)]);
    expect(written).toEqual([
      ["left/chart.png", "by left"],
      ["right/chart.png", "by right"],
    ]);
  });

  test("case 38: private artifacts stay with the specialist, and its parent is not told of them", async () => {
    const child = agent("child", [asks("draw"), "done"], { tools: [draw] });

    const run = await play(agent("lead", [asks(ask("child")), "done"], { team: [delegate(child, { artifacts: "private" })] }));

    const { observation, artifacts, children } = delegationIn(run);
    expect({ all: run.artifacts, observation, artifacts, below: children[1]?.artifacts }).toEqual({
      all: [],
      observation: "done",
      artifacts: [],
      below: ["chart.png"],
    });
  });

  test("case 39: a specialist that was cut says so to its parent", async () => {
    const child = agent("child", [{ text: "half of it", ...asks("echo") }], { tools: [echo], budget: { maxSteps: 2 } });

    const run = await play(agent("lead", [asks(ask("child")), "done"], { team: [child] }));

    expect(outline(run)).toEqual([
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '  chat "half of it" -> echo',
      "  echo {} = echoed",
      'chat "done"',
    ]);
    expect(run.stopReason).toBe("completed");
  });

  test.each([
    { args: {}, problem: "goal: Invalid input: expected string, received undefined" },
    { args: { goal: "  " }, problem: "goal: must not be blank" },
    { args: { goal: 7 }, problem: "goal: Invalid input: expected string, received number" },
  ])(
    "case 40 (decided otherwise): a delegation with $args is refused as wrong arguments, and the parent goes on",
    async ({ args, problem }) => {
      const run = await play(agent("lead", [asks(["ask_child", args]), "done"], { team: [agent("child", [])] }));

      const observation = `AgentToolError: invalid arguments for ask_child: ${problem}`;
      const { kind, outcome, error, children, totalSteps } = delegationIn(run);
      expect({
        kind,
        outcome,
        error,
        children,
        totalSteps,
        read: delegationIn(run).observation,
        stopReason: run.stopReason,
      }).toEqual({
        kind: "agent",
        outcome: "refused",
        error: observation,
        children: [],
        totalSteps: 1,
        read: observation,
        stopReason: "completed",
      });
    },
  );

  test("case 41 (decided otherwise): a specialist is offered as ask_<name> with its own description, which a team member must have", async () => {
    const model = scripted(["done"]);

    await play(agent("lead", model, { team: [agent("researcher", [])] }));

    expect(model.requests[0]?.tools.map(({ name, description }) => ({ name, description }))).toEqual([
      { name: "ask_researcher", description: "Knows about researcher." },
    ]);
  });

  test("case 41 (decided otherwise): a team member that nothing describes is a wrong definition", () => {
    const silent = fromAgent({ name: "silent", model: scripted([]) });

    expect(() => agent("lead", [], { team: [silent] })).toThrow(
      new DefinitionError({
        subject: "agent 'lead'",
        field: "team.0 ('silent'): description",
        value: undefined,
        allowed: "a text that says what the specialist is good for",
      }),
    );
  });

  test("case 42: a team is offered in its order, each member with its description or the one its terms give", async () => {
    const model = scripted(["done"]);
    const team = [
      agent("zoe", []),
      delegate(agent("adam", []), { description: "Ask him first." }),
      delegate(agent("mia", []), { name: "call_mia" }),
    ];

    await play(agent("lead", model, { team }));

    expect(model.requests[0]?.tools.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      "ask_zoe: Knows about zoe.",
      "ask_adam: Ask him first.",
      "call_mia: Knows about mia.",
    ]);
  });

  test.each([
    { maxDepth: 1, refused: "already 1 levels deep (max 1)" },
    { maxDepth: 0, refused: "already 0 levels deep (max 0)" },
  ])(
    "case 43: with a depth limit of $maxDepth a delegation beyond it is refused and the run completes",
    async ({ maxDepth, refused }) => {
      const team = [agent("child", [asks(ask("grandchild")), "without help"], { team: [agent("grandchild", [])] })];

      const run = await play(agent("lead", [asks(ask("child")), "done"], { team }), { maxDepth });

      const at = maxDepth === 0 ? run : { steps: delegationIn(run).children };
      const { outcome, observation, children } = delegationIn(at);
      expect({ outcome, observation, children, output: run.output }).toEqual({
        outcome: "refused",
        observation: `AgentToolError: delegation refused: ${refused}. Answer with what you have.`,
        children: [],
        output: "done",
      });
    },
  );

  test("case 43: by default the root has three levels below it, and the fourth is refused", async () => {
    const names = ["one", "two", "three", "four"];
    const line = names.reduceRight(
      (below, name) => agent(name, [asks(ask(below.agent.name)), "back"], { team: [below] }),
      agent("five", []),
    );

    const run = await play(agent("lead", [asks(ask("one")), "done"], { team: [line] }));

    expect(outline(run).filter((text) => text.includes("ask_"))).toEqual([
      'chat "" -> ask_one',
      'ask_one {"goal":"Help."} answered = back',
      '  chat "" -> ask_two',
      '  ask_two {"goal":"Help."} answered = back',
      '    chat "" -> ask_three',
      '    ask_three {"goal":"Help."} answered = back',
      '      chat "" -> ask_four',
      '      ask_four {"goal":"Help."} refused = AgentToolError: delegation refused: already 3 levels deep (max 3). Answer with what you have.',
    ]);
  });

  test("case 44: a tool of a specialist sees depth 1, and one of the root sees depth 0", async () => {
    const look = doing("look", ({ depth, path, agent: name, goal }) => ({ depth, path, name, goal }));
    const child = agent("child", [asks("look"), "done"], { tools: [look] });

    const run = await play(
      agent("lead", [asks("look", ["ask_child", { goal: "Look." }]), "done"], { tools: [look], team: [child] }),
    );

    expect([run.steps[1]?.output, delegationIn(run).children[1]?.output]).toEqual([
      '{"depth":0,"path":"0","name":"lead","goal":"Do it."}',
      '{"depth":1,"path":"0/1.1","name":"child","goal":"Look."}',
    ]);
  });

  test("case 45: a parent's 0.12 s cut a specialist that was allowed 60 s, and it shows as timed out", async () => {
    const child = agent("child", [{ text: "half of it", ...asks("hang") }], {
      tools: [doing("hang", never)],
      budget: { maxSeconds: 60 },
    });

    const run = await play(agent("lead", [asks(ask("child"))], { team: [child], budget: { maxSeconds: 0.12 } }));

    expect(outline(run)).toEqual([
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} timed_out = [stopped: timeout] half of it ! timeout',
      '  chat "half of it" -> hang',
      "  hang {} !=  ! timeout",
    ]);
    const { limit, stopReason, seconds } = delegationIn(run);
    expect({ stopReason: run.stopReason, whose: run.limit, seconds: run.seconds, below: { limit, stopReason, seconds } }).toEqual(
      {
        stopReason: "timeout",
        whose: { name: "maxSeconds", scope: "budget", value: 0.12 },
        seconds: 0.12,
        below: { limit: { name: "maxSeconds", scope: "pool", value: 0.12 }, stopReason: "timeout", seconds: 0.12 },
      },
    );
  });

  test("case 46: a specialist with less time than its parent is cut alone, and the parent completes", async () => {
    const child = agent("child", [{ text: "half of it", ...asks("hang") }], {
      tools: [doing("hang", never)],
      budget: { maxSeconds: 0.05 },
    });

    const run = await play(agent("lead", [asks(ask("child")), "done"], { team: [child], budget: { maxSeconds: 60 } }));

    const { outcome, observation, limit } = delegationIn(run);
    expect({ outcome, observation, limit, stopReason: run.stopReason, output: run.output, seconds: run.seconds }).toEqual({
      outcome: "timed_out",
      observation: "[stopped: timeout] half of it",
      limit: { name: "maxSeconds", scope: "budget", value: 0.05 },
      stopReason: "completed",
      output: "done",
      seconds: 0.05,
    });
  });
});
