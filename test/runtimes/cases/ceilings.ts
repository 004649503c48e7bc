import { delegate, type BudgetOptions, type ModelPrice, type ScriptedReply } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing, echo, played } from "../support/cast.ts";

const tools = [echo];
const PRICE: ModelPrice = { input: 1, output: 2, cached: 0.5 };
const usage = { inputTokens: 100, outputTokens: 50, cachedTokens: 40, reasoningTokens: 10 };
const half = { text: "half of it", usage };

/** A lead with one specialist that has these ceilings and these turns. */
function cut(name: string, budget: BudgetOptions, turns: readonly ScriptedReply[]) {
  const below = agent("below", played([{ text: "deep", usage }], PRICE));
  const child = agent("child", played(turns, PRICE), { tools, team: [below], budget });
  return agent(name, played([{ ...asks(ask("child")), usage }, { text: "done", usage }], PRICE), { team: [child] });
}

const dear = { inputTokens: 900, outputTokens: 600 };

/** A specialist that one of its own ceilings cuts: what it had done is kept, and its parent goes on. */
export const ceilings: readonly RuntimeCase[] = [
  {
    title: "a specialist whose steps are used up is cut",
    lead: cut("own-steps", { maxSteps: 4 }, [{ ...half, ...asks("echo") }, { ...half, ...asks("echo", "echo") }]),
    expected: [
      "completed: done",
      "0/1.0: maxSteps 4 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '  chat "half of it" -> echo',
      "  echo {} = echoed",
      '  chat "half of it" -> echo; not run: echo (max_steps)',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose tool calls are used up is cut",
    lead: cut("own-tool-calls", { maxToolCalls: 1 }, [{ ...half, ...asks("echo", "echo", ask("below")) }]),
    expected: [
      "completed: done",
      "0/1.0: maxToolCalls 1 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] half of it',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls), ask_below (max_tool_calls)',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose delegations are used up is cut",
    lead: cut("own-delegations", { maxDelegations: 1 }, [{ ...half, ...asks(ask("below"), ask("below"), "echo") }]),
    expected: [
      "completed: done",
      "0/1.0: maxDelegations 1 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_delegations] half of it',
      '  chat "half of it" -> ask_below; not run: ask_below (max_delegations), echo (max_delegations)',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose tokens are used up, those below it included, is cut",
    lead: cut("own-tokens", { maxTokens: 400 }, [{ ...half, ...asks(ask("below")) }, { ...half, ...asks("echo") }, half]),
    expected: [
      "completed: done",
      "0/1.0: maxTokens 400 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tokens] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose money is used up, that of those below it included, is cut",
    lead: cut("own-cost", { maxCost: 0.0005 }, [{ ...half, ...asks(ask("below")) }, { ...half, ...asks("echo") }, half]),
    expected: [
      "completed: done",
      "0/1.0: maxCost 0.0005 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_cost] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "done"',
    ],
  },
  {
    title: "an answer that takes more than was set aside is booked in full, and ends the specialist",
    lead: cut("overdrawn", { maxTokens: 1_000 }, [{ ...asks("echo"), text: "too long", usage: dear }]),
    expected: [
      "completed: done",
      "0/1.0: maxTokens 1000 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tokens] too long',
      '  chat "too long" -> nothing; not run: echo (max_tokens)',
      'chat "done"',
    ],
  },
  {
    title: "an answer that takes too much is laid to the ceiling that has least left, not to the nearest one",
    lead: agent("overdrawn-pool", [{ ...asks(ask("child")), usage }, "done"], {
      team: [
        agent("child", [
          { ...asks("echo"), text: "too long", usage: { inputTokens: 150, outputTokens: 100 } },
        ], { tools, budget: { maxTokens: 5_000 }, maxOutputTokens: 100 }),
      ],
      maxOutputTokens: 100,
    }),
    options: { pool: { maxTokens: 600 } },
    expected: [
      "completed: done",
      "0/1.0: maxTokens 600 of the pool",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tokens] too long',
      '  chat "too long" -> nothing; not run: echo (max_tokens)',
      'chat "done"',
    ],
  },
  {
    title: "a specialist that wraps up answers once more when its steps are used up",
    lead: cut("wraps-up", { maxSteps: 4, wrapUp: true }, [
      { ...half, ...asks("echo") },
      { ...half, ...asks("echo") },
      { text: "the best I have", usage },
    ]),
    expected: [
      "completed: done",
      "0/1.0: maxSteps 4 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] the best I have',
      '  chat "half of it" -> echo',
      "  echo {} = echoed",
      '  chat "half of it" -> nothing; not run: echo (max_steps)',
      '  chat "the best I have"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist that wraps up answers once more when its tool calls are used up",
    lead: cut("wraps-up-early", { maxToolCalls: 1, wrapUp: true }, [
      { ...half, ...asks("echo", "echo") },
      { text: "the best I have", usage },
    ]),
    expected: [
      "completed: done",
      "0/1.0: maxToolCalls 1 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] the best I have',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      '  chat "the best I have"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose own time is up ends alone",
    lead: agent("own-seconds", [asks(ask("child"), ask("quick")), "done"], {
      team: [agent("child", [{ text: "late", delaySeconds: 60 }], { budget: { maxSeconds: 1 } }), agent("quick", ["at once"])],
    }),
    options: { pool: { maxTokens: 50_000 } },
    expected: [
      "completed: done",
      "0/1.0: maxSeconds 1 of the budget",
      'chat "" -> ask_child, ask_quick',
      'ask_child {"goal":"Help."} timed_out = [stopped: timeout] (the sub-agent produced no answer) ! timeout',
      '  chat "" ! timeout',
      'ask_quick {"goal":"Help."} answered = at once',
      '  chat "at once"',
      'chat "done"',
    ],
  },
  {
    title: "the time of the root ends everyone below it, on every level, and what was done is kept",
    lead: agent("root-seconds", [asks(ask("child"), ask("quick"))], {
      team: [
        agent("child", [{ text: "half of it", ...asks(ask("below")) }], {
          team: [agent("below", [{ text: "late", delaySeconds: 60 }])],
        }),
        agent("quick", ["at once"]),
      ],
      budget: { maxSeconds: 3 },
    }),
    expected: [
      "timeout: ",
      "0: maxSeconds 3 of the budget",
      "0/1.0: maxSeconds 3 of the pool",
      "0/1.0/1.0: maxSeconds 3 of the pool",
      'chat "" -> ask_child, ask_quick',
      'ask_child {"goal":"Help."} timed_out = [stopped: timeout] half of it ! timeout',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} timed_out = [stopped: timeout] (the sub-agent produced no answer) ! timeout',
      '    chat "" ! timeout',
      'ask_quick {"goal":"Help."} answered = at once',
      '  chat "at once"',
    ],
  },
  {
    title: "the time of a specialist ends its tools and those below it",
    lead: agent("middle-seconds", [asks(ask("child")), "done"], {
      team: [
        agent("child", [{ text: "half of it", ...asks("hang", ask("below")) }], {
          tools: [doing("hang", () => new Promise(() => undefined))],
          team: [agent("below", [{ text: "late", delaySeconds: 60 }])],
          budget: { maxSeconds: 2 },
        }),
      ],
    }),
    expected: [
      "completed: done",
      "0/1.0: maxSeconds 2 of the budget",
      "0/1.0/1.1: maxSeconds 2 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} timed_out = [stopped: timeout] half of it ! timeout',
      '  chat "half of it" -> hang, ask_below',
      "  hang {} !=  ! timeout",
      '  ask_below {"goal":"Help."} timed_out = [stopped: timeout] (the sub-agent produced no answer) ! timeout',
      '    chat "" ! timeout',
      'chat "done"',
    ],
  },
];

/** A lead that lends its specialist a share of what it has. */
function lent(
  name: string,
  share: Parameters<typeof delegate>[1],
  { budget = {}, turns }: { readonly budget?: BudgetOptions; readonly turns: readonly ScriptedReply[] },
) {
  const below = agent("below", played([{ text: "deep", usage }], PRICE));
  const child = agent("child", played(turns, PRICE), { tools, team: [below] });
  return agent(name, played(
    [{ ...asks(ask("child")), usage }, { ...asks(ask("child")), usage }, { text: "done", usage }],
    PRICE,
  ), { team: [delegate(child, share)], budget });
}

/** A specialist that the share which was handed down to it cuts. */
export const shares: readonly RuntimeCase[] = [
  {
    title: "a share of steps counts those below, cuts at its end, and what it leaves returns",
    lead: lent("share-steps", { share: { maxSteps: 3 } }, { turns: [{ ...half, ...asks(ask("below"), "echo") }] }),
    expected: [
      "completed: done",
      "0/1.0: maxSteps 3 of the share",
      "0/1.0/1.0: maxSteps 3 of the share",
      "0/2.0: maxSteps 3 of the share",
      "0/2.0/1.0: maxSteps 3 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '  chat "half of it" -> ask_below, echo',
      '  ask_below {"goal":"Help."} partial = [stopped: max_steps] (the sub-agent produced no answer)',
      "  echo {} = echoed",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '  chat "half of it" -> ask_below, echo',
      '  ask_below {"goal":"Help."} partial = [stopped: max_steps] (the sub-agent produced no answer)',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a share of tool calls cuts at its end",
    lead: lent("share-tool-calls", { share: { maxToolCalls: 1 } }, { turns: [{ ...half, ...asks("echo", "echo") }] }),
    expected: [
      "completed: done",
      "0/1.0: maxToolCalls 1 of the share",
      "0/2.0: maxToolCalls 1 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] half of it',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] half of it',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a share of tokens cuts at its end",
    lead: lent("share-tokens", { share: { maxTokens: 450 } }, {
      turns: [{ ...half, ...asks(ask("below")) }, { ...half, ...asks("echo") }, half],
    }),
    expected: [
      "completed: done",
      "0/1.0: maxTokens 450 of the share",
      "0/2.0: maxTokens 450 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tokens] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tokens] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "done"',
    ],
  },
  {
    title: "a share of money cuts at its end",
    lead: lent("share-cost", { share: { maxCost: 0.0005 } }, {
      turns: [{ ...half, ...asks(ask("below")) }, { ...half, ...asks("echo") }, half],
    }),
    expected: [
      "completed: done",
      "0/1.0: maxCost 0.0005 of the share",
      "0/2.0: maxCost 0.0005 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_cost] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_cost] half of it',
      '  chat "half of it" -> ask_below',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      'chat "done"',
    ],
  },
  {
    title: "a share of a share is of what that has free",
    lead: agent("share-of-share", [asks(ask("middle")), "done"], {
      team: [
        delegate(
          agent("middle", [asks(ask("child"), "echo"), asks(ask("child")), "back"], {
            tools,
            team: [
              delegate(
                agent("child", [{ text: "half of it", ...asks("echo", "echo", "echo", "echo") }], { tools }),
                { share: 0.5 },
              ),
            ],
          }),
          { share: { maxSteps: 10, maxToolCalls: 6 } },
        ),
      ],
    }),
    expected: [
      "completed: done",
      "0/1.0/1.0: maxSteps 3 of the share",
      "0/1.0/2.0: maxSteps 1 of the share",
      'chat "" -> ask_middle',
      'ask_middle {"goal":"Help."} answered = back',
      '  chat "" -> ask_child, echo',
      '  ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '    chat "half of it" -> echo, echo; not run: echo (max_steps), echo (max_steps)',
      "    echo {} = echoed",
      "    echo {} = echoed",
      "  echo {} = echoed",
      '  chat "" -> ask_child',
      '  ask_child {"goal":"Help."} partial = [stopped: max_steps] half of it',
      '    chat "half of it" -> nothing; not run: echo (max_steps), echo (max_steps), echo (max_steps), echo (max_steps)',
      '  chat "back"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist wraps up at the end of its share",
    lead: agent("share-wraps-up", [asks(ask("child")), "done"], {
      team: [
        delegate(
          agent("child", [
            { text: "half of it", ...asks("echo", "echo") },
            "the best I have",
          ], { tools, budget: { wrapUp: true } }),
          { share: { maxSteps: 3, maxToolCalls: 1 } },
        ),
      ],
    }),
    expected: [
      "completed: done",
      "0/1.0: maxToolCalls 1 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] the best I have',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      '  chat "the best I have"',
      'chat "done"',
    ],
  },
  {
    title: "a fraction is of everything that has a ceiling, and of what is free when it is asked for",
    lead: lent("share-fraction", { share: 0.25 }, {
      budget: { maxTokens: 10_001, maxCost: 0.05, maxToolCalls: 7 },
      turns: [{ ...half, ...asks("echo", "echo") }],
    }),
    options: { pool: { maxSteps: 42 } },
    expected: [
      "completed: done",
      "0/1.0: maxToolCalls 1 of the share",
      "0/2.0: maxToolCalls 1 of the share",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] half of it',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_tool_calls] half of it',
      '  chat "half of it" -> echo; not run: echo (max_tool_calls)',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
];
