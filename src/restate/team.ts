import { createHash } from "node:crypto";
import { z } from "zod";
import { answerSpec, type AnswerSpec } from "../core/answer.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { definitionsOf, differingIn } from "../agent/definition/fingerprints.ts";
import type { Agent } from "../agent/definition/definition.ts";
import { isDelegation } from "../agent/definition/delegation.ts";
import { checkReachable } from "../agent/definition/reachable.ts";
import { agentBehind } from "../agent/definition/team.ts";
import type { WireReturns } from "./wire.ts";

/** What a worker answers for: the agents it was given, by name. */
export type Served = ReadonlyMap<string, AgentLogic>;

/** An agent that was found by what it is called, and the data that is asked of it. */
export interface Found {
  readonly agent: AgentLogic;
  readonly returns: AnswerSpec | null;
}

/** The agent of this name. Throws, in one sentence, where the worker serves none. */
export function servedAgent(served: Served, name: string): AgentLogic {
  const agent = served.get(name);
  if (agent) return agent;
  throw new Error(`this worker serves no agent '${name}'; it serves ${[...served.keys()].sort().join(", ")}`);
}

/** The specialist that these calls lead to, from an agent that is served. Throws where one of them leads nowhere. */
export function specialistOf(served: Served, root: string, calls: readonly string[]): Found {
  let found: Found = { agent: servedAgent(served, root), returns: null };
  for (const call of calls) {
    const registries = checkReachable(behind(found.agent));
    const callable = registries.get(behind(found.agent))?.find(call);
    if (callable?.kind !== "agent" || !isDelegation(callable.delegation)) {
      throw new Error(`agent '${found.agent.agent.name}' of this worker has no specialist '${call}'`);
    }
    const { specialist, returns } = callable.delegation;
    found = { agent: specialist, returns };
  }
  return found;
}

/** Fingerprints of the definitions of every agent that one can reach. */
export function definitionsBelow(agent: AgentLogic): Record<string, string> {
  return definitionsOf(checkReachable(behind(agent)), null);
}

/** Throws where the definitions of two places differ: a run is never made of two versions of an agent. */
export function checkSame(theirs: Readonly<Record<string, string>>, agent: AgentLogic): void {
  const different = differingIn(theirs, definitionsBelow(agent));
  if (different.length === 0) return;
  throw new Error(`the definitions of this worker differ from those the run was started with: ${different.join(", ")}`);
}

const HASH_CHARACTERS = 16;

/**
 * The name of the service that runs the specialists of a team: another one for other definitions, so that a run goes on
 * with the workers of its own version while those of the next are there already.
 */
export function specialistsName(definitions: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1));
  return `TroupeSpecialist_${createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, HASH_CHARACTERS)}`;
}

/** How data is asked for, as it travels. */
export function wireReturns(spec: AnswerSpec): WireReturns {
  const { offered, isWrapped, textFallback, extraction } = spec;
  const schema = offered.parameters as WireReturns["schema"]; // JSON Schema is plain JSON
  return { schema, isWrapped, textFallback, extraction };
}

/** The same where it has arrived: what JSON Schema says of it is checked here, all else by the one who asked. */
export function returnsFrom({ schema, isWrapped, textFallback, extraction }: WireReturns): AnswerSpec {
  const properties = z.record(z.string(), z.json()).parse(schema.properties);
  const asked = (isWrapped ? properties.answer : schema) as Parameters<typeof z.fromJSONSchema>[0]; // it says itself what is none
  const spec = answerSpec("the run's options", { schema: z.fromJSONSchema(asked), textFallback, extraction });
  return { ...spec, offered: { ...spec.offered, parameters: schema } }; // what JSON Schema leaves open would be told as open
}

function behind(agent: AgentLogic): Agent {
  return agentBehind(agent) as Agent; // a worker serves nothing else
}
