import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DefinitionError, delegate, fromAgent, render, scripted, skill, tool } from "../../../src/index.ts";
import { agent, ask, asks, doing, echo, play } from "./cast.ts";

const parseInvoice = doing("parse_nfe", () => "total: 120");
const invoicing = skill({ name: "invoicing", description: "Reads and checks invoices.", instructions: "Check every line.", tools: [parseInvoice] });
const shipping = skill({ name: "shipping", description: "Plans shipments.", instructions: "Ask for the weight.", tools: [doing("plan_route", () => "by sea")] });
const load = (name: string) => asks(["load_skill", { name }]);

describe("skills", () => {
  test("case 64: a skill is loaded once, loading it again says so, and an unknown one is told the real ones", async () => {
    const { steps, stopReason } = await play(agent("clerk", [load("invoicing"), load("invoicing"), load("zz"), "done"], { skills: [invoicing, shipping] }));

    const read = steps.filter(({ kind }) => kind === "tool").map(({ observation, error }) => ({ observation, failed: error !== null }));
    expect({ read, stopReason }).toEqual({
      read: [
        { observation: "# Skill: invoicing\n\nReads and checks invoices.\n\nCheck every line.\n\nTools now available: parse_nfe.", failed: false },
        { observation: "Skill 'invoicing' is already loaded.", failed: false },
        { observation: "AgentToolError: no skill named 'zz'; available: invoicing, shipping", failed: true },
      ],
      stopReason: "completed",
    });
  });

  test("case 65: an agent with skills is offered load_skill and told of them; one without is left as it was", async () => {
    const model = scripted(["done"]);
    const plain = scripted(["done"]);
    await play(agent("clerk", model, { skills: [invoicing], instructions: "Work." }));
    await play(agent("other", plain, { instructions: "Work." }));

    expect(offeredTo(model)).toEqual([["load_skill"]]);
    expect(model.requests[0]?.messages[0]?.content).toBe(
      "Work.\n\nSkills you can load with load_skill(name) before you do what they are about:\n- invoicing: Reads and checks invoices.",
    );
    expect(offeredTo(plain)).toEqual([[]]);
    expect(plain.requests[0]?.messages[0]?.content).toBe("Work.");
  });

  test("case 66: the tools of a skill are hidden at the first request and offered at the second", async () => {
    const model = scripted([load("invoicing"), asks("parse_nfe"), "120"]);
    const played = await play(agent("clerk", model, { skills: [invoicing] }));

    expect(offeredTo(model)).toEqual([["load_skill"], ["load_skill", "parse_nfe"], ["load_skill", "parse_nfe"]]);
    expect(played.offered.map(({ turn, tools }) => [turn, tools.map(({ name }) => name)])).toEqual([
      [1, ["load_skill"]],
      [2, ["load_skill", "parse_nfe"]],
    ]);
    expect(render(played, { width: 100 })).toBe(
      [
        '✓ clerk "Do it."',
        "│ completed · 0 s · 5 steps · 632 tokens",
        "├─ ✓ model chat → called load_skill                                                    0 s  ~175 tok",
        '├─ ✓ tool  load_skill(name: "invoicing") → returned: # Skill: invoicing Reads and ch…  0 s',
        "├─ ✓ model chat → called parse_nfe                                                     0 s  ~227 tok",
        "├─ ✓ tool  parse_nfe() → returned: total: 120                                          0 s",
        "╰─ ✓ model chat → answered: 120                                                        0 s  ~230 tok",
      ].join("\n"),
    );
  });

  test("case 67: a call before its skill is loaded, and in the very turn that loads it, is an unknown tool", async () => {
    const model = scripted([asks("parse_nfe"), asks(["load_skill", { name: "invoicing" }], "parse_nfe"), asks("parse_nfe"), "120"]);
    const { steps, output } = await play(agent("clerk", model, { skills: [invoicing] }));

    expect(steps.filter(({ name }) => name === "parse_nfe").map(({ observation }) => observation)).toEqual([
      "unknown tool 'parse_nfe'; available: load_skill",
      "unknown tool 'parse_nfe'; available: load_skill",
      "total: 120",
    ]);
    expect(output).toBe("120");
  });

  test("case 68: only the skill that was loaded unlocks its tools", async () => {
    const model = scripted([load("shipping"), "done"]);
    await play(agent("clerk", model, { skills: [invoicing, shipping] }));

    expect(offeredTo(model)).toEqual([["load_skill"], ["load_skill", "plan_route"]]);
  });

  test("case 69: what one run has loaded is not loaded in the next", async () => {
    const model = scripted([load("invoicing"), "done", load("invoicing"), "done"]);
    const clerk = agent("clerk", model, { skills: [invoicing] });
    await play(clerk);
    const { steps } = await play(clerk);

    expect(steps[1]?.observation).toMatch(/^# Skill: invoicing/u);
    expect(offeredTo(model)).toEqual([["load_skill"], ["load_skill", "parse_nfe"], ["load_skill"], ["load_skill", "parse_nfe"]]);
  });

  test("section 6: a specialist with the same skill gets its instructions although its parent has loaded them", async () => {
    const child = agent("child", [load("invoicing"), "done"], { skills: [invoicing] });
    const script = [load("invoicing"), asks(ask("child")), "done"];
    const { steps } = await play(agent("parent", script, { skills: [invoicing], team: [delegate(child)] }));

    const delegation = steps.find(({ kind }) => kind === "agent");
    expect(delegation?.kind === "agent" ? delegation.children[1]?.observation : null).toMatch(/^# Skill: invoicing/u);
  });

  test("arguments of load_skill that are no name are told in one line", async () => {
    const model = scripted([asks(["load_skill", { skill: "invoicing" }], ["load_skill", "not json"]), "done"]);
    const { steps } = await play(agent("clerk", model, { skills: [invoicing] }));

    expect(steps.slice(1, 3).map(({ observation }) => observation)).toEqual([
      "AgentToolError: invalid arguments for load_skill: name: must be a text",
      expect.stringMatching(/^AgentToolError: invalid arguments for load_skill: \(root\): not valid JSON/u),
    ]);
  });

  test("a tool that two skills share is offered once", async () => {
    const auditing = skill({ name: "auditing", description: "Audits.", instructions: "Audit.", tools: [parseInvoice, echo] });
    const model = scripted([load("invoicing"), load("auditing"), "done"]);
    await play(agent("clerk", model, { skills: [invoicing, auditing] }));

    expect(offeredTo(model).at(-1)).toEqual(["load_skill", "parse_nfe", "echo"]);
  });

  test.each([
    {
      title: "two skills of one name",
      skills: [invoicing, skill({ name: "invoicing", description: "Other.", instructions: "Other." })],
      field: "skills: the name 'invoicing'",
      value: "used twice",
    },
    {
      title: "a tool of a skill with the name of another tool",
      skills: [skill({ name: "other", description: "d", instructions: "i", tools: [tool({ name: "echo", description: "d", parameters: z.object({}), execute: () => "" })] })],
      field: "skills: tools of 'other': the name 'echo'",
      value: "used twice",
    },
  ])("$title is a wrong definition", ({ skills, field, value }) => {
    const allowed = "names that differ from each other";

    expect(() => fromAgent({ name: "clerk", model: scripted([]), tools: [echo], skills })).toThrow(
      new DefinitionError({ subject: "agent 'clerk'", field, value, allowed }),
    );
  });
});

function offeredTo(model: ReturnType<typeof scripted>): readonly (readonly string[])[] {
  return model.requests.map(({ tools }) => tools.map(({ name }) => name));
}
