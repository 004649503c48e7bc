import { describe, expect, test } from "vitest";
import { z } from "zod";
import { delegate, scripted, tool, type AgentLogic, type DelegateOptions } from "../../../src/index.ts";
import { allSteps, leftoversOf, watch, type Watched } from "../../support/quiet.ts";
import { agent, ask, asks } from "../conformance/cast.ts";

/** Every function that a run calls may cancel that very run: nothing starts behind it, and every step ends once. */

type Cut = () => void;

/** Plays an agent whose own functions are handed the means to cancel its run. */
async function cutWithin(make: (cut: Cut) => AgentLogic) {
  const begun: Watched[] = [];
  const watched = watch(make(() => begun[0]?.handle.cancel("enough")), "Do it.", { approve: () => true });
  begun.push(watched);
  const run = await watched.handle.result;
  const steps = allSteps(run.steps).map(({ id, error }) => `${id}: ${error}`);
  const outcomes = run.steps.flatMap((step) => (step.kind === "agent" ? [step.outcome] : []));
  return { run, steps, outcomes, leftovers: leftoversOf({ run, engine: watched.engine, events: watched.events }) };
}

/** What a function of the caller's does after it has cancelled the run. */
const AFTER: readonly { readonly title: string; readonly after: () => unknown }[] = [
  { title: "passes", after: () => "fine" },
  { title: "returns what is wrong", after: () => false },
  {
    title: "throws",
    after: () => {
      throw new Error("no");
    },
  },
  { title: "is async", after: () => Promise.resolve(true) },
];

function checking(cut: Cut, after: () => unknown): z.ZodType {
  return z.any().refine(() => {
    cut();
    return after();
  });
}

/** A goal builder or a conclusion. */
function building(cut: Cut, after: () => unknown): () => string {
  return () => {
    cut();
    return after() as string; // that it may be none is what is tested
  };
}

describe("a check of arguments that cancels the run and then", () => {
  const kinds = [{}, { exclusive: true }, { needsApproval: true }];
  const cases = AFTER.flatMap((each) => kinds.map((kind) => ({ ...each, kind })));

  test.each(cases)("$title keeps the tool from running: $kind", async ({ after, kind }) => {
    let calls = 0;
    const { steps, leftovers } = await cutWithin((cut) => {
      const execute = (): number => (calls += 1);
      const checked = tool({ name: "checked", description: "Checks.", parameters: z.object({ a: checking(cut, after) }), execute, ...kind });
      return agent("lead", [asks(["checked", { a: 1 }], ["checked", { a: 2 }]), "fine"], { tools: [checked] });
    });

    expect({ calls, steps, leftovers }).toEqual({
      calls: 0,
      steps: ["0#1: null", "0#1.0: cancelled", "0#1.1: cancelled"],
      leftovers: [],
    });
  });

  test.each(AFTER)("$title keeps the specialist from starting", async ({ after }) => {
    const { steps, outcomes, leftovers } = await cutWithin((cut) => {
      const terms: DelegateOptions = { parameters: z.object({ goal: checking(cut, after) }) };
      return agent("lead", [asks(ask("helper")), "fine"], { team: [delegate(agent("helper", ["done"]), terms)] });
    });

    expect({ steps, outcomes, leftovers }).toEqual({ steps: ["0#1: null", "0#1.0: cancelled"], outcomes: ["cancelled"], leftovers: [] });
  });
});

describe("a goal builder that cancels the run and then", () => {
  test.each(AFTER)("$title leaves one delegation, cancelled", async ({ after }) => {
    const { steps, outcomes, leftovers } = await cutWithin((cut) => {
      const goal = building(cut, after);
      return agent("lead", [asks(ask("helper")), "fine"], { team: [delegate(agent("helper", ["done"]), { goal })] });
    });

    expect({ steps, outcomes, leftovers }).toEqual({ steps: ["0#1: null", "0#1.0: cancelled"], outcomes: ["cancelled"], leftovers: [] });
  });
});

describe("a conclusion that cancels the run and then", () => {
  test.each(AFTER)("$title leaves one delegation, cancelled, with everything its specialist used", async ({ after }) => {
    const helper = agent("helper", scripted([{ text: "done", usage: { inputTokens: 10, outputTokens: 2 } }]));
    const { run, steps, outcomes } = await cutWithin((cut) => {
      const conclusion = building(cut, after);
      return agent("lead", [asks(ask("helper")), "fine"], { team: [delegate(helper, { conclusion })] });
    });

    expect({ steps, outcomes, totalSteps: run.totalSteps, faults: leftoversOf({ run }) }).toEqual({
      steps: ["0#1: null", "0#1.0: cancelled", "0/1.0#1: null"],
      outcomes: ["cancelled"],
      totalSteps: 3,
      faults: [],
    });
  });

  test("tells of the end of its step once", async () => {
    let ended = 0;
    const begun: Watched[] = [];
    const conclusion = building(() => begun[0]?.handle.cancel(), () => "picked");
    const lead = agent("lead", [asks(ask("helper")), "fine"], { team: [delegate(agent("helper", ["done"]), { conclusion })] });
    const watched = watch(lead, "Do it.", {
      onEvent: (event) => {
        if (event.type === "step.ended" && event.step.kind === "agent") ended += 1;
      },
    });
    begun.push(watched);
    await watched.handle.result;

    expect(ended).toBe(1);
  });
});
