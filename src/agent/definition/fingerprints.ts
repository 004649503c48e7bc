import { createHash } from "node:crypto";
import type { AnswerSpec } from "../../core/answer.ts";
import type { Skill } from "../../core/skill.ts";
import type { Tool } from "../../core/tool.ts";
import type { Agent } from "./definition.ts";
import type { Terms } from "./delegation.ts";
import type { Callable, Registry } from "./registry.ts";

/**
 * A fingerprint of every agent a run can reach, by name: of all that models are told and all that ceilings say. Code
 * (what a tool does, how a goal is built) has no fingerprint. Two agents of one name are told apart by a number.
 */
export function definitionsOf(registries: ReadonlyMap<Agent, Registry>, returns: AnswerSpec | null): Record<string, string> {
  const prints: Record<string, string> = {};
  for (const [agent, registry] of registries) {
    let name = agent.name;
    for (let number = 2; name in prints; number++) name = `${agent.name}#${number}`;
    prints[name] = fingerprint(describe(agent, registry));
  }
  if (returns) prints["(the data asked for)"] = fingerprint(returns.offered.parameters);
  return prints;
}

function describe(agent: Agent, registry: Registry): unknown {
  const { name, description, model, instructions, budget, maxOutputTokens, maxObservationChars, compact } = agent;
  return {
    ...{ name, description, model: model.name, instructions, budget, maxOutputTokens },
    // Only where they are given, so that fingerprints that were taken before there were such fields still hold.
    ...(maxObservationChars === null ? {} : { maxObservationChars }),
    ...(compact === null ? {} : { compact }),
    tools: agent.tools.map(termsOfTool),
    offered: registry.offered,
    skills: agent.skills.map(toldOfSkill),
    guardrails: agent.guardrails.map(({ name: guardrail, timing }) => ({ guardrail, timing })),
    team: registry.names.map((each) => registry.find(each)).flatMap(termsOfMember),
  };
}

function termsOfTool({ name: tool, timeoutSeconds, exclusive, idempotent, needsApproval }: Tool): unknown {
  return { tool, timeoutSeconds, exclusive, idempotent, needsApproval };
}

function toldOfSkill({ name: skill, instructions: text, tools }: Skill): unknown {
  return { skill, text, tools: tools.map(({ name: tool, schema }) => ({ tool, schema })) };
}

function termsOfMember(callable: Callable | undefined): unknown[] {
  return callable?.kind === "agent" ? [termsIn(callable.delegation)] : [];
}

function termsIn({ name, share, maxConclusionChars, sharesArtifacts, recursion, returns }: Terms): unknown {
  return { name, share, maxConclusionChars, sharesArtifacts, recursion, returns: returns?.offered.parameters ?? null };
}

/** The names of the agents whose fingerprints differ, sorted. */
export function differingIn(theirs: Readonly<Record<string, string>>, ours: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...names].filter((name) => theirs[name] !== ours[name]).sort();
}

const CHARACTERS = 22;

function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, CHARACTERS);
}
