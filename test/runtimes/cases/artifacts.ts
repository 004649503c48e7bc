import { delegate, type ToolContext } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing } from "../support/cast.ts";

const BYTES = new Uint8Array([0, 1, 250, 255]);
const draw = doing("draw", ({ agent: name }) => ({
  text: "drawn",
  artifacts: [{ name: "chart.png", data: BYTES, mediaType: "image/png", description: `By ${name}.` }],
}));
const read = doing("read", ({ artifacts }: ToolContext) => {
  const { bytes, mediaType, description = "" } = artifacts.require("plan.md");
  return `${mediaType} ${description} ${new TextDecoder().decode(bytes)}`;
});
const list = doing("list", ({ artifacts }: ToolContext) => artifacts.require("nothing").name);
const illustrator = agent("illustrator", [asks("draw"), "drawn"], { tools: [draw] });

/** What specialists produce, and what they are given. */
export const artifacts: readonly RuntimeCase[] = [
  {
    title: "an artifact surfaces under the specialist's name, with its bytes, at every level",
    lead: agent("surfacing", [asks(ask("editor")), "done"], {
      team: [agent("editor", [asks(ask("illustrator")), "edited"], { team: [illustrator] })],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_editor',
      'ask_editor {"goal":"Help."} answered = edited\n\nProduced: editor/illustrator/chart.png',
      '  chat "" -> ask_illustrator',
      '  ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator/chart.png',
      '    chat "" -> draw',
      "    draw {} = drawn",
      '    chat "drawn"',
      '  chat "edited"',
      'chat "done"',
    ],
  },
  {
    title: "a second and a third one of a specialist are numbered in the order of the calls",
    lead: agent("numbered", [
      asks(ask("illustrator"), ask("illustrator")),
      asks(ask("illustrator")),
      asks("list"),
      "done",
    ], { team: [illustrator], tools: [list] }),
    expected: [
      "completed: done",
      'chat "" -> ask_illustrator, ask_illustrator',
      'ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator/chart.png',
      '  chat "" -> draw',
      "  draw {} = drawn",
      '  chat "drawn"',
      'ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator-2/chart.png',
      '  chat "" -> draw',
      "  draw {} = drawn",
      '  chat "drawn"',
      'chat "" -> ask_illustrator',
      'ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator-3/chart.png',
      '  chat "" -> draw',
      "  draw {} = drawn",
      '  chat "drawn"',
      'chat "" -> list',
      "list {} != AgentToolError: no artifact named 'nothing'; available: illustrator/chart.png, illustrator-2/chart.png, illustrator-3/chart.png",
      'chat "done"',
    ],
  },
  {
    title: "what is private stays with the specialist",
    lead: agent("private", [asks(ask("illustrator")), asks("list"), "done"], {
      team: [delegate(illustrator, { artifacts: "private" })],
      tools: [list],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_illustrator',
      'ask_illustrator {"goal":"Help."} answered = drawn',
      '  chat "" -> draw',
      "  draw {} = drawn",
      '  chat "drawn"',
      'chat "" -> list',
      "list {} != AgentToolError: no artifact named 'nothing'; available: none",
      'chat "done"',
    ],
  },
  {
    title: "two specialists of one turn that write the same name, and one below, give three artifacts",
    lead: agent("same-names", [asks(ask("editor"), ask("illustrator"), ask("editor")), asks("list"), "done"], {
      team: [agent("editor", [asks("draw", ask("illustrator")), "edited"], { tools: [draw], team: [illustrator] }), illustrator],
      tools: [list],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_editor, ask_illustrator, ask_editor',
      'ask_editor {"goal":"Help."} answered = edited\n\nProduced: editor/chart.png, editor/illustrator/chart.png',
      '  chat "" -> draw, ask_illustrator',
      "  draw {} = drawn",
      '  ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator/chart.png',
      '    chat "" -> draw',
      "    draw {} = drawn",
      '    chat "drawn"',
      '  chat "edited"',
      'ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator/chart.png',
      '  chat "" -> draw',
      "  draw {} = drawn",
      '  chat "drawn"',
      'ask_editor {"goal":"Help."} answered = edited\n\nProduced: editor-2/chart.png, editor-2/illustrator/chart.png',
      '  chat "" -> draw, ask_illustrator',
      "  draw {} = drawn",
      '  ask_illustrator {"goal":"Help."} answered = drawn\n\nProduced: illustrator/chart.png',
      '    chat "" -> draw',
      "    draw {} = drawn",
      '    chat "drawn"',
      '  chat "edited"',
      'chat "" -> list',
      "list {} != AgentToolError: no artifact named 'nothing'; available: editor/chart.png, editor/illustrator/chart.png, illustrator/chart.png, editor-2/chart.png, editor-2/illustrator/chart.png",
      'chat "done"',
    ],
  },
  {
    title: "what is handed down is read by the specialist that was given it, and is not its own",
    lead: agent("handing-down", [
      asks(["ask_reader", { goal: "Read.", artifacts: ["plan.md"] }], ["ask_reader", { goal: "Read." }]),
      "done",
    ], {
      team: [agent("reader", [asks("read", "draw"), asks("list"), "read"], { tools: [read, draw, list] })],
    }),
    options: { artifacts: [{ name: "plan.md", data: "the plan", mediaType: "text/markdown", description: "A plan." }] },
    expected: [
      "completed: done",
      'chat "" -> ask_reader, ask_reader',
      'ask_reader {"goal":"Read.","artifacts":["plan.md"]} answered = read\n\nProduced: reader/chart.png',
      '  chat "" -> read, draw',
      "  read {} = text/markdown A plan. the plan",
      "  draw {} = drawn",
      '  chat "" -> list',
      "  list {} != AgentToolError: no artifact named 'nothing'; available: plan.md, chart.png",
      '  chat "read"',
      'ask_reader {"goal":"Read."} answered = read\n\nProduced: reader-2/chart.png',
      '  chat "" -> read, draw',
      "  read {} != AgentToolError: no artifact named 'plan.md'; available: none",
      "  draw {} = drawn",
      '  chat "" -> list',
      "  list {} != AgentToolError: no artifact named 'nothing'; available: chart.png",
      '  chat "read"',
      'chat "done"',
    ],
  },
  {
    title: "what a specialist has produced can be handed down to the next one",
    lead: agent("handing-on", [
      asks(ask("writer")),
      asks(["ask_reader", { goal: "Read.", artifacts: ["writer/plan.md"] }]),
      "done",
    ], {
      team: [
        agent("writer", [asks("write"), "written"], {
          tools: [doing("write", () => ({ text: "written", artifacts: [{ name: "plan.md", data: "her plan" }] }))],
        }),
        agent("reader", [asks("look"), "read"], {
          tools: [doing("look", ({ artifacts: those }) => new TextDecoder().decode(those.require("writer/plan.md").bytes))],
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_writer',
      'ask_writer {"goal":"Help."} answered = written\n\nProduced: writer/plan.md',
      '  chat "" -> write',
      "  write {} = written",
      '  chat "written"',
      'chat "" -> ask_reader',
      'ask_reader {"goal":"Read.","artifacts":["writer/plan.md"]} answered = read',
      '  chat "" -> look',
      "  look {} = her plan",
      '  chat "read"',
      'chat "done"',
    ],
  },
];
