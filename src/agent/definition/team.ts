import { DefinitionError } from "../../core/errors.ts";
import { disown } from "../../core/thenable.ts";
import type { AgentLogic } from "./contract.ts";
import type { Agent } from "./definition.ts";
import { delegate, isDelegation, type Delegation } from "./delegation.ts";

const agents = new WeakMap<AgentLogic, Agent>();

/** Remembers the definition behind an actor logic. */
export function rememberAgent(logic: AgentLogic, agent: Agent): void {
  agents.set(logic, agent);
}

/** The definition behind an actor logic that `fromAgent` made; undefined for any other value. */
export function agentBehind(logic: unknown): Agent | undefined {
  return agents.get(logic as AgentLogic); // any value may be looked up
}

/**
 * Whom an agent may delegate to, with the terms of each. Throws `DefinitionError` where the team, or a member of it, is none,
 * and for one that no description tells of.
 */
export function teamOf(agent: Agent): readonly Delegation[] {
  const team = readTeam(agent);
  if (!Array.isArray(team)) {
    disown(team);
    throw wrongTeam(agent, team);
  }
  return team.map((member: unknown, index) => checkedMember(agent, member, index));
}

// A list is copied whole, so that what it throws is thrown here and a hole in it is a member, and a wrong one.
function readTeam(agent: Agent): unknown {
  try {
    const team: unknown = typeof agent.team === "function" ? agent.team() : agent.team;
    return Array.isArray(team) ? Array.from<unknown>(team) : team;
  } catch (error) {
    throw error instanceof DefinitionError ? error : wrongTeam(agent, error);
  }
}

function wrongTeam({ name }: Agent, value: unknown): DefinitionError {
  return new DefinitionError({ subject: `agent '${name}'`, field: "team", value, allowed: "a list of agents and delegations" });
}

function checkedMember(agent: Agent, member: unknown, index: number): Delegation {
  const subject = `agent '${agent.name}'`;
  const delegation = isDelegation(member) ? member : delegationTo(member);
  if (!delegation || !agentBehind(delegation.specialist)) {
    const allowed = "what fromAgent(...) or delegate(...) returns";
    throw new DefinitionError({ subject, field: `team.${index}`, value: member, allowed });
  }
  if (delegation.description === null) {
    const field = `team.${index} ('${delegation.specialist.agent.name}'): description`;
    throw new DefinitionError({ subject, field, value: undefined, allowed: "a text that says what the specialist is good for" });
  }
  return delegation;
}

function delegationTo(member: unknown): Delegation | undefined {
  return agentBehind(member) && delegate(member as AgentLogic); // it has an agent behind it
}
