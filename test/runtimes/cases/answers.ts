import { z } from "zod";
import { delegate, type Returns, type Run, type ScriptedReply } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, echo } from "../support/cast.ts";

const Weather = z.object({ city: z.string(), degrees: z.number().max(60) });
const right = { city: "Recife", degrees: 22 };
const tools = [echo];

/** A lead whose specialist is asked for data. */
function asked(name: string, turns: readonly ScriptedReply[], returns: Returns = Weather) {
  return agent(name, [asks(ask("child")), "done"], { team: [delegate(agent("child", turns, { tools }), { returns })] });
}

const doubled = z.number().transform((value) => value * 2);
const seven = agent("child", [asks(["final_answer", { answer: 7 }])]);
const picked = ({ data, dataProblem }: Run): string => `${JSON.stringify(data)} ${JSON.stringify(dataProblem)}`;

/** The extraction pass stands one level below the agent whose answer it reads. */
const extracting: ScriptedReply = ({ path }) => {
  return path === "0/1.0" ? "It is 22 degrees in Recife." : asks(["final_answer", right]);
};

/** Data that is asked of a specialist, or of the root. */
export const answers: readonly RuntimeCase[] = [
  {
    title: "data that a specialist gives is its conclusion, after wrong arguments as well",
    lead: asked("data", [asks("echo"), asks(["final_answer", { city: "Recife" }]), asks(["final_answer", right])]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = {"city":"Recife","degrees":22}',
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "" -> final_answer',
      '  final_answer {"city":"Recife"} != AgentToolError: invalid arguments for final_answer: degrees: Invalid input: expected number, received undefined',
      '  chat "" -> final_answer',
      '  final_answer {"city":"Recife","degrees":22} = Answer recorded.',
      'chat "done"',
    ],
  },
  {
    title: "JSON in the text of a specialist counts as the data",
    lead: asked("data-in-text", ['It is {"city":"Recife","degrees":22} today.']),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = {"city":"Recife","degrees":22}',
      '  chat "It is {\\"city\\":\\"Recife\\",\\"degrees\\":22} today."',
      'chat "done"',
    ],
  },
  {
    title: "an extraction pass reads the answer of a specialist, and is a part of its trace",
    lead: asked("extracted", [extracting]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = {"city":"Recife","degrees":22}',
      '  chat "It is 22 degrees in Recife."',
      '  extract_answer {"goal":"It is 22 degrees in Recife."} answered = {"city":"Recife","degrees":22}',
      '    chat "" -> final_answer',
      '    final_answer {"city":"Recife","degrees":22} = Answer recorded.',
      'chat "done"',
    ],
  },
  {
    title: "an extraction pass is no level of its own",
    lead: asked("extracted-at-the-bottom", [extracting]),
    options: { maxDepth: 1 },
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = {"city":"Recife","degrees":22}',
      '  chat "It is 22 degrees in Recife."',
      '  extract_answer {"goal":"It is 22 degrees in Recife."} answered = {"city":"Recife","degrees":22}',
      '    chat "" -> final_answer',
      '    final_answer {"city":"Recife","degrees":22} = Answer recorded.',
      'chat "done"',
    ],
  },
  {
    title: "what a schema yields of a specialist's data is its conclusion, and a picker sees it, or why there is none",
    lead: agent("data-picked", [asks(ask("child"), ["ask_picked", { goal: "Help." }], ["ask_cut", { goal: "Help." }]), "done"], {
      team: [
        delegate(seven, { returns: doubled }),
        delegate(seven, { name: "ask_picked", returns: doubled, conclusion: picked }),
        delegate(agent("cut", [asks("echo")], { tools, budget: { maxSteps: 1 } }), { returns: doubled, conclusion: picked }),
      ],
    }),
    expected: [
      "completed: done",
      "0/1.2: maxSteps 1 of the budget",
      'chat "" -> ask_child, ask_picked, ask_cut',
      'ask_child {"goal":"Help."} answered = 14',
      '  chat "" -> final_answer',
      '  final_answer {"answer":7} = Answer recorded.',
      'ask_picked {"goal":"Help."} answered = 14 undefined',
      '  chat "" -> final_answer',
      '  final_answer {"answer":7} = Answer recorded.',
      'ask_cut {"goal":"Help."} partial = [stopped: max_steps] undefined {"reason":"not_completed","message":"the run ended max_steps, and only a completed run has an answer"}',
      '  chat "" -> nothing; not run: echo (max_steps)',
      'chat "done"',
    ],
  },
  {
    title: "a specialist without the data has failed, and its parent reads why",
    lead: asked("no-data", ['{"city":"Recife"}'], { schema: Weather, extraction: false }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Help."} failed = [stopped: error] 'child' gave no data of the shape that was asked for: does not match the schema: degrees: Invalid input: expected number, received undefined ! 'child' gave no data of the shape that was asked for: does not match the schema: degrees: Invalid input: expected number, received undefined`,
      '  chat "{\\"city\\":\\"Recife\\"}"',
      'chat "done"',
    ],
  },
  {
    title: "a value that is no object is asked for under a name",
    lead: asked("a-number", [asks(["final_answer", { answer: 7 }])], z.number()),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = 7',
      '  chat "" -> final_answer',
      '  final_answer {"answer":7} = Answer recorded.',
      'chat "done"',
    ],
  },
  {
    title: "data that is asked of the root, too, comes through its specialists",
    lead: agent("root-data", [
      asks(ask("child")),
      asks(["final_answer", { city: "Recife", degrees: 99 }]),
      asks(["final_answer", right]),
    ], { team: [agent("child", ["22 degrees"])] }),
    options: { returns: Weather },
    expected: [
      'completed: {"city":"Recife","degrees":22}',
      'data: {"city":"Recife","degrees":22}',
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = 22 degrees',
      '  chat "22 degrees"',
      'chat "" -> final_answer',
      'final_answer {"city":"Recife","degrees":99} != AgentToolError: invalid arguments for final_answer: degrees: Too big: expected number to be <=60',
      'chat "" -> final_answer',
      'final_answer {"city":"Recife","degrees":22} = Answer recorded.',
    ],
  },
  {
    title: "data of the root is what its schema yields of it",
    lead: agent("root-refined", [asks(["final_answer", { city: "recife", degrees: 22, mood: "sunny" }])]),
    options: { returns: z.object({ city: z.string().transform((city) => city.toUpperCase()), degrees: z.number() }) },
    expected: [
      'completed: {"city":"RECIFE","degrees":22}',
      'data: {"city":"RECIFE","degrees":22}',
      'chat "" -> final_answer',
      'final_answer {"city":"recife","degrees":22,"mood":"sunny"} = Answer recorded.',
    ],
    onWorkers: {
      why: "a schema travels as JSON Schema, without its code: it has its say where the run was asked for, on the data alone",
      expected: [
        'completed: {"city":"recife","degrees":22,"mood":"sunny"}',
        'data: {"city":"RECIFE","degrees":22}',
        'chat "" -> final_answer',
        'final_answer {"city":"recife","degrees":22,"mood":"sunny"} = Answer recorded.',
      ],
    },
  },
  {
    title: "an extraction pass reads the answer of the root",
    lead: agent("root-extracted", [({ path }) => (path === "0" ? "It is 22 degrees in Recife." : asks(["final_answer", right]))]),
    options: { returns: Weather },
    expected: [
      "completed: It is 22 degrees in Recife.",
      'data: {"city":"Recife","degrees":22}',
      'chat "It is 22 degrees in Recife."',
      'extract_answer {"goal":"It is 22 degrees in Recife."} answered = {"city":"Recife","degrees":22}',
      '  chat "" -> final_answer',
      '  final_answer {"city":"Recife","degrees":22} = Answer recorded.',
    ],
  },
];
