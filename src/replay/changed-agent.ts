import { skillsPrompt } from "../core/skill.ts";
import type { AnswerSpec, ReturnsOptions } from "../core/answer.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import type { Agent, AgentDefinition } from "../agent/definition/definition.ts";
import { delegate, isDelegation, type Delegation } from "../agent/definition/delegation.ts";
import { fromAgent } from "../agent/from-agent.ts";
import { agentBehind } from "../agent/definition/team.ts";
import type { AgentChange } from "./changes.ts";

/** The agent with other prompts and models wherever one of the named agents stands in its team, at any depth. */
export function changedAgent(agent: AgentLogic, changes: ReadonlyMap<string, AgentChange>): AgentLogic {
  return changes.size === 0 ? agent : new Changer(changes).change(agent);
}

class Changer {
  readonly #changes: ReadonlyMap<string, AgentChange>;
  readonly #changed = new Map<AgentLogic, AgentLogic>();

  constructor(changes: ReadonlyMap<string, AgentChange>) {
    this.#changes = changes;
  }

  change(logic: AgentLogic): AgentLogic {
    const known = this.#changed.get(logic);
    if (known) return known;
    const agent = agentBehind(logic);
    if (!agent) return logic; // whoever starts it will say what is wrong with it
    const changed = fromAgent(this.#definition(agent));
    this.#changed.set(logic, changed);
    return changed;
  }

  // The team is a function, so that agents which name each other are changed one at a time, as they are asked for.
  #definition(agent: Agent): AgentDefinition {
    const { description, team, instructions, skills, ...rest } = agent;
    const written = instructions.slice(0, instructions.length - skillsPrompt(skills).length);
    const hasTeam = typeof team === "function" || team.length > 0;
    return {
      ...rest,
      skills,
      instructions: written,
      ...(description === null ? {} : { description }),
      ...(hasTeam ? { team: () => (typeof team === "function" ? team() : team).map((member) => this.#member(member)) } : {}),
      ...this.#changes.get(agent.name),
    };
  }

  #member(member: AgentLogic | Delegation): AgentLogic | Delegation {
    return isDelegation(member) ? delegate(this.change(member.specialist), termsOf(member)) : this.change(member);
  }
}

function termsOf({ specialist: _, schema: _schema, schemaWithArtifacts: _more, ...terms }: Delegation): Parameters<typeof delegate>[1] {
  const { description, share, returns, conclusion, sharesArtifacts, ...rest } = terms;
  return {
    ...rest,
    artifacts: sharesArtifacts ? "share" : "private",
    ...(description === null ? {} : { description }),
    ...(share === null ? {} : { share }),
    ...(returns === null ? {} : { returns: returnsOf(returns) }),
    ...(conclusion === null ? {} : { conclusion }),
  };
}

function returnsOf({ parameters, isWrapped, textFallback, extraction }: AnswerSpec): ReturnsOptions {
  const shape = parameters.shape as Readonly<Record<string, ReturnsOptions["schema"]>>;
  return { schema: (isWrapped ? shape.answer : undefined) ?? parameters, textFallback, extraction };
}
