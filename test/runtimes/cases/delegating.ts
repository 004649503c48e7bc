import { delegate, fromAgent, ModelError, skill, type AgentLogic, type ModelRequest } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing, echo, played } from "../support/cast.ts";

const tools = [echo];

/** Says what its model was shown, but for the seconds that were left. */
function shown({ messages, tools: offered, maxOutputTokens, path, turn }: ModelRequest): string {
  const read = messages.map(({ role, content }) => `${role}: ${content.replaceAll(/\d+ seconds/gu, "some seconds")}`);
  return `${path}#${turn}: ${read.join(" | ")} (${offered.map(({ name }) => name).join(", ")}; at most ${maxOutputTokens})`;
}

/** More calls than agents that may live at once below one. */
const CROWD = Array.from({ length: 66 }, () => ask("child"));

/** Asks itself until it stands so deep, and then answers. */
const nested: AgentLogic = fromAgent({
  name: "nested",
  description: "Goes deeper.",
  model: played([
    ({ path }) => (path.split("/").length < 4 ? asks(["ask_nested", { goal: `Below ${path}.` }]) : `the bottom, ${path}`),
    ({ messages }) => `above ${messages.at(-1)?.content}`,
  ]),
  team: () => [delegate(nested, { recursion: true })],
});

/** Delegations that are carried out, however many, however deep, and whatever comes of them. */
export const delegating: readonly RuntimeCase[] = [
  {
    title: "a specialist's conclusion is all that its parent reads of it",
    lead: agent("one", [asks(ask("child")), "done"], {
      team: [agent("child", [{ text: "let me see", ...asks("echo") }, "found"], { tools })],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "let me see" -> echo',
      "  echo {} = echoed",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "three specialists of one turn are told in the order of their calls, beside a tool",
    lead: agent("three", [asks(ask("left"), "echo", ask("right"), ask("left")), "done"], {
      tools,
      team: [
        agent("left", [asks("echo", "echo"), "from the left"], { tools }),
        agent("right", [asks("echo"), asks("echo"), "from the right"], { tools }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_left, echo, ask_right, ask_left',
      'ask_left {"goal":"Help."} answered = from the left',
      '  chat "" -> echo, echo',
      "  echo {} = echoed",
      "  echo {} = echoed",
      '  chat "from the left"',
      "echo {} = echoed",
      'ask_right {"goal":"Help."} answered = from the right',
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "from the right"',
      'ask_left {"goal":"Help."} answered = from the left',
      '  chat "" -> echo, echo',
      "  echo {} = echoed",
      "  echo {} = echoed",
      '  chat "from the left"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist that is asked again starts anew",
    lead: agent("again", [asks(["ask_child", { goal: "First." }]), asks(["ask_child", { goal: "Second." }]), "done"], {
      team: [agent("child", [({ messages }) => `${messages.length} messages: ${messages.at(-1)?.content}`])],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"First."} answered = 2 messages: First.',
      '  chat "2 messages: First."',
      'chat "" -> ask_child',
      'ask_child {"goal":"Second."} answered = 2 messages: Second.',
      '  chat "2 messages: Second."',
      'chat "done"',
    ],
  },
  {
    title: "goals, answers and results of any characters come through",
    lead: agent("any-characters", [
      ({ messages }) => asks(["ask_child", { goal: `${messages[1]?.content}!` }]),
      ({ messages }) => messages.at(-1)?.content ?? "",
    ], {
      team: [
        agent("child", [
          ({ messages }) => asks(["echo", { text: messages[1]?.content }]),
          ({ messages }) => `<${messages.at(-1)?.content}>`,
        ], { tools }),
      ],
    }),
    goal: "\u0000 \uD800 \u202E \u{1F600} \u2028 {{budget}} </script> ' \" \\ $&",
    expected: [
      `completed: <\u0000 \ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' " \\ $&!>`,
      'chat "" -> ask_child',
      `ask_child {"goal":"\\u0000 \\ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' \\" \\\\ $&!"} answered = <\u0000 \ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' " \\ $&!>`,
      '  chat "" -> echo',
      `  echo {"text":"\\u0000 \\ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' \\" \\\\ $&!"} = \u0000 \ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' " \\ $&!`,
      `  chat "<\\u0000 \\ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' \\" \\\\ $&!>"`,
      `chat "<\\u0000 \\ud800 \u202E \u{1F600} \u2028 {{budget}} </script> ' \\" \\\\ $&!>"`,
    ],
  },
  {
    title: "a name that every object knows is a name like any other",
    lead: agent("known-names", [asks(ask("constructor"), ask("constructor")), "done"], {
      team: [
        agent("constructor", [asks(["load_skill", { name: "constructor" }]), asks("constructor", "draw", "tostring"), "found"], {
          tools: [
            doing("draw", ({ state }) => ({
              text: Object.keys(state).join(),
              artifacts: [{ name: "constructor", data: "" }, { name: "__proto__", data: "" }],
            })),
          ],
          skills: [
            skill({
              name: "constructor",
              description: "Builds.",
              instructions: "Build.",
              tools: [doing("constructor", () => "built")],
            }),
          ],
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_constructor, ask_constructor',
      'ask_constructor {"goal":"Help."} answered = found\n\nProduced: constructor/constructor, constructor/__proto__',
      '  chat "" -> load_skill',
      '  load_skill {"name":"constructor"} = # Skill: constructor\n\nBuilds.\n\nBuild.\n\nTools now available: constructor.',
      '  chat "" -> constructor, draw, tostring',
      "  constructor {} = built",
      "  draw {} = ",
      "  tostring {} != unknown tool 'tostring'; available: constructor, draw, load_skill",
      '  chat "found"',
      'ask_constructor {"goal":"Help."} answered = found\n\nProduced: constructor-2/constructor, constructor-2/__proto__',
      '  chat "" -> load_skill',
      '  load_skill {"name":"constructor"} = # Skill: constructor\n\nBuilds.\n\nBuild.\n\nTools now available: constructor.',
      '  chat "" -> constructor, draw, tostring',
      "  constructor {} = built",
      "  draw {} = ",
      "  tostring {} != unknown tool 'tostring'; available: constructor, draw, load_skill",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist is shown its instructions, its goal, its tools and what is left of its budget, and nothing else",
    lead: agent("shown", [asks(["ask_child", { goal: "Look." }]), shown], {
      instructions: "All have {{budget}}.",
      team: [
        agent("child", [asks("echo"), shown], {
          tools,
          instructions: "You have {{budget}}.",
          budget: { maxToolCalls: 5, maxTokens: 3_000 },
          maxOutputTokens: 500,
        }),
      ],
      budget: { maxTokens: 10_000 },
    }),
    expected: [
      "completed: 0#2: system: All have 9 steps, some seconds, 9806 tokens left. | user: Do it. | assistant:  | tool: 0/1.0#2: system: You have 9 steps, some seconds, 4 tool calls, 2958 tokens left. | user: Look. | assistant:  | tool: echoed (echo; at most 500) (ask_child; at most 4096)",
      'chat "" -> ask_child',
      'ask_child {"goal":"Look."} answered = 0/1.0#2: system: You have 9 steps, some seconds, 4 tool calls, 2958 tokens left. | user: Look. | assistant:  | tool: echoed (echo; at most 500)',
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "0/1.0#2: system: You have 9 steps, some seconds, 4 tool calls, 2958 tokens left. | user: Look. | assistant:  | tool: echoed (echo; at most 500)"',
      'chat "0#2: system: All have 9 steps, some seconds, 9806 tokens left. | user: Do it. | assistant:  | tool: 0/1.0#2: system: You have 9 steps, some seconds, 4 tool calls, 2958 tokens left. | user: Look. | assistant:  | tool: echoed (echo; at most 500) (ask_child; at most 4096)"',
    ],
  },
  {
    title: "three levels below the root answer, and a fourth is refused",
    lead: agent("deep", [asks(ask("first")), "done"], {
      team: [
        agent("first", [asks(ask("second"), ask("second")), "back from the first"], {
          team: [
            agent("second", [asks(ask("third")), "back from the second"], {
              team: [agent("third", [asks(ask("fourth")), "back from the third"], { team: [agent("fourth", [])] })],
            }),
          ],
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_first',
      'ask_first {"goal":"Help."} answered = back from the first',
      '  chat "" -> ask_second, ask_second',
      '  ask_second {"goal":"Help."} answered = back from the second',
      '    chat "" -> ask_third',
      '    ask_third {"goal":"Help."} answered = back from the third',
      '      chat "" -> ask_fourth',
      '      ask_fourth {"goal":"Help."} refused = AgentToolError: delegation refused: already 3 levels deep (max 3). Answer with what you have.',
      '      chat "back from the third"',
      '    chat "back from the second"',
      '  ask_second {"goal":"Help."} answered = back from the second',
      '    chat "" -> ask_third',
      '    ask_third {"goal":"Help."} answered = back from the third',
      '      chat "" -> ask_fourth',
      '      ask_fourth {"goal":"Help."} refused = AgentToolError: delegation refused: already 3 levels deep (max 3). Answer with what you have.',
      '      chat "back from the third"',
      '    chat "back from the second"',
      '  chat "back from the first"',
      'chat "done"',
    ],
  },
  {
    title: "an agent may ask itself where its terms allow it",
    lead: nested,
    expected: [
      "completed: above above above the bottom, 0/1.0/1.0/1.0",
      'chat "" -> ask_nested',
      'ask_nested {"goal":"Below 0."} answered = above above the bottom, 0/1.0/1.0/1.0',
      '  chat "" -> ask_nested',
      '  ask_nested {"goal":"Below 0/1.0."} answered = above the bottom, 0/1.0/1.0/1.0',
      '    chat "" -> ask_nested',
      '    ask_nested {"goal":"Below 0/1.0/1.0."} answered = the bottom, 0/1.0/1.0/1.0',
      '      chat "the bottom, 0/1.0/1.0/1.0"',
      '    chat "above the bottom, 0/1.0/1.0/1.0"',
      '  chat "above above the bottom, 0/1.0/1.0/1.0"',
      'chat "above above above the bottom, 0/1.0/1.0/1.0"',
    ],
  },
  {
    title: "a specialist that fails keeps its steps, and its parent reads why",
    lead: agent("failing", [asks(ask("child")), "done"], {
      team: [
        agent("child", [
          asks("echo"),
          { error: new ModelError("backend is down", { usage: { inputTokens: 50, outputTokens: 1 } }) },
        ], { tools }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} failed = [stopped: error] ModelError: backend is down ! ModelError: backend is down',
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "" ! ModelError: backend is down',
      'chat "done"',
    ],
  },
  {
    title: "a specialist whose model says nothing comes to an empty conclusion",
    lead: agent("mute", [asks(ask("child")), "done"], { team: [agent("child", [""])] }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} empty = (the sub-agent produced no answer) ! the sub-agent produced no answer',
      '  chat ""',
      'chat "done"',
    ],
  },
  {
    title: "each of a turn's delegations ends by itself, whatever becomes of the others",
    lead: agent("mixed", [asks(ask("good"), ask("mute"), ask("down"), ask("poor"), "ghost"), "done"], {
      team: [
        agent("good", ["good"]),
        agent("mute", [""]),
        agent("down", [{ error: new RangeError("down") }]),
        delegate(agent("poor", []), { share: 0.001 }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_good, ask_mute, ask_down, ask_poor, ghost',
      'ask_good {"goal":"Help."} answered = good',
      '  chat "good"',
      'ask_mute {"goal":"Help."} empty = (the sub-agent produced no answer) ! the sub-agent produced no answer',
      '  chat ""',
      'ask_down {"goal":"Help."} failed = [stopped: error] RangeError: down ! RangeError: down',
      '  chat "" ! RangeError: down',
      'ask_poor {"goal":"Help."} refused = AgentToolError: delegation refused: the share comes to 0 steps (at least 1 is needed). Answer with what you have.',
      "ghost {} != unknown tool 'ghost'; available: ask_down, ask_good, ask_mute, ask_poor",
      'chat "done"',
    ],
  },
  {
    title: "a root that fails keeps what its specialists had done",
    lead: agent("root-fails", [
      asks(ask("child")),
      { error: new ModelError("backend is down") },
    ], { team: [agent("child", ["found"])] }),
    expected: [
      "error: ModelError: backend is down",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "found"',
      'chat "" ! ModelError: backend is down',
    ],
  },
  {
    title: "more specialists in one turn than may live at once all answer",
    lead: agent("crowd", [
      asks(...CROWD),
      ({ messages }) => `${messages.filter(({ role, content }) => role === "tool" && content === "found").length} found`,
    ], {
      team: [agent("child", ["found"])],
      budget: { maxSteps: 100 },
    }),
    options: { pool: { maxAgents: 70 } },
    expected: [
      "completed: 66 found",
      `chat "" -> ${CROWD.map(() => "ask_child").join(", ")}`,
      ...CROWD.flatMap(() => ['ask_child {"goal":"Help."} answered = found', '  chat "found"']),
      'chat "66 found"',
    ],
  },
];
