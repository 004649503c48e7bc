import { describe, expect, it } from "vitest";
import { assign, createActor, setup, toPromise, type AnyActorRef, type InspectionEvent } from "xstate";
import { delegate, fromAgent, run, runSchema, scripted, type AgentInput, type AgentLogic, type Model, type Run, type RunEvent, type RunOptions, type Team } from "../../src/index.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { engineOf, leftoversOf } from "../support/quiet.ts";
import { richTree } from "../support/rich-tree.ts";

const FIXED = { ids: () => "plain", clock: { now: () => 0, setTimeout: () => null, clearTimeout: () => undefined } } satisfies RunOptions;
const LONG_MS = 120_000; // many whole runs, on a machine that may be busy
const never = (): Promise<never> => new Promise(() => undefined);

/** A lead that asks a specialist and answers; new on each call, because a script plays one run. */
function lead(): AgentLogic {
  const model = scripted.byPath({ "0": [{ calls: [{ name: "ask_helper", arguments: { goal: "help" } }] }, "answered"], "*": ["helped"] });
  const helper = fromAgent({ name: "helper", description: "Helps.", model });
  return fromAgent({ name: "lead", model, team: [helper] });
}

function agentOn(model: Model, name = "agent"): AgentLogic {
  return fromAgent({ name, description: "Any.", model });
}

describe("createActor of an agent", () => {
  it("runs it, and its output is the run", async () => {
    const actor = createActor(lead(), { input: { goal: "go", ...FIXED } }).start();

    const output = await toPromise(actor);

    expect(JSON.stringify(output)).toBe(JSON.stringify(await run(lead(), "go", FIXED)));
    expect(output.artifact("nothing")).toBe(null);
    expect(leftoversOf({ run: output, engine: engineOf(actor) })).toEqual([]);
  });

  it("passes through the states thinking and acting to done", async () => {
    const values: string[] = [];
    const actor = createActor(lead(), { input: { goal: "go" } });
    actor.subscribe(({ value }) => void (values.at(-1) === value || values.push(value)));

    await toPromise(actor.start());

    expect(values).toEqual(["thinking", "acting", "thinking", "done"]);
  });

  it.each<readonly [string, Model, RunOptions, string]>([
    ["done", scripted(["an answer"]), {}, "completed"],
    ["stopped", scripted([{ calls: [{ name: "ghost", arguments: {} }] }]), { budget: { maxSteps: 1 } }, "max_steps"],
    ["stopped", scripted(["unheard"]), { signal: AbortSignal.abort() }, "cancelled"],
    ["failed", scripted([{ error: new Error("down") }]), {}, "error"],
  ])("ends in %s", async (value, model, options, stopReason) => {
    const actor = createActor(agentOn(model), { input: { goal: "go", ...options } }).start();

    const output = await toPromise(actor);

    expect([actor.getSnapshot().value, actor.getSnapshot().status, output.stopReason]).toEqual([value, "done", stopReason]);
  });

  it("makes a run of its own each time, also side by side", async () => {
    const agent = agentOn({ name: "echo", supportsTools: true, respond: async ({ messages }) => ({ text: `heard ${messages[1]?.content}` }) });

    const outputs = await Promise.all(["one", "two"].map((goal) => toPromise(createActor(agent, { input: { goal } }).start())));

    expect(outputs.map(({ output }) => output)).toEqual(["heard one", "heard two"]);
    expect(new Set(outputs.map(({ id }) => id)).size).toBe(2);
  });

  it("ignores events it does not know, and being started twice", async () => {
    const model = scripted(["an answer"]);
    const actor = createActor(agentOn(model), { input: { goal: "go" } }).start();

    actor.send({ type: "unheard.of" });
    actor.start();

    expect((await toPromise(actor)).output).toBe("an answer");
    expect(model.requests.length).toBe(1);
  });

  it("tells XState's inspector of every agent in the run", async () => {
    const seen: string[] = [];
    const inspect = (event: InspectionEvent): void => void (event.type === "@xstate.actor" && seen.push((event.actorRef as AnyActorRef).id));

    await toPromise(createActor(lead(), { input: { goal: "go" }, id: "root", inspect }).start());
    await run(lead(), "go", { inspect: { next: inspect } });

    expect(seen).toEqual(["root", "s0", expect.stringMatching(/^x:\d+$/u), "s0"]);
  });
});

describe("wrong input of a bare actor", () => {
  const DESCRIBED = { name: "twin", model: scripted([]), description: "Twin." };

  it.each<readonly [string, unknown, string]>([
    ["no input", undefined, "DefinitionError: the run: goal is undefined; allowed: a text that is not blank"],
    ["a blank goal", { goal: " " }, "DefinitionError: the run: goal is ' '; allowed: a text that is not blank"],
    ["an unknown option", { goal: "go", budgets: {} }, "DefinitionError: the run's options: budgets is {}; allowed: no key of this name; the keys are budget, pool, concurrency, maxDepth, signal, clock, ids, onEvent, journal, identity, artifacts, returns, approve, contents, inspect"],
    ["a wrong ceiling", { goal: "go", budget: { maxSteps: 0 } }, "DefinitionError: the run's options: budget: maxSteps is 0; allowed: a whole number of at least 1"],
    ["ids that throw", { goal: "go", ids: () => raise() }, "DefinitionError: the run's options: what ids() gives is Error: hostile; allowed: a text that is not empty"],
  ])("ends it failed with the sentence in the run: %s", async (_title, input, error) => {
    const model = scripted(["unheard"]);
    const actor = createActor(agentOn(model), { input: input as AgentInput }).start();

    const output = await toPromise(actor);

    expect(actor.getSnapshot().value).toBe("failed");
    expect(output).toMatchObject({ stopReason: "error", error, output: error, steps: [], succeeded: false });
    expect([runSchema.safeParse(JSON.parse(JSON.stringify(output))).success, model.requests.length]).toEqual([true, 0]);
  });

  it.each<readonly [string, () => unknown, string]>([
    ["throws", () => raise(), "DefinitionError: agent 'agent': team is Error: hostile; allowed: a list of agents and delegations"],
    ["returns nothing", () => undefined, "DefinitionError: agent 'agent': team is undefined; allowed: a list of agents and delegations"],
    ["returns garbage", () => [{ name: "ghost" }], "DefinitionError: agent 'agent': team.0 is { name: 'ghost' }; allowed: what fromAgent(...) or delegate(...) returns"],
    ["names one twice", () => [fromAgent(DESCRIBED), fromAgent(DESCRIBED)], "DefinitionError: agent 'agent': team: the name 'ask_twin' is 'used twice'; allowed: names that differ from each other"],
    ["names one without description", () => [fromAgent({ name: "mute", model: scripted([]) })], "DefinitionError: agent 'agent': team.0 ('mute'): description is undefined; allowed: a text that says what the specialist is good for"],
    ["names one that nobody made", () => [delegate({ ...agentOn(scripted([])) })], "DefinitionError: agent 'agent': team.0"],
  ])("includes a team that %s: the actor ends failed, and run rejects", async (_title, team, error) => {
    const agent = fromAgent({ name: "agent", model: scripted(["unheard"]), team: team as () => Team });

    const output = await toPromise(createActor(agent, { input: { goal: "go" } }).start());

    expect(output.stopReason).toBe("error");
    expect(output.error?.slice(0, error.length)).toBe(error);
    await expect(run(agent, "go")).rejects.toThrow(error.replace(/^\w+: /u, ""));
  });
});

describe("an agent in a user's own machine", () => {
  it("hands its run to onDone", async () => {
    const machine = machineWith(lead());

    const actor = createActor(machine).start();
    const { outputs } = await toPromise(actor);

    expect(actor.getSnapshot().value).toBe("answered");
    expect(outputs.map(({ agent, output }) => [agent, output])).toEqual([["lead", "answered"]]);
  });

  it("hands a failed run to onDone as well, because a failure is a run too", async () => {
    const { outputs } = await toPromise(createActor(machineWith(agentOn(scripted([{ error: new Error("down") }])))).start());

    expect(outputs.map(({ stopReason, error }) => [stopReason, error])).toEqual([["error", "Error: down"]]);
  });

  it("goes to onError only when it could not begin at all", async () => {
    const actor = createActor(machineWith(agentOn(scripted(["unheard"])), { clock: { now: () => 0, setTimeout: raise, clearTimeout: raise } })).start();

    await toPromise(actor);

    expect(actor.getSnapshot().value).toBe("broken");
  });

  it("can be there twice at once, each with its own run", async () => {
    const one = agentOn(scripted([{ text: "first", delaySeconds: 0.2 }]), "one");
    const two = agentOn(scripted([{ text: "second", delaySeconds: 0.1 }]), "two");
    const clock = virtualClock();
    const machine = setup({ actors: { one, two }, types: { context: {} as { outputs: Run[] }, output: {} as { outputs: Run[] } } }).createMachine({
      context: { outputs: [] },
      type: "parallel",
      states: {
        a: { initial: "busy", states: { busy: { invoke: { src: "one", input: { goal: "go", clock }, onDone: { target: "idle", actions: keep() } } }, idle: { type: "final" } } },
        b: { initial: "busy", states: { busy: { invoke: { src: "two", input: { goal: "go", clock }, onDone: { target: "idle", actions: keep() } } }, idle: { type: "final" } } },
      },
      output: ({ context }) => context,
    });

    const { outputs } = await clock.settle(toPromise(createActor(machine).start()));

    expect(outputs.map(({ output, seconds }) => [output, seconds])).toEqual([["second", 0.1], ["first", 0.2]]);
    for (const output of outputs) expect(leftoversOf({ run: output, clock })).toEqual([]);
  });

  it("can be spawned", async () => {
    const machine = setup({ actors: { agent: lead() }, types: { context: {} as { outputs: Run[] }, output: {} as { outputs: Run[] } } }).createMachine({
      context: ({ spawn }) => {
        spawn("agent", { id: "helper", input: { goal: "go" } });
        return { outputs: [] };
      },
      initial: "waiting",
      states: { waiting: { on: { "xstate.done.actor.helper": { target: "over", actions: keep() } } }, over: { type: "final" } },
      output: ({ context }) => context,
    });

    const { outputs } = await toPromise(createActor(machine).start());

    expect(outputs.map(({ output }) => output)).toEqual(["answered"]);
  });

  it("is cancelled with everything below it when its state is left", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const events: RunEvent[] = [];
    const actor = createActor(machineWith(tree.lead, { ...tree.options, onEvent: (event) => events.push(event) })).start();
    await clock.advance(0.35);
    const engine = engineOf(actor.getSnapshot().children.agent as Parameters<typeof engineOf>[0]);
    const [started, open] = [tree.started.length, tree.started.filter(({ isSettled }) => !isSettled)];

    actor.send({ type: "leave" });

    expect(actor.getSnapshot().value).toBe("left");
    expect(open.map(({ signal }) => signal.aborted)).toEqual(open.map(() => true));
    expect(engine.run?.stopReason).toBe("cancelled");
    await clock.advance(10);
    expect(tree.started.length).toBe(started);
    expect(leftoversOf({ run: engine.run as Run, engine, events, clock })).toEqual([]);
  });
});

describe("stopping an agent's actor", () => {
  it("cancels everything below it, whatever it was doing", async () => {
    const { seconds } = await wholeRun();

    const faults = await faultsAt(Math.ceil(seconds / 0.05), (at, stop, clock) => {
      clock.setTimeout(stop, at * 50);
      return () => undefined;
    });

    expect(faults).toEqual({});
  }, LONG_MS);

  it("may come from inside an observer, at any event", async ({ onTestFinished }) => {
    onTestFinished(silenced()); // XState's development build complains of a specialist that ends under a stopped parent
    const { events } = await wholeRun();

    const faults = await faultsAt(events - 1, (at, stop) => ({ sequence }) => sequence === at && stop());

    expect(faults).toEqual({});
  }, LONG_MS);

  it("before it was started does nothing at all", async () => {
    const clock = virtualClock();
    const model = scripted(["unheard"]);
    const actor = createActor(agentOn(model), { input: { goal: "go", clock } });

    actor.stop();
    await clock.advance(1);

    expect([model.requests.length, clock.pending]).toEqual([0, 0]);
  });
});

describe("the event run.cancelled", () => {
  it.each<readonly [string, { reason?: unknown }, string]>([
    ["with a reason", { reason: new Error("enough") }, "cancelled: Error: enough"],
    ["without one", {}, "cancelled"],
  ])("cancels the run %s", async (_title, more, error) => {
    const reasons: unknown[] = [];
    const hanging: Model = { name: "hanging", supportsTools: true, respond: (_request, { signal }) => (signal.addEventListener("abort", () => reasons.push(signal.reason)), never()) };
    const actor = createActor(agentOn(hanging), { input: { goal: "go" } }).start();

    actor.send({ type: "run.cancelled", ...more });

    expect(actor.getSnapshot()).toMatchObject({ value: "stopped", status: "done", output: { stopReason: "cancelled", error } });
    expect(reasons).toEqual([more.reason ?? expect.objectContaining({ name: "AbortError" })]);
  });
});

describe("the persisted snapshot", () => {
  it("of a running agent is plain JSON at any moment", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const actor = createActor(tree.lead, { input: { goal: "go", ...tree.options } }).start();
    const kept: unknown[] = [];

    while (actor.getSnapshot().status === "active") {
      const persisted: unknown = actor.getPersistedSnapshot();
      kept.push(persisted);
      expect(JSON.parse(JSON.stringify(persisted))).toEqual(persisted);
      await clock.advance(0.1);
    }

    expect(kept.length).toBeGreaterThan(10);
  });

  it("of a running agent is refused when it is to be restored", async () => {
    const agent = agentOn({ name: "deaf", supportsTools: true, respond: never });
    const running = createActor(agent, { input: { goal: "go" } }).start();
    const snapshot = running.getPersistedSnapshot();
    running.stop();

    const restored = createActor(agent, { snapshot, input: { goal: "go" } });
    const errors: unknown[] = [];
    restored.subscribe({ error: (error) => void errors.push(error) });
    restored.start();

    expect(errors).toMatchObject([{ message: "agent 'agent' was still running when it was saved, and cannot be restored" }]);
  });

  it("of an agent that is done restores to its output", async () => {
    const agent = agentOn(scripted(["an answer"]));
    const actor = createActor(agent, { input: { goal: "go" } }).start();
    await toPromise(actor);

    const restored = createActor(agent, { snapshot: actor.getPersistedSnapshot(), input: { goal: "go" } }).start();

    expect(restored.getSnapshot()).toMatchObject({ value: "done", status: "done", output: { output: "an answer" } });
  });
});

/** How long the whole run takes, and how many events it has. */
async function wholeRun(): Promise<{ seconds: number; events: number }> {
  const clock = virtualClock();
  const { lead: agent, options } = richTree(clock);
  let events = 0;
  const { seconds } = await clock.settle(run(agent, "go", { ...options, onEvent: () => (events += 1) }));
  return { seconds, events };
}

type PlanAt = (at: number, stop: () => void, clock: VirtualClock) => (event: RunEvent) => unknown;

/** Stops `count` actors, each at its own moment, and keeps what was wrong after each. */
async function faultsAt(count: number, planAt: PlanAt): Promise<Record<number, readonly string[]>> {
  const faults: Record<number, readonly string[]> = {};
  for (let at = 0; at < count; at++) {
    const found = await faultsWhenStopped((stop, clock) => planAt(at, stop, clock));
    if (found.length > 0) faults[at] = found;
  }
  return faults;
}

async function faultsWhenStopped(planOf: (stop: () => void, clock: VirtualClock) => (event: RunEvent) => unknown): Promise<readonly string[]> {
  const clock = virtualClock();
  const events: RunEvent[] = [];
  const tree = richTree(clock);
  const atStop: { started?: number } = {};
  const stop = (): void => {
    actor.stop();
    // A transition that is under way ends before XState stops its actor, and all of it before any promise goes on.
    queueMicrotask(() => (atStop.started ??= tree.started.length));
  };
  const onEvent = planOf(stop, clock);
  const input: AgentInput = { goal: "go", ...tree.options, onEvent: (event) => [events.push(event), onEvent(event)] };
  const actor = createActor(tree.lead, { input });

  actor.start();
  const engine = engineOf(actor);
  await clock.advance(100);

  if (engine.run?.stopReason !== "cancelled") return [`the stop reason is ${engine.run?.stopReason}`];
  return [
    ...leftoversOf({ run: engine.run, engine, events, clock }),
    ...tree.started.slice(atStop.started).map(({ kind, path }) => `a ${kind} call of ${path} started after the stop`),
  ];
}

/** Keeps console warnings back; what it returns lets them through again. */
function silenced(): () => void {
  const { warn } = console;
  console.warn = () => undefined;
  return () => void (console.warn = warn);
}

function raise(): never {
  throw new Error("hostile");
}

function keep() {
  return assign<{ outputs: Run[] }, { type: string; output?: unknown }, undefined, { type: string }, never>({
    outputs: ({ context, event }) => [...context.outputs, (event as unknown as { output: Run }).output],
  });
}

/** A machine that invokes an agent, and may leave it. */
function machineWith(agent: AgentLogic, options: RunOptions = {}) {
  return setup({ actors: { agent }, types: { context: {} as { outputs: Run[] }, events: {} as { type: "leave" }, output: {} as { outputs: Run[] } } }).createMachine({
    context: { outputs: [] },
    initial: "asking",
    states: {
      asking: {
        invoke: {
          id: "agent",
          src: "agent",
          input: { goal: "go", ...options },
          onDone: { target: "answered", actions: assign({ outputs: ({ event }) => [event.output] }) },
          onError: { target: "broken" },
        },
        on: { leave: "left" },
      },
      left: {},
      answered: { type: "final" },
      broken: { type: "final" },
    },
    output: ({ context }) => context,
  });
}

describe("an agent's actor that is sent an event only the library may send", () => {
  it("goes on as if nothing had been said", async () => {
    const clock = virtualClock();
    const agent = fromAgent({ name: "steady", model: scripted([{ text: "Here I am.", delaySeconds: 1 }]) });
    const actor = createActor(agent, { input: { goal: "Be steady.", clock } });
    actor.start();
    actor.send({ type: "run.closed" });
    await clock.advance(2);

    expect(actor.getSnapshot().output?.output).toBe("Here I am.");
    expect(clock.pending).toBe(0);
  });
});
