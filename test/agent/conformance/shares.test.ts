import { describe, expect, test } from "vitest";
import {
  delegate,
  ModelError,
  scripted,
  type AgentStep,
  type DelegateOptions,
  type Run,
  type ScriptedReply,
} from "../../../src/index.ts";
import { agent, ask, asks, doing, echo, never, play, type PlayOptions } from "./cast.ts";

/** What a delegation carves out of its parent's balance, and what comes back when it ends. */

type Definition = NonNullable<Parameters<typeof agent>[2]>;

const PRICE = { input: 1, output: 1 }; // a micro-unit of money per token
const usage = (tokens: number) => ({ inputTokens: tokens, outputTokens: 0 });

/** `tokens 2250 share` for each resource of the account opened at a path, in the order in which they were granted. */
function grants({ ledger }: Run, path: string): string[] {
  const first = new Map(
    ledger
      .filter((entry) => entry.path === path)
      .map((entry) => [entry.resource, entry] as const)
      .reverse(),
  );
  return [...first.values()].reverse().map(({ resource, granted, scope }) => `${resource} ${granted} ${scope}`);
}

/** The last standing of one resource of the account at a path. */
function closed({ ledger }: Run, path: string, resource: string) {
  const entry = ledger.findLast((each) => each.path === path && each.resource === resource);
  return entry && { granted: entry.granted, reserved: entry.reserved, spent: entry.spent, refunded: entry.refunded };
}

interface Lending {
  readonly terms?: DelegateOptions;
  readonly child?: Definition;
  readonly lead?: Definition;
  readonly options?: PlayOptions;
}

/** A lead that spends 1 000 tokens on its first turn and asks one specialist, who spends 100. */
async function lend({ terms = {}, child = {}, lead = {}, options = {} }: Lending): Promise<Run> {
  const specialist = agent("child", scripted([{ text: "found", usage: usage(100) }], { price: PRICE }), child);
  const model = scripted(
    [
      { ...asks(ask("child")), usage: usage(1000) },
      { text: "done", usage: usage(0) },
    ],
    { price: PRICE },
  );
  return play(agent("lead", model, { team: [delegate(specialist, terms)], ...lead }), options);
}

describe("a share", () => {
  const rows: readonly (Lending & { readonly title: string; readonly granted: readonly string[] })[] = [
    {
      title:
        "a fraction is of what the parent has free when the delegation is admitted, of everything that has a ceiling, rounded down",
      terms: { share: 0.25 },
      lead: { budget: { maxTokens: 10_001, maxCost: 0.005, maxToolCalls: 7 } },
      options: { pool: { maxSteps: 42 } },
      granted: ["steps 10 share", "toolCalls 1 share", "tokens 2250 share", "cost 1000 share"],
    },
    {
      title: "a fraction of what has no ceiling is no ceiling",
      terms: { share: 0.5 },
      options: { pool: { maxSteps: 10 } },
      granted: ["steps 4 share"],
    },
    {
      title: "a fraction of 1 is everything, up to the specialist's own ceilings",
      terms: { share: 1 },
      child: { budget: { maxSteps: 3, maxTokens: 500 } },
      lead: { budget: { maxTokens: 5000 } },
      granted: ["steps 3 share", "tokens 500 share"],
    },
    {
      title: "amounts are carved as they are",
      terms: { share: { maxTokens: 2000, maxCost: 0.0015, maxSteps: 2, maxToolCalls: 0 } },
      lead: { budget: { maxTokens: 10_000, maxCost: 1 } },
      granted: ["steps 2 share", "toolCalls 0 share", "tokens 2000 share", "cost 1500 share"],
    },
    {
      title: "amounts are at most what the parent has free",
      terms: { share: { maxTokens: 20_000, maxSteps: 99 } },
      lead: { budget: { maxTokens: 10_000 } },
      options: { pool: { maxSteps: 8 } },
      granted: ["steps 6 share", "tokens 9000 share"],
    },
    {
      title: "amounts may set a ceiling where the parent has none",
      terms: { share: { maxTokens: 2000 } },
      granted: ["tokens 2000 share"],
    },
    {
      title: "without a share the specialist's own ceilings on tokens and money bound what it draws from its parent",
      child: { budget: { maxTokens: 800, maxCost: 0.002 } },
      lead: { budget: { maxTokens: 10_000 } },
      granted: ["tokens 800 budget", "cost 2000 budget"],
    },
    {
      title: "without a share and ceilings the specialist has no account of its own",
      lead: { budget: { maxTokens: 10_000 } },
      granted: [],
    },
  ];
  test.each(rows)("$title", async ({ granted, ...lending }) => {
    const run = await lend(lending);

    expect(grants(run, "0/1.0")).toEqual(granted);
    expect((run.steps[1] as AgentStep).outcome).toBe("answered");
  });

  test("is granted in call order, the second a fraction of what the first has left, while both are open", async () => {
    const child = agent("child", [
      { text: "one", delaySeconds: 2 },
      { text: "two", delaySeconds: 1 },
    ]);
    const lead = agent("lead", [asks(ask("child"), ask("child")), "done"], { team: [delegate(child, { share: 0.5 })] });

    const run = await play(lead, { pool: { maxSteps: 23 } });

    expect([grants(run, "0/1.0"), grants(run, "0/1.1")]).toEqual([["steps 10 share"], ["steps 5 share"]]);
  });

  test("of a share comes out of that share", async () => {
    const inner = agent("inner", ["deep"]);
    const mid = agent("mid", [asks(ask("inner")), "back"], { team: [delegate(inner, { share: 0.5 })] });

    const run = await play(
      agent("lead", [asks(ask("mid")), "done"], { team: [delegate(mid, { share: { maxSteps: 10, maxToolCalls: 3 } })] }),
    );

    expect([grants(run, "0/1.0"), grants(run, "0/1.0/1.0")]).toEqual([
      ["steps 10 share", "toolCalls 3 share"],
      ["steps 4 share", "toolCalls 1 share"],
    ]);
  });

  const empty: readonly (Lending & { readonly title: string; readonly nothing: string })[] = [
    { title: "tokens", terms: { share: 0.1 }, lead: { budget: { maxTokens: 1009 } }, nothing: "0 tokens" },
    { title: "money", terms: { share: 0.1 }, lead: { budget: { maxCost: 0.001009 } }, nothing: "0 of money" },
    { title: "steps", terms: { share: 0.1 }, options: { pool: { maxSteps: 11 } }, nothing: "0 steps" },
  ];
  test.each(empty)("that comes to no $title refuses the delegation, and nothing is taken", async ({ nothing, ...lending }) => {
    const run = await lend(lending);

    const { outcome, observation, children } = run.steps[1] as AgentStep;
    expect({ outcome, observation, children, granted: grants(run, "0/1.0"), agents: run.pool.spent.agents }).toEqual({
      outcome: "refused",
      observation: `AgentToolError: delegation refused: the share comes to ${nothing} (at least 1 is needed). Answer with what you have.`,
      children: [],
      granted: [],
      agents: 0,
    });
  });

  test("of no tool call refuses nothing: the specialist can still answer", async () => {
    const run = await lend({ terms: { share: 0.5 }, lead: { budget: { maxToolCalls: 1 } } });

    expect(grants(run, "0/1.0")).toContain("toolCalls 0 share");
    expect((run.steps[1] as AgentStep).outcome).toBe("answered");
  });
});

describe("what a share did not use", () => {
  const ends: readonly (readonly [
    title: string,
    outcome: string,
    replies: readonly ScriptedReply[],
    rest: Definition,
    terms: DelegateOptions,
    spent: number,
  ])[] = [
    ["it answered", "answered", [{ text: "found", usage: usage(100) }], {}, {}, 100],
    [
      "it failed",
      "failed",
      [
        { ...asks("echo"), usage: usage(100) },
        { error: new ModelError("down", { usage: { inputTokens: 50, outputTokens: 0 } }) },
      ],
      { tools: [echo] },
      {},
      150,
    ],
    ["it was cut", "partial", [{ ...asks("echo"), usage: usage(100) }], { tools: [echo], budget: { maxSteps: 1 } }, {}, 100],
    [
      "its time was up",
      "timed_out",
      [{ ...asks("hang"), usage: usage(100) }],
      { tools: [doing("hang", never)], budget: { maxSeconds: 1 } },
      {},
      100,
    ],
    [
      "it was cut below its own delegation",
      "answered",
      [
        { ...asks(ask("below")), usage: usage(100) },
        { text: "back", usage: usage(0) },
      ],
      { team: [agent("below", [{ ...asks("echo"), usage: usage(40) }], { tools: [echo], budget: { maxSteps: 1 } })] },
      {},
      140,
    ],
    [
      "its conclusion could not be picked",
      "failed",
      [{ text: "found", usage: usage(100) }],
      {},
      {
        conclusion: () => {
          throw new Error("no");
        },
      },
      100,
    ],
  ];
  test.each(ends)("returns to its parent when %s", async (_title, outcome, replies, rest, terms, spent) => {
    const child = delegate(agent("child", replies, rest), { share: { maxTokens: 6000 }, ...terms });
    const next = delegate(agent("next", [{ text: "found", usage: usage(0) }]), { share: 1 });
    const model = scripted([
      { ...asks(ask("child")), usage: usage(1000) },
      { ...asks(ask("next")), usage: usage(0) },
      { text: "done", usage: usage(0) },
    ]);

    const run = await play(agent("lead", model, { team: [child, next], budget: { maxTokens: 10_000 } }));

    expect({
      outcome: (run.steps[1] as AgentStep).outcome,
      carved: closed(run, "0/1.0", "tokens"),
      next: grants(run, "0/2.0").at(-1),
      pool: closed(run, "0", "tokens"),
    }).toEqual({
      outcome,
      carved: { granted: 6000, reserved: 0, spent, refunded: 6000 - spent },
      next: `tokens ${9000 - spent} share`,
      pool: { granted: 10_000, reserved: 0, spent: 1000 + spent, refunded: 9000 - spent },
    });
  });

  test("returns also when the whole run is cut in the middle of it", async () => {
    const child = delegate(agent("child", [{ ...asks("hang"), usage: usage(100) }], { tools: [doing("hang", never)] }), {
      share: { maxTokens: 6000 },
    });
    const model = scripted([{ ...asks(ask("child")), usage: usage(1000) }]);

    const run = await play(agent("lead", model, { team: [child], budget: { maxTokens: 10_000, maxSeconds: 5 } }));

    expect([closed(run, "0/1.0", "tokens"), closed(run, "0", "tokens")]).toEqual([
      { granted: 6000, reserved: 0, spent: 100, refunded: 5900 },
      { granted: 10_000, reserved: 0, spent: 1100, refunded: 8900 },
    ]);
  });
});
