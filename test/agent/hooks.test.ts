import { describe, expect, test, vi } from "vitest";
import { DefinitionError, delegate, fromAgent, scripted, type Hooks, type Run } from "../../src/index.ts";
import { agent, ask, asks, echo, never, doing, play } from "./conformance/cast.ts";
import { HOOK_NAMES } from "../../src/core/hook.ts";

/** Hooks that write down what they are told, in order. */
function recording(told: string[]): Hooks {
  return {
    runStarted: ({ path, agent: name, goal, depth }) => told.push(`${path} ${name} runStarted ${goal} ${depth}`),
    turnStarted: ({ path, turn }) => told.push(`${path} turnStarted ${turn}`),
    modelAnswered: ({ path, step }) => told.push(`${path} modelAnswered ${step.id} ${step.output}`),
    toolStarted: ({ path, step, callId }) => told.push(`${path} toolStarted ${step.id} ${callId}`),
    toolEnded: ({ path, step }) => told.push(`${path} toolEnded ${step.id} ${step.observation}`),
    delegationStarted: ({ path, step }) => told.push(`${path} delegationStarted ${step.id} ${step.agent}`),
    delegationEnded: ({ path, step }) => told.push(`${path} delegationEnded ${step.id} ${step.outcome} ${step.totalSteps}`),
    runEnded: ({ path, run }) => told.push(`${path} runEnded ${run.stopReason} ${run.output} ${run.totalSteps}`),
  };
}

describe("hooks", () => {
  test("are told of a whole run, in order, with path and agent", async () => {
    const told: string[] = [];
    const child = agent("child", ["from below"]);
    await play(agent("lead", [asks("echo"), asks(ask("child")), "done"], { tools: [echo], team: [delegate(child)], hooks: recording(told) }));

    expect(told).toEqual([
      "0 lead runStarted Do it. 0",
      "0 turnStarted 1",
      "0 modelAnswered 0#1 ",
      "0 toolStarted 0#1.0 call_1_0",
      "0 toolEnded 0#1.0 echoed",
      "0 turnStarted 2",
      "0 modelAnswered 0#2 ",
      "0 delegationStarted 0#2.0 child",
      "0 delegationEnded 0#2.0 answered 2",
      "0 turnStarted 3",
      "0 modelAnswered 0#3 done",
      "0 runEnded completed done 6",
    ]);
  });

  test("belong to the agent that defines them, with its own run at the end", async () => {
    const told: string[] = [];
    const runs: Run[] = [];
    const child = agent("child", ["from below"], { hooks: [recording(told), { runEnded: ({ run }) => runs.push(run) }] });
    await play(agent("lead", [asks(ask("child")), "done"], { team: [delegate(child)] }));

    expect(told).toEqual(["0/1.0 child runStarted Help. 1", "0/1.0 turnStarted 1", "0/1.0 modelAnswered 0/1.0#1 from below", "0/1.0 runEnded completed from below 1"]);
    expect(runs.map(({ id, agent: name, output }) => [id, name, output])).toEqual([["run-1:0/1.0", "child", "from below"]]);
  });

  test("case 24, case 27: the run is told once, at its end, with the agent's name", async () => {
    const runs: Run[] = [];
    const played = await play(agent("clerk", ["done"], { hooks: { runEnded: ({ run }) => void runs.push(run) } }));

    expect(runs.map((run) => JSON.stringify(run))).toEqual([JSON.stringify(played)]);
  });

  test("case 25 (decided otherwise): a run that is cancelled is told, too, with all it has done", async () => {
    const runs: Run[] = [];
    const controller = new AbortController();
    const stuck = doing("stuck", () => { controller.abort(); return never(); });
    await play(agent("clerk", [asks("stuck")], { tools: [stuck], hooks: { runEnded: ({ run }) => void runs.push(run) } }), { signal: controller.signal });

    expect(runs.map(({ stopReason, totalSteps }) => ({ stopReason, totalSteps }))).toEqual([{ stopReason: "cancelled", totalSteps: 2 }]);
  });

  test.each(HOOK_NAMES)("case 28: a %s that throws or rejects is reported once and changes nothing", async (name) => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const seen: string[] = [];
    const bad = { [name]: () => { seen.push(name); throw new Error("hook down"); } };
    const worse = { [name]: async () => { throw new Error("hook down, later"); } };
    const child = agent("child", ["from below"]);
    const script = [asks("echo", ask("child")), "done"];
    const plain = await play(agent("lead", script, { tools: [echo], team: [delegate(child)] }));
    const again = agent("child", ["from below"]);
    const hooked = await play(agent("lead", script, { tools: [echo], team: [delegate(again)], hooks: [bad, worse] }));
    await Promise.resolve();

    expect(JSON.stringify(hooked)).toBe(JSON.stringify(plain));
    expect(seen.length).toBeGreaterThan(0);
    expect(warn.mock.calls.map(([message]) => message)).toEqual(["an observer of run run-1 threw and was ignored: Error: hook down"]);
    warn.mockRestore();
  });

  test("case 29: a run's time and its agent's name are there to be measured", async () => {
    const measured: unknown[] = [];
    await play(agent("clerk", [{ text: "done", delaySeconds: 2 }], { hooks: { runEnded: ({ agent: name, run }) => measured.push([name, run.seconds]) } }));

    expect(measured).toEqual([["clerk", 2]]);
  });

  test("cannot change the run: what they are given is a copy", async () => {
    const hooks: Hooks = {
      modelAnswered: ({ step }) => void (step.output = "changed"),
      toolEnded: ({ step }) => void (step.observation = "changed"),
      runEnded: ({ run }) => void (run.output = "changed"),
    };
    const played = await play(agent("lead", [asks("echo"), "done"], { tools: [echo], hooks }));

    expect([played.output, played.steps[1]?.observation, played.steps[2]?.output]).toEqual(["done", "echoed", "done"]);
  });

  test("see lengths in place of texts where contents are not kept", async () => {
    const outputs: string[] = [];
    await play(agent("lead", ["done"], { hooks: { modelAnswered: ({ step }) => outputs.push(step.output), runEnded: ({ run }) => outputs.push(run.output) } }), { contents: false });

    expect(outputs).toEqual(["[4 characters]", "[4 characters]"]);
  });

  test.each([{ hooks: { onEnd: () => undefined } }, { hooks: { runEnded: "no function" } }, { hooks: "none" }, { hooks: [null] }])("wrong hooks are refused: %j", ({ hooks }) => {
    expect(() => fromAgent({ name: "lead", model: scripted([]), hooks: hooks as never })).toThrow(DefinitionError);
  });
});
