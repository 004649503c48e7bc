import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DefinitionError } from "../../src/core/errors.ts";
import { alreadyLoadedText, isSkill, LOADER, skill, skillsPrompt, skillText, type SkillDefinition } from "../../src/core/skill.ts";
import { tool } from "../../src/core/tool.ts";
import { thrownBy } from "./thrown.ts";

const toolNamed = (name: string) => tool({ name, description: "Does it.", parameters: z.object({}), execute: () => "done" });
const plain = { name: "invoicing", description: "Reads invoices.", instructions: "Check every line." };

describe("skill", () => {
  it("keeps what it was given, without tools unless there are some", () => {
    const parse = toolNamed("parse");

    expect(skill(plain)).toStrictEqual({ ...plain, tools: [] });
    expect(skill({ ...plain, tools: [parse] })).toStrictEqual({ ...plain, tools: [parse] });
  });

  it("is frozen, and its list of tools is its own", () => {
    const tools = [toolNamed("parse")];
    const made = skill({ ...plain, tools });
    tools.push(toolNamed("other"));

    expect([Object.isFrozen(made), Object.isFrozen(made.tools), made.tools.length]).toStrictEqual([true, true, 1]);
  });

  const NAME = "a name of at most 64 characters: a small letter, then small letters, digits, _ and -";

  it.each([
    { given: { name: "Invoicing" }, message: `skill 'Invoicing': name is 'Invoicing'; allowed: ${NAME}` },
    { given: { description: "" }, message: "skill 'invoicing': description is ''; allowed: a text that is not blank" },
    { given: { instructions: " \n" }, message: "skill 'invoicing': instructions is ' \\n'; allowed: a text that is not blank" },
    { given: { instructions: undefined }, message: "skill 'invoicing': instructions is undefined; allowed: a text that is not blank" },
    { given: { tools: "parse" }, message: "skill 'invoicing': tools is 'parse'; allowed: a list of tools" },
    { given: { tools: ["parse"] }, message: "skill 'invoicing': tools.0 is 'parse'; allowed: what tool(...) returns" },
    { given: { prompt: "p" }, message: "skill 'invoicing': prompt is 'p'; allowed: no key of this name; the keys are name, description, instructions, tools" },
  ])("refuses what is wrong: $message", ({ given, message }) => {
    const error = thrownBy(() => skill({ ...plain, ...given } as SkillDefinition));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(message);
  });

  it.each([null, undefined, 7, "invoicing"])("that is %s is refused", (definition) => {
    expect(() => skill(definition as never)).toThrow(DefinitionError);
  });
});

describe("isSkill", () => {
  it("knows what skill made, and nothing that only looks like it", () => {
    const made = skill(plain);

    expect([made, { ...made }, plain, null, "invoicing"].map(isSkill)).toStrictEqual([true, false, false, false, false]);
  });
});

describe("skillsPrompt", () => {
  const HEAD = "\n\nSkills you can load with load_skill(name) before you do what they are about:\n";

  it.each([
    { title: "no skills", skills: [], prompt: "" },
    { title: "one skill", skills: [skill(plain)], prompt: `${HEAD}- invoicing: Reads invoices.` },
    {
      title: "two skills, in the order they are listed",
      skills: [skill(plain), skill({ ...plain, name: "auditing", description: "Audits." })],
      prompt: `${HEAD}- invoicing: Reads invoices.\n- auditing: Audits.`,
    },
    {
      title: "a description of several lines, on one",
      skills: [skill({ ...plain, description: " Reads\n- auditing: Audits.\u2028and\r\n\tchecks. " })],
      prompt: `${HEAD}- invoicing: Reads - auditing: Audits. and checks.`,
    },
  ])("says nothing of instructions: $title", ({ skills, prompt }) => {
    expect(skillsPrompt(skills)).toBe(prompt);
  });
});

describe("skillText", () => {
  it.each([
    { tools: [], text: "# Skill: invoicing\n\nReads invoices.\n\nCheck every line." },
    { tools: ["parse"], text: "# Skill: invoicing\n\nReads invoices.\n\nCheck every line.\n\nTools now available: parse." },
    { tools: ["parse", "check"], text: "# Skill: invoicing\n\nReads invoices.\n\nCheck every line.\n\nTools now available: parse, check." },
  ])("names the tools, if there are any: $tools", ({ tools, text }) => {
    expect(skillText(skill({ ...plain, tools: tools.map(toolNamed) }))).toBe(text);
  });
});

describe("alreadyLoadedText", () => {
  it("names the skill", () => {
    expect(alreadyLoadedText("invoicing")).toBe("Skill 'invoicing' is already loaded.");
  });
});

describe("LOADER", () => {
  it("is load_skill as a model is offered it", () => {
    expect(LOADER).toStrictEqual({
      name: "load_skill",
      description: "Load a skill: its instructions at once, its tools from the next turn on.",
      parameters: { type: "object", properties: { name: { type: "string", description: "The name of the skill." } }, required: ["name"] },
    });
    expect(Object.isFrozen(LOADER)).toBe(true);
  });
});
