import { z } from "zod";
import { skill, type Model, type ModelPrice } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing, echo, played } from "../support/cast.ts";

const PRICE: ModelPrice = { input: 3, output: 15, cached: 0.3 };
const invoicing = skill({
  name: "invoicing",
  description: "Reads invoices.",
  instructions: "Check every line.",
  tools: [doing("parse", () => "total: 120")],
});
/** Fails twice, each time in its own way, before another model answers in its place. */
const standIn: Model = {
  name: "standing-in",
  supportsTools: true,
  price: PRICE,
  respond: async (_request, { onAttempt }) => {
    onAttempt?.({ error: "ModelError: busy", status: 503, waitSeconds: 0.1, usage: { inputTokens: 10, outputTokens: 0 } });
    onAttempt?.({ error: "ModelError: gone", model: "first", price: { input: 1, output: 1 } });
    return {
      text: "found",
      usage: { inputTokens: 100, outputTokens: 20 },
      model: "second",
      price: { input: 2, output: 4 },
      finishReason: "stop",
      reasoning: "hm",
    };
  },
};
const read = (name: string) => ["load_skill", { name }] as const;

/** What grows, and is counted, over the turns of a specialist. */
export const histories: readonly RuntimeCase[] = [
  {
    title: "a skill that a specialist loads brings its tools to the next turn of that specialist alone",
    lead: agent("skilled", [asks(ask("clerk"), "parse"), asks(ask("clerk")), "done"], {
      team: [
        agent("clerk", [
          asks("parse", read("invoicing")),
          asks("parse", read("invoicing"), read("zz")),
          "120",
        ], { skills: [invoicing] }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_clerk, parse',
      'ask_clerk {"goal":"Help."} answered = 120',
      '  chat "" -> parse, load_skill',
      "  parse {} != unknown tool 'parse'; available: load_skill",
      '  load_skill {"name":"invoicing"} = # Skill: invoicing\n\nReads invoices.\n\nCheck every line.\n\nTools now available: parse.',
      '  chat "" -> parse, load_skill, load_skill',
      "  parse {} = total: 120",
      `  load_skill {"name":"invoicing"} = Skill 'invoicing' is already loaded.`,
      `  load_skill {"name":"zz"} != AgentToolError: no skill named 'zz'; available: invoicing`,
      '  chat "120"',
      "parse {} != unknown tool 'parse'; available: ask_clerk",
      'chat "" -> ask_clerk',
      'ask_clerk {"goal":"Help."} answered = 120',
      '  chat "" -> parse, load_skill',
      "  parse {} != unknown tool 'parse'; available: load_skill",
      '  load_skill {"name":"invoicing"} = # Skill: invoicing\n\nReads invoices.\n\nCheck every line.\n\nTools now available: parse.',
      '  chat "" -> parse, load_skill, load_skill',
      "  parse {} = total: 120",
      `  load_skill {"name":"invoicing"} = Skill 'invoicing' is already loaded.`,
      `  load_skill {"name":"zz"} != AgentToolError: no skill named 'zz'; available: invoicing`,
      '  chat "120"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist's long history is summed up, and it goes on from there",
    lead: agent("compacting", [asks(ask("child")), "done"], {
      team: [
        agent(
          "child",
          [
            asks("long"),
            asks("long"),
            ({ tools: { length } }) => (length === 0 ? "all was long" : asks("echo")),
            ({ messages }) => `${messages.length} messages, ${messages[2]?.content}`,
          ],
          { tools: [doing("long", () => "blah ".repeat(24)), echo], compact: { atTokens: 120, keepTurns: 1 } },
        ),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = 5 messages, What you have done so far, summed up:\nall was long',
      '  chat "" -> long',
      "  long {} = blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah ",
      '  chat "" -> long',
      "  long {} = blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah ",
      '  chat "all was long"',
      '  chat "5 messages, What you have done so far, summed up:\\nall was long"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist pages through a result that is too long for it",
    lead: agent("paging", [asks(ask("child")), "done"], {
      team: [
        agent(
          "child",
          [
            asks("long"),
            asks(["read_artifact", { name: "long-1.0.txt", from: 590 }]),
            ({ messages }) => `it read ${messages.at(-1)?.content}`,
          ],
          { tools: [doing("long", () => "0123456789".repeat(60))], maxObservationChars: 250 },
        ),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = it read 0123456789\n(characters 590 to 600 of 600)\n\nProduced: child/long-1.0.txt',
      '  chat "" -> long',
      '  long {} = 01234567890123456789012345678901234567890123456789012\n[… 449 or more characters left out of 600 …]\n8901234567890123456789012345678901234567890123456789\n(cut; all 600 characters are kept: read_artifact({ "name": "long-1.0.txt", "from": <character> }))',
      '  chat "" -> read_artifact',
      '  read_artifact {"name":"long-1.0.txt","from":590} = 0123456789\n(characters 590 to 600 of 600)',
      '  chat "it read 0123456789\\n(characters 590 to 600 of 600)"',
      'chat "done"',
    ],
  },
  {
    title: "tokens of every kind and what they cost add up over three levels, reported and estimated",
    lead: agent(
      "priced",
      played(
        [
          {
            ...asks(ask("child"), ask("child")),
            usage: { inputTokens: 1_000, outputTokens: 200, cachedTokens: 400, reasoningTokens: 150 },
            reasoning: "who knows?",
            finishReason: "tool_calls",
          },
          "done",
        ],
        PRICE,
      ),
      {
        team: [
          agent("child", played([
            { ...asks(ask("below"), "echo"), usage: { inputTokens: 333, outputTokens: 77 } },
            "estimated",
          ], { input: 0.15, output: 0.6 }), {
            tools: [echo],
            team: [
              agent("below", played([{ text: "deep", usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 7 } }], PRICE)),
            ],
          }),
        ],
        budget: { maxCost: 1, maxTokens: 100_000 },
      },
    ),
    expected: [
      "completed: done",
      'chat "" -> ask_child, ask_child',
      'ask_child {"goal":"Help."} answered = estimated',
      '  chat "" -> ask_below, echo',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      "  echo {} = echoed",
      '  chat "estimated"',
      'ask_child {"goal":"Help."} answered = estimated',
      '  chat "" -> ask_below, echo',
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      "  echo {} = echoed",
      '  chat "estimated"',
      'chat "done"',
    ],
  },
  {
    title: "failed tries of a specialist's model are told and counted, and so is the model that stood in",
    lead: agent("attempts", [asks(ask("child")), "done"], { team: [agent("child", standIn)] }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "without contents the trace has lengths in place of texts, at every level, and the answer is still there",
    lead: agent("redacted", [asks(ask("child")), asks(["final_answer", { answer: "the answer" }])], {
      team: [
        agent("child", [asks(["echo", { text: "a secret" }], "draw"), "found"], {
          tools: [echo, doing("draw", () => ({ text: "drawn", artifacts: [{ name: "chart.txt", data: "a chart" }] }))],
        }),
      ],
    }),
    options: { contents: false, returns: z.string() },
    expected: [
      'completed: "the answer"',
      'data: "the answer"',
      'chat "" -> ask_child',
      'ask_child {"goal":"[5 characters]"} answered = [32 characters]',
      '  chat "" -> echo, draw',
      '  echo {"text":"[8 characters]"} = [8 characters]',
      "  draw {} = [5 characters]",
      '  chat "[5 characters]"',
      'chat "" -> final_answer',
      'final_answer {"answer":"[10 characters]"} = [16 characters]',
    ],
  },
];
