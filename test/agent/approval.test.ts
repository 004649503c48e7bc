import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, scripted, tool, type Approval, type ApprovalRequest, type RunOptions, type ScriptedCall } from "../../src/index.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { gate, virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";

const remove = (file: unknown): ScriptedCall => ({ name: "remove", arguments: { file } });
const look: ScriptedCall = { name: "look", arguments: {} };
const ask = (goal: string): ScriptedCall => ({ name: "ask_helper", arguments: { goal } });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A lead and a helper with a tool that must be approved and one that need not be, and what those really did. */
function castOf(clock: VirtualClock, lead: readonly ScriptedCall[], helper: readonly ScriptedCall[] = []) {
  const done: string[] = [];
  const model = scripted.byPath({ "0": [{ calls: lead }, "end"], "*": [{ calls: helper }, "helped"] });
  const tools = [
    tool({ name: "remove", description: "Removes.", parameters: z.object({ file: z.string() }), needsApproval: true, execute: ({ file }) => void done.push(file) }),
    tool({ name: "look", description: "Looks.", parameters: z.object({}), execute: (_args, { signal }) => waitSeconds(0.1, { clock, signal }).then(() => done.push("looked")) }),
  ];
  const specialist = fromAgent({ name: "helper", description: "Helps.", model, tools });
  return { agent: fromAgent({ name: "lead", model, tools, team: [specialist] }), model, done };
}

async function play(calls: readonly ScriptedCall[], options: RunOptions, helper: readonly ScriptedCall[] = []) {
  const clock = virtualClock();
  const cast = castOf(clock, calls, helper);
  const { handle, engine, events } = watch(cast.agent, "go", { clock, ids: () => "asked", ...options });
  const result = await clock.settle(handle.result);
  await clock.advance(10);
  return { result, events, ...cast, left: leftoversOf({ run: result, engine, events, clock }) };
}

describe("a call that needs an approval", () => {
  it.each<readonly [string, RunOptions["approve"], readonly string[], string]>([
    ["true", () => true, ["a.txt"], ""],
    ["a promise of true", async () => true, ["a.txt"], ""],
    ["approved, with a reason", () => ({ approved: true, reason: "of course" }), ["a.txt"], ""],
    ["false", () => false, [], "AgentToolError: remove was not approved: the approval was refused"],
    ["a promise of false", async () => false, [], "AgentToolError: remove was not approved: the approval was refused"],
    ["not approved", () => ({ approved: false }), [], "AgentToolError: remove was not approved: the approval was refused"],
    ["not approved, with a reason", async () => ({ approved: false, reason: "it is mine" }), [], "AgentToolError: remove was not approved: it is mine"],
    ["not approved, with an empty reason", () => ({ approved: false, reason: "" }), [], "AgentToolError: remove was not approved: the approval was refused"],
    ["a text that says yes", () => "yes" as never, [], "AgentToolError: remove was not approved: the approval was refused"],
    ["one", () => 1 as never, [], "AgentToolError: remove was not approved: the approval was refused"],
    ["an error", () => Promise.reject(new Error("nobody home")), [], "AgentToolError: remove was not approved: asking failed with Error: nobody home"],
  ])("runs only when the answer is a clear yes: %s", async (_title, approve, expected, observation) => {
    const { result, done, model, left } = await play([remove("a.txt")], approve ? { approve } : {});

    expect(done).toEqual(expected);
    expect(result.steps[1]).toMatchObject({ kind: "tool", observation, error: observation === "" ? null : observation });
    expect(model.requests.at(-1)?.messages.at(-1)).toEqual({ role: "tool", content: observation, callId: "call_1_0" });
    expect([result.stopReason, result.toolCalls, left]).toEqual(["completed", ["remove"], []]);
  });

  it("is refused, as an observation, when nobody is there to answer", async () => {
    const { result, done, events, left } = await play([remove("a.txt")], {});

    expect(done).toEqual([]);
    expect(result.steps[1]?.observation).toBe("AgentToolError: remove was not approved: nobody is there to approve it");
    expect(events.filter(({ type }) => type === "approval.asked" || type === "call.refused")).toMatchObject([
      { type: "call.refused", path: "0", callId: "call_1_0", stepId: "0#1.0", name: "remove", reason: "AgentToolError: remove was not approved: nobody is there to approve it" },
    ]);
    expect(left).toEqual([]);
  });

  it("is not asked about when its arguments are wrong or its name is unknown", async () => {
    const asked: ApprovalRequest[] = [];

    const { done } = await play([remove(5), { name: "removes", arguments: {} }], { approve: (request) => asked.push(request) > 0 });

    expect([asked, done]).toEqual([[], []]);
  });
});

describe("the question for an approval", () => {
  it("says which agent wants what, where, with the arguments escaped", async () => {
    const asked: Omit<ApprovalRequest, "signal">[] = [];
    const approve = ({ signal: _, ...request }: ApprovalRequest): boolean => asked.push(request) > 0;

    const { events } = await play([ask("tidy up")], { approve }, [remove("\u001b[2J\u202egnp.exe\u0000")]);

    expect(asked).toEqual([
      { agent: "helper", path: "0/1.0", tool: "remove", callId: "call_1_0", arguments: String.raw`{"file":"\u001b[2J\u{202e}gnp.exe\u0000"}` },
    ]);
    expect(events.filter(({ type }) => type === "approval.asked")).toMatchObject([
      { path: "0/1.0", agent: "helper", callId: "call_1_0", stepId: "0/1.0#1.0", tool: "remove", arguments: asked[0]?.arguments },
    ]);
  });

  it("comes alone: one at a time in the whole run, deeper agents first, then in call order", async () => {
    const held = gate();
    const asked: string[] = [];
    const now = { open: 0, most: 0 };
    const approve = async ({ path, arguments: args, signal }: ApprovalRequest): Promise<Approval> => {
      asked.push(`${path} ${args}`);
      now.most = Math.max(now.most, (now.open += 1));
      await held.pass(`${path} ${args}`, signal);
      now.open -= 1;
      return true;
    };
    const clock = virtualClock();
    const { agent, done } = castOf(clock, [remove("a"), remove("b"), ask("tidy")], [remove("c"), remove("d")]);
    const { handle } = watch(agent, "go", { clock, approve });

    for (const file of ["a", "c", "d", "b"]) {
      const key = `${"cd".includes(file) ? "0/1.2" : "0"} {"file":"${file}"}`;
      await held.arrived(key);
      expect(held.waiting).toEqual([key]);
      held.release(key);
    }
    const result = await clock.settle(handle.result);

    expect(asked.map((question) => question.at(-3))).toEqual(["a", "c", "d", "b"]);
    expect([done, now.most, result.stopReason]).toEqual([["a", "c", "d", "b"], 1, "completed"]);
  });

  it("holds no slot: other calls run while it waits, and its wait is no part of the call's time", async () => {
    const clock = virtualClock();
    const { agent, done } = castOf(clock, [remove("a"), look]);
    const approve = async ({ signal }: ApprovalRequest): Promise<boolean> => {
      await waitSeconds(5, { clock, signal });
      return true;
    };
    const { handle } = watch(agent, "go", { clock, approve, concurrency: { tools: 1, model: 1 } });
    await clock.advance(1);

    expect(done).toEqual(["looked"]);
    expect(handle.snapshot().steps.map(({ open }) => open)).toEqual([undefined, "waiting", undefined]);
    const result = await clock.settle(handle.result);
    expect(result.steps[1]).toMatchObject({ startedAt: 5_000, queuedSeconds: 0, seconds: 0, error: null });
  });

  it.each([
    { title: "the deadline", options: { budget: { maxSeconds: 3 } }, cancel: false, error: "timeout", reason: { name: "TimeoutError", message: "the deadline of agent 'lead' passed after 3 s" } },
    { title: "a cancel", options: {}, cancel: true, error: "cancelled", reason: { name: "Error", message: "enough" } },
  ])("ends at $title, and its signal says so", async ({ options, cancel, error, reason }) => {
    const clock = virtualClock();
    const signals: AbortSignal[] = [];
    const approve = ({ signal }: ApprovalRequest): Promise<boolean> => (signals.push(signal), new Promise(() => undefined));
    const { agent, done } = castOf(clock, numbers(3).map((number) => remove(`${number}`)));
    const { handle, engine, events } = watch(agent, "go", { clock, approve, ...options });
    await clock.advance(2);
    if (cancel) handle.cancel(new Error("enough"));

    const result = await clock.settle(handle.result);

    expect(result.stopReason).toBe(error);
    expect(result.steps.slice(1).map((step) => step.error)).toEqual([error, error, error]);
    expect(signals.map(({ aborted, reason: given }) => [aborted, given as Error])).toMatchObject([[true, reason]]);
    expect(done).toEqual([]);
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });

  it("is dropped when its answer comes after the end", async () => {
    const clock = virtualClock();
    const { agent, done } = castOf(clock, [remove("a")]);
    const approve = (): Promise<boolean> => new Promise((resolve) => clock.setTimeout(() => resolve(true), 9_000));
    const { handle, engine, events } = watch(agent, "go", { clock, approve, budget: { maxSeconds: 3 } });

    const result = await clock.settle(handle.result);
    await clock.advance(20);

    expect([result.stopReason, done]).toEqual(["timeout", []]);
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });
});

describe("refused calls", () => {
  it("are steps and count like any other call", async () => {
    const { result } = await play([remove("a"), remove("b"), look], { approve: () => false, budget: { maxToolCalls: 2 } });

    expect(result).toMatchObject({ stopReason: "max_tool_calls", toolCalls: ["remove", "remove"] });
    expect(allSteps(result.steps).map(({ name, seconds }) => [name, seconds])).toEqual([["chat", 0], ["remove", 0], ["remove", 0]]);
  });
});
