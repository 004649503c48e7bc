import { z } from "zod";
import { checked, subjectOf } from "./check.ts";
import type { OfferedTool } from "./model.ts";
import { LOAD_SKILL, nameSchema } from "./name.ts";
import { isTool, jsonSchemaOf, type Tool } from "./tool.ts";

/** What `skill` takes. */
export interface SkillDefinition {
  readonly name: string;
  /** One line, which the model always sees, and on which alone it decides whether to load the skill. */
  readonly description: string;
  /** What the model reads once it has loaded the skill. */
  readonly instructions: string;
  /** Tools that are offered from the turn after the skill was loaded. */
  readonly tools?: readonly Tool[];
}

/** Instructions and tools that an agent loads when it needs them (a port: any source may make one with `skill`). Immutable. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

const TEXT = "a text that is not blank";
const text = z.string(TEXT).refine((given) => given.trim() !== "", TEXT);

const skillSchema = z.strictObject({
  name: nameSchema,
  description: text,
  instructions: text,
  tools: z.array(z.custom<Tool>(isTool, "what tool(...) returns"), "a list of tools").optional(),
}, "an object: { name, description, instructions, tools? }");

const made = new WeakSet<object>();

/** Makes a skill. Throws `DefinitionError` when a field is wrong. */
export function skill(definition: SkillDefinition): Skill {
  const { tools = [], ...rest } = checked(subjectOf("skill", definition), skillSchema, definition);
  const result: Skill = Object.freeze({ ...rest, tools: Object.freeze([...tools]) });
  made.add(result);
  return result;
}

/** True for what `skill` made. */
export function isSkill(value: unknown): value is Skill {
  return typeof value === "object" && value !== null && made.has(value);
}

/** The block that tells a model which skills there are and how to load one; empty without any. One line per skill. */
export function skillsPrompt(skills: readonly Skill[]): string {
  if (skills.length === 0) return "";
  const lines = skills.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/gu, " ").trim()}`);
  return `\n\nSkills you can load with ${LOAD_SKILL}(name) before you do what they are about:\n${lines.join("\n")}`;
}

/** What the model reads when it loads a skill (seed section 6, with the final full stop of its code). */
export function skillText({ name, description, instructions, tools }: Skill): string {
  const available = tools.length === 0 ? [] : [`Tools now available: ${tools.map((each) => each.name).join(", ")}.`];
  return [`# Skill: ${name}`, description, instructions, ...available].join("\n\n");
}

/** `load_skill` as a model is offered it. */
export const LOADER: OfferedTool = Object.freeze({
  name: LOAD_SKILL,
  description: "Load a skill: its instructions at once, its tools from the next turn on.",
  parameters: jsonSchemaOf(`tool '${LOAD_SKILL}'`, z.object({ name: z.string().describe("The name of the skill.") })),
});

/** What the model reads when it loads a skill once more. */
export function alreadyLoadedText(name: string): string {
  return `Skill '${name}' is already loaded.`;
}
