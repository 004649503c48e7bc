import { setImmediate } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { delegate, run, type AgentLogic, type AgentStep, type DelegateOptions, type RunOptions } from "../../../src/index.ts";
import { agent, ask, asks } from "../conformance/cast.ts";

/** A promise where a plain value belongs is refused; that it is rejected later must not end the process. */

const rejecting = (): never => Promise.reject(new Error("too late")) as never; // no type would let it through

/** What nobody handled while `work` ran and in the turns of the event loop right after. */
async function unhandledDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  await work().catch(() => undefined);
  await setImmediate();
  await setImmediate();
  process.off("unhandledRejection", note);
  return unhandled;
}

async function delegationOf(terms: DelegateOptions): Promise<AgentStep | undefined> {
  const lead = agent("lead", [asks(ask("helper")), "fine"], { team: [delegate(agent("helper", ["done"]), terms)] });
  return (await run(lead, "Do it.")).steps.find((step) => step.kind === "agent");
}

describe("a rejected promise is handled", () => {
  const withOptions = (options: RunOptions) => () => run(agent("lead", ["fine"]), "Do it.", options);
  const lazy = (): AgentLogic => agent("lead", ["fine"], { team: rejecting });

  test.each<{ title: string; work: () => Promise<unknown> }>([
    { title: "from a goal builder", work: () => delegationOf({ goal: rejecting }) },
    { title: "from a conclusion", work: () => delegationOf({ conclusion: rejecting }) },
    { title: "from ids", work: withOptions({ ids: rejecting }) },
    { title: "from the clock", work: withOptions({ clock: { now: rejecting, setTimeout: () => 0, clearTimeout: () => undefined } }) },
    { title: "from a team", work: () => run(lazy(), "Do it.") },
    { title: "from an inspector", work: withOptions({ inspect: rejecting }) },
    { title: "from an observer", work: withOptions({ onEvent: rejecting }) },
    { title: "of another realm, from an observer", work: withOptions({ onEvent: () => runInNewContext("Promise.reject(new Error('too late'))") as never }) },
  ])("$title", async ({ work }) => {
    expect(await unhandledDuring(work)).toEqual([]);
  });
});

test("a goal builder and a conclusion that return promises make one outcome each", async () => {
  const outcomes = [await delegationOf({ goal: rejecting }), await delegationOf({ conclusion: rejecting })];

  expect(outcomes.map((step) => [step?.outcome, step?.observation])).toEqual([
    ["refused", "AgentToolError: invalid arguments for ask_helper: goal: must not be blank"],
    ["failed", "[stopped: error] the conclusion of 'helper' must be a text"],
  ]);
});
