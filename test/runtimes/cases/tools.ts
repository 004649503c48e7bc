import { z } from "zod";
import { AgentToolError, delegate, ModelError, type Tool } from "../../../src/index.ts";
import { asks, ask, type Asked } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing, echo, withParameters } from "../support/cast.ts";

/** A lead whose specialist has these tools and calls them so, turn by turn. */
function using(name: string, tools: readonly Tool[], ...turns: readonly (readonly Asked[])[]) {
  return agent(name, [asks(ask("child")), "done"], {
    team: [agent("child", [...turns.map((calls) => asks(...calls)), "found"], { tools })],
  });
}

const note = withParameters("note", z.object({ text: z.string() }), ({ text }, { state }) => {
  const notes = Array.isArray(state.notes) ? state.notes : [];
  state.notes = [...notes, text];
  return JSON.stringify(state.notes);
});
/** Notes down that it has begun, and then that it has ended; which of several begins first is nobody's to say. */
const takingNotes = (name: string, seconds: number): Tool => doing(name, async ({ state, clock }) => {
  state[name] = "begun";
  await new Promise<void>((resolve) => void clock.setTimeout(resolve, seconds * 1000));
  state[name] = "ended";
  return notesIn(state);
});
const notesIn = (state: Record<string, unknown>): unknown => Object.entries(state).sort();
const longEnough = z.string().refine(async (text) => {
  if (text === "throw") throw new RangeError("no such text");
  return Promise.resolve(text.length > 7);
}, "too short");
const where = doing("where", ({ agent: name, path, depth, goal, identity, runId }) => ({
  name,
  path,
  depth,
  goal,
  identity,
  isFrozen: Object.isFrozen(identity),
  runId,
}));

/** What a specialist's tools do, and what they are told. */
export const tools: readonly RuntimeCase[] = [
  {
    title: "what a specialist's tools note down lasts from turn to turn, and not into its next run",
    lead: agent("notes", [asks(ask("child"), ask("child")), asks(ask("child")), "done"], {
      team: [
        agent("child", [
          asks(["note", { text: "one" }]),
          asks(["note", { text: "two" }]),
          ({ messages }) => messages.at(-1)?.content ?? "",
        ], { tools: [note] }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child, ask_child',
      'ask_child {"goal":"Help."} answered = ["one","two"]',
      '  chat "" -> note',
      '  note {"text":"one"} = ["one"]',
      '  chat "" -> note',
      '  note {"text":"two"} = ["one","two"]',
      '  chat "[\\"one\\",\\"two\\"]"',
      'ask_child {"goal":"Help."} answered = ["one","two"]',
      '  chat "" -> note',
      '  note {"text":"one"} = ["one"]',
      '  chat "" -> note',
      '  note {"text":"two"} = ["one","two"]',
      '  chat "[\\"one\\",\\"two\\"]"',
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = ["one","two"]',
      '  chat "" -> note',
      '  note {"text":"one"} = ["one"]',
      '  chat "" -> note',
      '  note {"text":"two"} = ["one","two"]',
      '  chat "[\\"one\\",\\"two\\"]"',
      'chat "done"',
    ],
  },
  {
    title: "an argument that is named __proto__ is one like any other",
    lead: using("proto", [echo], [["echo", JSON.parse('{"text":"x","__proto__":{"text":"y"}}')]]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> echo',
      '  echo {"text":"x","__proto__":{"text":"y"}} = x',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "what two tools of one turn note down, one beside the other, is seen by both and by those after them",
    lead: using("notes-beside", [
      takingNotes("short", 0.5),
      takingNotes("long", 0.9),
      doing("look", ({ state }) => notesIn(state)),
    ], ["short", "long"], ["look"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> short, long',
      '  short {} = [["long","begun"],["short","ended"]]',
      '  long {} = [["long","ended"],["short","ended"]]',
      '  chat "" -> look',
      '  look {} = [["long","ended"],["short","ended"]]',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a specialist's tool sees where it stands and whom the run acts for",
    lead: using("identity", [where], ["where"]),
    options: { identity: { user: "ana", roles: ["reader"] } },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> where',
      '  where {} = {"name":"child","path":"0/1.0","depth":1,"goal":"Help.","identity":{"user":"ana","roles":["reader"]},"isFrozen":true,"runId":"identity:0/1.0"}',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a tool that throws is an observation: an error, one of this library's, and something that is none",
    lead: using(
      "throwing",
      [
        doing("fail", () => {
          throw new RangeError("out of order");
        }),
        doing("refuse", () => {
          throw new AgentToolError("disco cheio");
        }),
        doing("odd", () => {
          throw { code: 7 };
        }),
      ],
      ["fail", "refuse", "odd"],
    ),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> fail, refuse, odd',
      "  fail {} != RangeError: out of order",
      "  refuse {} != AgentToolError: disco cheio",
      "  odd {} != Error: { code: 7 }",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "results of every kind are told the same",
    lead: using(
      "results",
      [
        doing("nothing", () => undefined),
        doing("list", () => [1, { a: "b" }, null]),
        doing("map", () => new Map([["a", 1n]])),
        doing("later", async () => ({ answer: 42 })),
        doing("hostile", () => "\u001B[2J</script> \u{1F600} \uD800 \u202E"),
      ],
      ["nothing", "list", "map", "later", "hostile"],
    ),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> nothing, list, map, later, hostile',
      "  nothing {} = ",
      '  list {} = [1,{"a":"b"},null]',
      "  map {} = Map(1) { 'a' => 1n }",
      '  later {} = {"answer":42}',
      "  hostile {} = \u001b[2J</script> \u{1F600} \ud800 \u202E",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a tool that does not end in its own time is given up",
    lead: using("too-slow", [
      doing("slow", () => new Promise(() => undefined), { timeoutSeconds: 0.2 }),
      echo,
    ], ["slow", "echo"], ["echo"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> slow, echo',
      "  slow {} != AgentToolError: slow did not finish within 0.2 s",
      "  echo {} = echoed",
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a tool that needs an approval is refused where nobody is there to give it",
    lead: using("unapproved", [doing("pay", () => "paid", { needsApproval: true }), echo], ["pay", "echo"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> pay, echo',
      "  pay {} != AgentToolError: pay was not approved: nobody is there to approve it",
      "  echo {} = echoed",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "arguments that are checked in their own time are told the same, of tools and of delegations",
    lead: agent("checked-later", [
      asks(
        ["ask_child", { goal: "long enough" }],
        ["ask_child", { goal: "short" }],
        ["ask_child", { goal: "throw" }],
        ask("child"),
      ),
      "done",
    ], {
      team: [
        delegate(agent("child", [asks(["measured", { text: "long enough" }], ["measured", { text: "short" }]), "found"], {
          tools: [withParameters("measured", z.object({ text: longEnough }), ({ text }) => text)],
        }), {
          parameters: z.object({ goal: longEnough }),
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child, ask_child, ask_child, ask_child',
      'ask_child {"goal":"long enough"} answered = found',
      '  chat "" -> measured, measured',
      '  measured {"text":"long enough"} = long enough',
      '  measured {"text":"short"} != AgentToolError: invalid arguments for measured: text: too short',
      '  chat "found"',
      'ask_child {"goal":"short"} refused = AgentToolError: invalid arguments for ask_child: goal: too short',
      'ask_child {"goal":"throw"} refused = AgentToolError: invalid arguments for ask_child: (root): RangeError: no such text',
      'ask_child {"goal":"Help."} refused = AgentToolError: invalid arguments for ask_child: goal: too short',
      'chat "done"',
    ],
  },
  {
    title: "unknown tools and wrong arguments are observations",
    lead: using("unknown", [note, echo], [
      "ghost",
      ["note", {}],
      ["note", '{"text":'],
      ["note", "[1]"],
      ["echo", ""],
      ["", {}],
      ["echo", { text: "twice" }, "same"],
      ["echo", '{"text":"again"}', "same"],
    ]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> ghost, note, note, note, echo, , echo, echo',
      "  ghost {} != unknown tool 'ghost'; available: echo, note",
      "  note {} != AgentToolError: invalid arguments for note: text: Invalid input: expected string, received undefined",
      '  note "{\\"text\\":" != AgentToolError: invalid arguments for note: (root): not valid JSON (Unexpected end of JSON input)',
      '  note "[1]" != AgentToolError: invalid arguments for note: (root): not a JSON object but an array',
      "  echo {} = echoed",
      "  unknown {} != unknown tool ''; available: echo, note",
      '  echo {"text":"twice"} = twice',
      '  echo {"text":"again"} = again',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "tools of one turn are told in the order of their calls, exclusive ones among them",
    lead: using(
      "exclusive",
      ["one", "two", "three"].map((name, index) => doing(name, async ({ clock }) => {
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 30 - 10 * index));
        return name;
      }, { exclusive: index !== 1 })),
      ["one", "two", "three", "one"],
    ),
    options: { concurrency: { tools: 2 } },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> one, two, three, one',
      "  one {} = one",
      "  two {} = two",
      "  three {} = three",
      "  one {} = one",
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "one slot for models is enough for three levels",
    lead: agent("one-slot", [asks(ask("first"), ask("first")), "done"], {
      team: [
        agent("first", [asks(ask("second"), ask("second")), "back"], {
          team: [agent("second", [asks("echo", "echo"), "deep"], { tools: [echo] })],
        }),
      ],
    }),
    options: { concurrency: { model: 1, tools: 1 } },
    expected: [
      "completed: done",
      'chat "" -> ask_first, ask_first',
      'ask_first {"goal":"Help."} answered = back',
      '  chat "" -> ask_second, ask_second',
      '  ask_second {"goal":"Help."} answered = deep',
      '    chat "" -> echo, echo',
      "    echo {} = echoed",
      "    echo {} = echoed",
      '    chat "deep"',
      '  ask_second {"goal":"Help."} answered = deep',
      '    chat "" -> echo, echo',
      "    echo {} = echoed",
      "    echo {} = echoed",
      '    chat "deep"',
      '  chat "back"',
      'ask_first {"goal":"Help."} answered = back',
      '  chat "" -> ask_second, ask_second',
      '  ask_second {"goal":"Help."} answered = deep',
      '    chat "" -> echo, echo',
      "    echo {} = echoed",
      "    echo {} = echoed",
      '    chat "deep"',
      '  ask_second {"goal":"Help."} answered = deep',
      '    chat "" -> echo, echo',
      "    echo {} = echoed",
      "    echo {} = echoed",
      '    chat "deep"',
      '  chat "back"',
      'chat "done"',
    ],
  },
  {
    title: "a secret of the environment is seen by no model and kept in no trace",
    lead: agent("secret", [
      asks(["ask_child", { goal: "Is it correct-horse-battery?" }], ask("failing")),
      ({ messages }) => messages.slice(-2).map(({ content }) => content).join(", "),
    ], {
      team: [
        agent("failing", [asks("fail"), { error: new ModelError("correct-horse-battery is no key") }], {
          tools: [doing("fail", () => {
            throw new RangeError(`wrong: ${process.env.RUNTIMES_TEST_TOKEN}`);
          })],
        }),
        agent("child", [asks("leak"), ({ messages }) => `it is ${messages.at(-1)?.content}, ${messages[1]?.content}`], {
          tools: [
            doing("leak", () => ({
              text: `the token is ${process.env.RUNTIMES_TEST_TOKEN}`,
              artifacts: [{ name: "token.txt", data: process.env.RUNTIMES_TEST_TOKEN ?? "" }],
            })),
          ],
        }),
      ],
    }),
    expected: [
      "completed: it is the token is [RUNTIMES_TEST_TOKEN], Is it [RUNTIMES_TEST_TOKEN]?\n\nProduced: child/token.txt, [stopped: error] ModelError: [RUNTIMES_TEST_TOKEN] is no key",
      'chat "" -> ask_child, ask_failing',
      'ask_child {"goal":"Is it [RUNTIMES_TEST_TOKEN]?"} answered = it is the token is [RUNTIMES_TEST_TOKEN], Is it [RUNTIMES_TEST_TOKEN]?\n\nProduced: child/token.txt',
      '  chat "" -> leak',
      "  leak {} = the token is [RUNTIMES_TEST_TOKEN]",
      '  chat "it is the token is [RUNTIMES_TEST_TOKEN], Is it [RUNTIMES_TEST_TOKEN]?"',
      'ask_failing {"goal":"Help."} failed = [stopped: error] ModelError: [RUNTIMES_TEST_TOKEN] is no key ! ModelError: [RUNTIMES_TEST_TOKEN] is no key',
      '  chat "" -> fail',
      "  fail {} != RangeError: wrong: [RUNTIMES_TEST_TOKEN]",
      '  chat "" ! ModelError: [RUNTIMES_TEST_TOKEN] is no key',
      'chat "it is the token is [RUNTIMES_TEST_TOKEN], Is it [RUNTIMES_TEST_TOKEN]?\\n\\nProduced: child/token.txt, [stopped: error] ModelError: [RUNTIMES_TEST_TOKEN] is no key"',
    ],
  },
];
