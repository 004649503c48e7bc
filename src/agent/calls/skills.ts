import { readObject } from "../../core/arguments.ts";
import { LOAD_SKILL } from "../../core/name.ts";
import { invalidArgumentsText, unknownSkillText } from "../../core/observation.ts";
import type { ToolStep } from "../../core/run.ts";
import { alreadyLoadedText, skillText } from "../../core/skill.ts";
import { withPages, withTools } from "../definition/registry.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { Scope } from "../engine/scope.ts";
import { endBuiltIn } from "./built-in.ts";
import { refuseCall } from "./calls.ts";

/** Loads a skill for this agent's run: the model reads its instructions now, its tools are offered from the next turn on. */
export function loadSkill(call: OpenedCall<ToolStep>, raw: unknown): void {
  const { scope } = call;
  const object = readObject(raw);
  if (!object.ok) return refuseCall(call, invalidArgumentsText(LOAD_SKILL, object.problem));
  const { name } = object.value;
  if (typeof name !== "string") return refuseCall(call, invalidArgumentsText(LOAD_SKILL, "name: must be a text"));
  const { skills } = scope.agent;
  const skill = skills.find((each) => each.name === name);
  if (!skill) return refuseCall(call, unknownSkillText(name, skills.map((each) => each.name)));
  const text = scope.engine.scrub.text(skillText(skill));
  const isLoaded = scope.loadedSkills.includes(skill);
  if (!isLoaded) scope.loadedSkills = [...scope.loadedSkills, skill];
  // A compaction may have taken the instructions out of the history: then they are told again.
  const isTold = isLoaded && (isInTurn(call, text) || call.context.history.messages.some(({ content }) => content === text));
  const observation = isTold ? alreadyLoadedText(skill.name) : text;
  endBuiltIn(call, { observation, output: observation });
}

function isInTurn({ context }: OpenedCall<ToolStep>, text: string): boolean {
  return context.slots.some(({ observation }) => observation === text);
}

/** Offers what the last turn has unlocked: the tools of skills that were loaded, and the pages of what had to be cut. */
export function unlockTools(scope: Scope): void {
  if (scope.hasCutObservations && !scope.offersPages) {
    scope.offersPages = true;
    scope.registry = withPages(scope.registry);
  }
  const { loadedSkills, unlockedSkills } = scope;
  if (loadedSkills.length === unlockedSkills) return;
  const tools = loadedSkills.slice(unlockedSkills).flatMap((skill) => skill.tools);
  scope.unlockedSkills = loadedSkills.length;
  if (tools.length > 0) scope.registry = withTools(scope.registry, tools, scope.engine.scrub);
}
