import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  delegate,
  DefinitionError,
  fromAgent,
  ModelError,
  run,
  scripted,
  start,
  tool,
  type AgentLogic,
  type AgentStep,
  type RunEvent,
  type ToolContext,
} from "../../src/index.ts";
import { assertConserved, gate, virtualClock } from "../../src/testing/index.ts";
import { agent, ask, asks, doing, echo, never, play } from "./conformance/cast.ts";
import { outline } from "./conformance/outline.ts";

/** Faults that were measured in the toolkit whose behaviour this library began from; each test fails on that behaviour. */

const delegationsOf = ({ steps }: { readonly steps: AgentStep["children"] }): AgentStep[] =>
  steps.filter((step) => step.kind === "agent");

describe("time", () => {
  test("D1: a tool that never returns is interrupted at the deadline, and is told so by its signal", async () => {
    let reason: unknown;
    const hang = doing("hang", ({ signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return never();
    });

    const { stopReason, seconds, steps } = await play(
      agent("stuck", [asks("hang")], { tools: [hang], budget: { maxSeconds: 0.1 } }),
    );

    expect({ stopReason, seconds, step: [steps[1]?.error, steps[1]?.seconds], reason }).toEqual({
      stopReason: "timeout",
      seconds: 0.1,
      step: ["timeout", 0.1],
      reason: new DOMException("the deadline of agent 'stuck' passed after 0.1 s", "TimeoutError"),
    });
  });

  test("D1: a tool that would have returned after the deadline leaves nothing of its result", async () => {
    const clock = virtualClock();
    const slow = doing("slow", () => new Promise((done) => clock.setTimeout(() => done("too late"), 1000)));
    const ended = await clock.settle(
      run(agent("stuck", [asks("slow")], { tools: [slow], budget: { maxSeconds: 0.1 } }), "Do it.", { clock }),
    );

    await clock.advance(5);

    expect({ seconds: ended.seconds, steps: outline(ended) }).toEqual({
      seconds: 0.1,
      steps: ['chat "" -> slow', "slow {} !=  ! timeout"],
    });
  });

  test("D2: a model reply of 0.5 s under a deadline of 0.1 s is no success", async () => {
    const { stopReason, succeeded, output, seconds } = await play(
      agent("slow", [{ text: "too late", delaySeconds: 0.5 }], { budget: { maxSeconds: 0.1 } }),
    );

    expect({ stopReason, succeeded, output, seconds }).toEqual({
      stopReason: "timeout",
      succeeded: false,
      output: "",
      seconds: 0.1,
    });
  });

  test("D8: a deadline belongs to one run: the same agent with the same options has its whole time again", async () => {
    const clock = virtualClock();
    const late = agent(
      "late",
      [
        { text: "first", delaySeconds: 0.09 },
        { text: "second", delaySeconds: 0.09 },
      ],
      { budget: { maxSeconds: 0.1 } },
    );
    const options = { clock };

    const runs = [];
    for (let round = 0; round < 2; round++) runs.push(await clock.settle(run(late, "Do it.", options)));

    expect(runs.map(({ stopReason, output, seconds }) => ({ stopReason, output, seconds }))).toEqual([
      { stopReason: "completed", output: "first", seconds: 0.09 },
      { stopReason: "completed", output: "second", seconds: 0.09 },
    ]);
  });
});

describe("ceilings", () => {
  test.each([
    { budget: { maxSteps: 3 }, calls: 1, steps: 3 },
    { budget: { maxSteps: 1 }, calls: 1, steps: 1 },
    { budget: { maxSteps: 2 }, calls: 5, steps: 2 },
    { budget: { maxToolCalls: 2 }, calls: 5, steps: 3 },
  ])("D3: $budget is never exceeded by a model that asks for $calls calls a turn", async ({ budget, calls, steps }) => {
    const model = scripted([asks(...Array<string>(calls).fill("echo"))], { repeatLast: true });

    const { totalSteps } = await play(agent("greedy", model, { tools: [echo], budget }));

    expect(totalSteps).toBe(steps);
  });

  test("D4: a child of 11 steps under a parent of 3 steps and 1 tool call takes from what the whole run may take", async () => {
    const child = agent("child", scripted([asks("echo")], { repeatLast: true }), { tools: [echo], budget: { maxSteps: 11 } });
    const lead = agent("lead", [asks(ask("child")), "done"], { team: [child], budget: { maxSteps: 3, maxToolCalls: 1 } });

    const free = await play(lead, { pool: { maxToolCalls: null } });
    const held = await play(
      agent("lead", [asks(ask("child")), "done"], { team: [child], budget: { maxSteps: 3, maxToolCalls: 1 } }),
    );

    expect(
      [free, held].map(({ totalSteps, usage, pool, stopReason }) => ({
        totalSteps,
        calls: usage.subtree.toolCalls,
        maxSteps: pool.maxSteps,
        stopReason,
      })),
    ).toEqual([
      { totalSteps: 14, calls: 5, maxSteps: 30, stopReason: "completed" },
      { totalSteps: 6, calls: 1, maxSteps: 30, stopReason: "completed" },
    ]);
  });

  test("D4: an agent that delegates to itself three times a turn under 4 steps stays within ten times that", async () => {
    const model = scripted([asks(ask("self"), ask("self"), ask("self"))], { repeatLast: true });
    const self: AgentLogic = fromAgent({
      name: "self",
      description: "Itself.",
      model,
      team: () => [delegate(self, { recursion: true })],
      budget: { maxSteps: 4 },
    });

    const { totalSteps, usage, pool, limit, stopReason } = await play(self);

    expect({ totalSteps, calls: usage.subtree.modelCalls, pool: pool.maxSteps, stopReason, limit }).toEqual({
      totalSteps: 40,
      calls: 19,
      pool: 40,
      stopReason: "max_steps",
      limit: { name: "maxSteps", scope: "budget", value: 4 },
    });
  });
});

describe("who is who", () => {
  test("D5: every level is known by its own name, in its tools, in the events and in the trace", async () => {
    const seen: string[] = [];
    const look = doing("look", ({ agent: name, path, depth }: ToolContext) => void seen.push(`${depth} ${path} ${name}`));
    const told = new Set<string>();
    const onEvent = ({ path, agent: name }: RunEvent): void => void told.add(`${path} ${name}`);
    const grandchild = agent("grandchild", [asks("look"), "deep"], { tools: [look] });
    const child = agent("child", [asks("look", ask("grandchild")), "back"], { tools: [look], team: [grandchild] });

    const { steps } = await play(agent("lead", [asks("look", ask("child")), "done"], { tools: [look], team: [child] }), {
      onEvent,
    });

    const paths = ["0 lead", "0/1.1 child", "0/1.1/1.1 grandchild"];
    const names = delegationsOf({ steps })
      .flatMap((step) => [step, ...delegationsOf({ steps: step.children })])
      .map((step) => `${step.runId} ${step.agent}`);
    expect({ seen, told: [...told], names }).toEqual({
      seen: paths.map((path, depth) => `${depth} ${path}`),
      told: paths,
      names: ["run-1:0/1.1 child", "run-1:0/1.1/1.1 grandchild"],
    });
  });

  test("D6: notes are an agent's own: neither a specialist nor its parent finds what the other wrote", async () => {
    const note = tool({
      name: "note",
      description: "Writes a note and says which there are.",
      parameters: z.object({ key: z.string() }),
      execute: ({ key }, { state }) => {
        state[key] = true;
        return Object.keys(state).join(", ");
      },
    });
    const child = agent("child", [asks(["note", { key: "below" }]), "back", asks(["note", { key: "again" }]), "back"], {
      tools: [note],
    });
    const replies = [
      asks(["note", { key: "first" }]),
      asks(ask("child")),
      asks(["note", { key: "second" }], ask("child")),
      "done",
    ];

    const played = await play(agent("lead", replies, { tools: [note], team: [child] }));

    expect(outline(played).filter((line) => line.includes("note {"))).toEqual([
      'note {"key":"first"} = first',
      '  note {"key":"below"} = below',
      'note {"key":"second"} = first, second',
      '  note {"key":"again"} = again',
    ]);
  });

  test.each([
    { title: "two tools", rest: { tools: [echo, echo] }, field: "tools: the name 'echo'" },
    { title: "two specialists", rest: { team: [agent("child", []), agent("child", [])] }, field: "team: the name 'ask_child'" },
    {
      title: "a tool and a specialist",
      rest: { tools: [doing("ask_child", () => "")], team: [agent("child", [])] },
      field: "team: the name 'ask_child'",
    },
  ])("D7: $title of one name are a wrong definition", ({ rest, field }) => {
    expect(() => agent("lead", [], rest)).toThrow(
      new DefinitionError({ subject: "agent 'lead'", field, value: "used twice", allowed: "names that differ from each other" }),
    );
  });
});

describe("failures below", () => {
  const failing = () => agent("failing", [asks("echo"), { error: new ModelError("down") }], { tools: [echo] });
  const cut = () => agent("cut", [asks("echo")], { tools: [echo], budget: { maxSteps: 2 } });

  test("D12: a specialist that failed or was cut is no clean step: its outcome, its stop reason and its error say so", async () => {
    const lead = agent("lead", [asks(ask("failing"), ask("cut"), ask("good")), "done"], {
      team: [failing(), cut(), agent("good", ["found"])],
    });

    const played = await play(lead);

    expect(delegationsOf(played).map(({ outcome, stopReason, error }) => ({ outcome, stopReason, error }))).toEqual([
      { outcome: "failed", stopReason: "error", error: "ModelError: down" },
      { outcome: "partial", stopReason: "max_steps", error: null },
      { outcome: "answered", stopReason: "completed", error: null },
    ]);
  });

  test("D13: the steps of a specialist are kept when it fails, and when what picks its conclusion throws", async () => {
    const pick = (): string => {
      throw new Error("cannot read it");
    };
    const team = [failing(), delegate(agent("unread", [asks("echo"), "found"], { tools: [echo] }), { conclusion: pick })];

    const played = await play(agent("lead", [asks(ask("failing"), ask("unread")), "done"], { team }));

    expect(outline(played)).toEqual([
      'chat "" -> ask_failing, ask_unread',
      'ask_failing {"goal":"Help."} failed = [stopped: error] ModelError: down ! ModelError: down',
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "" ! ModelError: down',
      `ask_unread {"goal":"Help."} failed = [stopped: error] the conclusion of 'unread' could not be picked: Error: cannot read it ! the conclusion of 'unread' could not be picked: Error: cannot read it`,
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "found"',
      'chat "done"',
    ]);
  });

  test("D13: a run whose events nobody reads to the end is finished and kept all the same", async () => {
    const clock = virtualClock();
    const child = agent("child", [{ ...asks("echo"), delaySeconds: 1 }, "found"], { tools: [echo] });
    const handle = start(agent("lead", [asks(ask("child")), "done"], { team: [child] }), "Do it.", { clock });

    for await (const event of handle.events) if (event.type === "turn.started") break;
    const played = await clock.settle(handle.result);

    assertConserved(played);
    expect({ stopReason: played.stopReason, totalSteps: played.totalSteps }).toEqual({ stopReason: "completed", totalSteps: 6 });
  });

  test("D13: a run that is cancelled in the middle hands over what there is, at every level", async () => {
    const held = gate();
    const child = agent("child", scripted([asks("echo"), "never given"], { gate: held }), { tools: [echo] });
    const handle = start(agent("lead", [asks(ask("child"))], { team: [child] }), "Do it.", { clock: virtualClock() });

    await held.arrived("0/1.0#1");
    held.release("0/1.0#1");
    await held.arrived("0/1.0#2");
    handle.cancel();
    const played = await handle.result;

    assertConserved(played);
    expect({ stopReason: played.stopReason, steps: outline(played) }).toEqual({
      stopReason: "cancelled",
      steps: [
        'chat "" -> ask_child',
        'ask_child {"goal":"Help."} cancelled = [stopped: cancelled] (the sub-agent produced no answer) ! cancelled',
        '  chat "" -> echo',
        "  echo {} = echoed",
        '  chat "" ! cancelled',
      ],
    });
  });
});

describe("calls", () => {
  test("D14: arguments sent as JSON text are read, and text that is no object reaches no tool", async () => {
    const weather = tool({
      name: "weather",
      description: "Tells.",
      parameters: z.object({ city: z.string().optional() }),
      execute: ({ city }) => `in ${city}`,
    });
    const calls = ['{"city":"Recife"}', '"Recife"', "Recife"].map((args) => ["weather", args] as const);

    const { steps } = await play(agent("caller", [asks(...calls), "done"], { tools: [weather] }));

    const wrong = "AgentToolError: invalid arguments for weather: (root): ";
    expect(steps.slice(1, 4).map(({ observation }) => observation)).toEqual([
      "in Recife",
      `${wrong}not a JSON object but a string`,
      `${wrong}not valid JSON (Unexpected token 'R', "Recife" is not valid JSON)`,
    ]);
  });

  test("D15: calls have ids, results that come out of order find their calls, and the model reads them in its own order", async () => {
    const held = gate();
    const wait = tool({
      name: "wait",
      description: "Waits.",
      parameters: z.object({ key: z.string() }),
      execute: async ({ key }, { signal }) => {
        await held.pass(key, signal);
        return `${key} is over`;
      },
    });
    const model = scripted([
      asks(["wait", { key: "a" }, "id-a"], ["wait", { key: "b" }], ["wait", { key: "c" }, "id-a"]),
      "done",
    ]);
    const clock = virtualClock();
    const result = run(agent("caller", model, { tools: [wait] }), "Do it.", { clock });

    await held.arrived(3);
    for (const key of ["c", "a", "b"]) held.release(key);
    const { steps } = await result;

    expect(model.requests[1]?.messages.slice(2)).toEqual([
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "id-a", name: "wait", arguments: { key: "a" } },
          { id: "call_1_1", name: "wait", arguments: { key: "b" } },
          { id: "call_1_2", name: "wait", arguments: { key: "c" } },
        ],
      },
      { role: "tool", content: "a is over", callId: "id-a" },
      { role: "tool", content: "b is over", callId: "call_1_1" },
      { role: "tool", content: "c is over", callId: "call_1_2" },
    ]);
    expect(steps.map(({ id, callId }) => `${id} ${callId}`)).toEqual([
      "0#1 null",
      "0#1.0 id-a",
      "0#1.1 call_1_1",
      "0#1.2 call_1_2",
      "0#2 null",
    ]);
  });

  test("D16: what one specialist produced twice is there twice, numbered in call order, whichever ended first", async () => {
    const write = doing("write", ({ goal }) => ({ text: "written", artifacts: [{ name: "r.md", data: goal }] }));
    const model = scripted.byPath({ "0/1.0": [{ ...asks("write"), delaySeconds: 2 }, "one"], "*": [asks("write"), "other"] });
    const child = agent("c", model, { tools: [write] });
    const replies = [asks(["ask_c", { goal: "one" }], ["ask_c", { goal: "two" }]), asks(["ask_c", { goal: "three" }]), "done"];

    const played = await play(agent("lead", replies, { team: [child] }));

    const text = new TextDecoder();
    expect(played.artifacts.map(({ name }) => `${name}: ${text.decode(played.artifact(name)?.bytes)}`)).toEqual([
      "c/r.md: one",
      "c-2/r.md: two",
      "c-3/r.md: three",
    ]);
    expect(delegationsOf(played).map(({ observation }) => observation)).toEqual([
      "one\n\nProduced: c/r.md",
      "other\n\nProduced: c-2/r.md",
      "other\n\nProduced: c-3/r.md",
    ]);
  });

  test("D18: an agent with tools on a model that cannot call them is refused, not run without them", async () => {
    const mute = scripted(["I would not know"], { name: "mute", supportsTools: false });
    const allowed = "a model that can call tools, since the agent has tools, skills or a team";

    expect(() => agent("handy", mute, { tools: [echo] })).toThrow(
      new DefinitionError({ subject: "agent 'handy'", field: "model", value: "mute", allowed }),
    );
  });
});
