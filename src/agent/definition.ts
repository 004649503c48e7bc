import { z } from "zod";
import { budgetOf, DEFAULT_BUDGET, type Budget, type BudgetOptions } from "../core/budget.ts";
import { checked, subjectOf } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import { DEFAULT_INSTRUCTIONS } from "../core/instructions.ts";
import type { Model } from "../core/model.ts";
import { nameSchema } from "../core/name.ts";
import { priceSchema } from "../core/price.ts";
import { isTool, type Tool } from "../core/tool.ts";
import type { AgentLogic } from "./contract.ts";
import type { Delegation } from "./delegation.ts";

/** Whom an agent may delegate to: agents as they are, or with terms (`delegate`). */
export type Team = readonly (AgentLogic | Delegation)[];

/** What `fromAgent` takes. */
export interface AgentDefinition {
  readonly name: string;
  /** What the agent is good for, told to the agents that may delegate to it. Required of members of a team. */
  readonly description?: string;
  readonly model: Model;
  /** The system message. `{{budget}}` in it is filled, in each request, with what is left. */
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  /** A list, or a function that returns it, read when a run starts, so that agents can name themselves or each other. */
  readonly team?: Team | (() => Team);
  readonly budget?: BudgetOptions;
  /** The most tokens one answer may have. Default 4096. */
  readonly maxOutputTokens?: number;
}

/** A definition that has been checked, with its defaults filled in. Immutable, and shared by every run of the agent. */
export interface Agent {
  readonly name: string;
  readonly description: string | null;
  readonly model: Model;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly team: Team | (() => Team);
  readonly budget: Budget;
  readonly maxOutputTokens: number;
}

const DEFAULT_MAX_OUTPUT_TOKENS = 4096;
const TOKENS = "a whole number of at least 1";
const TEXT = "a text that is not blank";
const TEAM = "a list of agents and delegations, or a function that returns one";

const definitionSchema = z.strictObject({
  name: nameSchema,
  description: z.string(TEXT).refine((text) => text.trim() !== "", TEXT).optional(),
  model: z.custom<Model>(isModel, "a model: { name, supportsTools, respond }"),
  instructions: z.string("a text").optional(),
  tools: z.array(z.custom<Tool>(isTool, "what tool(...) returns"), "a list of tools").optional(),
  team: z.custom<Team | (() => Team)>((value) => Array.isArray(value) || typeof value === "function", TEAM).optional(),
  budget: z.unknown().optional(),
  maxOutputTokens: z.number(TOKENS).int(TOKENS).positive(TOKENS).optional(),
}, "an object: { name, model, ... }");

/** Validates a definition. Throws `DefinitionError` naming the field, the value and what is allowed. */
export function checkedAgent(definition: AgentDefinition): Agent {
  const subject = subjectOf("agent", definition);
  const given = checked(subject, definitionSchema, definition) as AgentDefinition; // members of a team are checked later
  const { description = null, instructions = DEFAULT_INSTRUCTIONS, tools = [], team = [] } = given;
  const agent: Agent = Object.freeze({
    name: given.name,
    description,
    model: given.model,
    instructions,
    tools: Object.freeze([...tools]),
    team: typeof team === "function" ? team : Object.freeze([...team]),
    budget: budgetOf(`${subject}: budget`, given.budget, DEFAULT_BUDGET),
    maxOutputTokens: given.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
  });
  checkModelFits(subject, agent);
  checked(`${subject}: model.price`, priceSchema, agent.model.price);
  return agent;
}

function checkModelFits(subject: string, { model, tools, team }: Agent): void {
  const wantsTools = tools.length > 0 || typeof team === "function" || team.length > 0;
  if (wantsTools && !model.supportsTools) {
    const allowed = "a model that can call tools, since the agent has tools or a team";
    throw new DefinitionError({ subject, field: "model", value: model.name, allowed });
  }
}

function isModel(value: unknown): boolean {
  const model = value as Partial<Model> | null | undefined;
  return typeof model?.name === "string" && typeof model.supportsTools === "boolean" && typeof model.respond === "function";
}
