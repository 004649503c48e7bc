import { z } from "zod";
import { budgetOf, DEFAULT_BUDGET, type Budget, type BudgetOptions } from "../../core/budget.ts";
import { checked, subjectOf } from "../../core/check.ts";
import { DefinitionError } from "../../core/errors.ts";
import { fromModerator, isGuardrail, isModerator, type Guardrail, type Moderator } from "../../core/guardrail.ts";
import { HOOK_NAMES, type Hooks } from "../../core/hook.ts";
import { DEFAULT_INSTRUCTIONS } from "../../core/instructions.ts";
import { isObject } from "../../core/json.ts";
import type { Model } from "../../core/model.ts";
import { nameSchema } from "../../core/name.ts";
import { priceSchema } from "../../core/price.ts";
import { isSkill, skillsPrompt, type Skill } from "../../core/skill.ts";
import { isTool, type Tool } from "../../core/tool.ts";
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
  /** Instructions and tools that the model loads when it needs them (`load_skill`); one line each until then. */
  readonly skills?: readonly Skill[];
  readonly budget?: BudgetOptions;
  /** Checks of this agent's goal, answers and tool calls, in this order; specialists have their own. */
  readonly guardrails?: readonly (Guardrail | Moderator)[];
  /** Observers of this agent, called in this order; specialists have their own. */
  readonly hooks?: Hooks | readonly Hooks[];
  /** The most tokens one answer may have. Default 4096. */
  readonly maxOutputTokens?: number;
  /**
   * A longer result of a tool is cut in the middle for the model and kept whole as an artifact, which it can page
   * through. Default null: none is cut.
   */
  readonly maxObservationChars?: number | null;
  /** Has earlier turns summed up when the history grows long. Default null: never. */
  readonly compact?: CompactOptions | null;
}

/** When and how an agent's history is compacted. */
export interface CompactOptions {
  /** The estimated prompt, in tokens, beyond which earlier turns are summed up; some way below the model's window. */
  readonly atTokens: number;
  /** How many of the last turns stay as they are. Default 2. */
  readonly keepTurns?: number;
  /** The most tokens a summary may have. Default 1024. */
  readonly maxSummaryTokens?: number;
}

/** The same with every default filled in. */
export type Compact = Required<CompactOptions>;

/** A definition that has been checked, with its defaults filled in. Immutable, and shared by every run of the agent. */
export interface Agent {
  readonly name: string;
  readonly description: string | null;
  readonly model: Model;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly team: Team | (() => Team);
  readonly skills: readonly Skill[];
  readonly budget: Budget;
  readonly guardrails: readonly Guardrail[];
  readonly hooks: readonly Hooks[];
  readonly maxOutputTokens: number;
  readonly maxObservationChars: number | null;
  readonly compact: Compact | null;
}

const DEFAULT_MAX_OUTPUT_TOKENS = 4096;
const TOKENS = "a whole number of at least 1";
const LEAST_CHARACTERS = 200; // room for the note that says where the rest is
const CHARACTERS = `a whole number of at least ${LEAST_CHARACTERS}, or null`;
const TURNS = "a whole number of at least 0";
const TEXT = "a text that is not blank";
const TEAM = "a list of agents and delegations, or a function that returns one";

const GUARDRAIL = "what guardrail(...) returns, or a moderator: { check(text) }";
const HOOKS = `an object of functions, or a list of them, under the names ${HOOK_NAMES.join(", ")}`;

const definitionSchema = z.strictObject({
  name: nameSchema,
  description: z.string(TEXT).refine((text) => text.trim() !== "", TEXT).optional(),
  model: z.custom<Model>(isModel, "a model: { name, supportsTools, respond }"),
  instructions: z.string("a text").optional(),
  tools: z.array(z.custom<Tool>(isTool, "what tool(...) returns"), "a list of tools").optional(),
  team: z.custom<Team | (() => Team)>((value) => Array.isArray(value) || typeof value === "function", TEAM).optional(),
  skills: z.array(z.custom<Skill>(isSkill, "what skill(...) returns"), "a list of skills").optional(),
  budget: z.unknown().optional(),
  guardrails: z.array(z.custom<Guardrail | Moderator>(isCheck, GUARDRAIL), "a list of guardrails").optional(),
  hooks: z.custom<AgentDefinition["hooks"]>(areHooks, HOOKS).optional(),
  maxOutputTokens: z.number(TOKENS).int(TOKENS).positive(TOKENS).optional(),
  maxObservationChars: z.number(CHARACTERS).int(CHARACTERS).min(LEAST_CHARACTERS, CHARACTERS).nullish(),
  compact: z
    .strictObject({
      atTokens: z.number(TOKENS).int(TOKENS).positive(TOKENS),
      keepTurns: z.number(TURNS).int(TURNS).nonnegative(TURNS).default(2),
      maxSummaryTokens: z.number(TOKENS).int(TOKENS).positive(TOKENS).default(1024),
    }, "{ atTokens, keepTurns?, maxSummaryTokens? }")
    .nullish(),
}, "an object: { name, model, ... }");

/** Validates a definition. Throws `DefinitionError` naming the field, the value and what is allowed. */
export function checkedAgent(definition: AgentDefinition): Agent {
  const subject = subjectOf("agent", definition);
  const read = checked(subject, definitionSchema, definition);
  const given = read as AgentDefinition; // members of a team are checked later
  const { description = null, instructions = DEFAULT_INSTRUCTIONS } = given;
  const { tools = [], team = [], skills = [], guardrails = [], hooks = [] } = given;
  const agent: Agent = Object.freeze({
    name: given.name,
    description,
    model: given.model,
    instructions: instructions + skillsPrompt(skills),
    tools: Object.freeze([...tools]),
    team: typeof team === "function" ? team : Object.freeze([...team]),
    skills: Object.freeze([...skills]),
    guardrails: Object.freeze(guardrails.map((each) => (isGuardrail(each) ? each : fromModerator(each)))),
    hooks: Object.freeze("length" in hooks ? [...hooks] : [hooks]),
    budget: budgetOf(`${subject}: budget`, given.budget, DEFAULT_BUDGET),
    maxOutputTokens: given.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    maxObservationChars: read.maxObservationChars ?? null,
    compact: read.compact ?? null,
  });
  checkModelFits(subject, agent);
  checkSkillNames(subject, agent);
  checked(`${subject}: model.price`, priceSchema, agent.model.price);
  return agent;
}

function checkSkillNames(subject: string, { skills }: Agent): void {
  const twice = skills.find(({ name }, index) => skills.findIndex((other) => other.name === name) !== index);
  if (!twice) return;
  const allowed = "names that differ from each other";
  throw new DefinitionError({ subject, field: `skills: the name '${twice.name}'`, value: "used twice", allowed });
}

function isCheck(value: unknown): boolean {
  return isGuardrail(value) || isModerator(value);
}

function areHooks(value: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((hooks) => isObject(hooks) && Object.entries(hooks).every(isHook));
}

function isHook([name, hook]: readonly [string, unknown]): boolean {
  return (HOOK_NAMES as readonly string[]).includes(name) && (hook === undefined || typeof hook === "function");
}

function checkModelFits(subject: string, { model, tools, team, skills }: Agent): void {
  const wantsTools = tools.length > 0 || typeof team === "function" || team.length > 0 || skills.length > 0;
  if (wantsTools && !model.supportsTools) {
    const allowed = "a model that can call tools, since the agent has tools, skills or a team";
    throw new DefinitionError({ subject, field: "model", value: model.name, allowed });
  }
}

/** Refuses to ask an agent for data that its model could only give by a call it cannot make. Throws `DefinitionError`. */
export function checkCanAnswer({ name, model }: Agent): void {
  if (model.supportsTools) return;
  const allowed = "a model that can call tools, since data is asked for";
  throw new DefinitionError({ subject: `agent '${name}'`, field: "model", value: model.name, allowed });
}

function isModel(value: unknown): boolean {
  const model = value as Partial<Model> | null | undefined;
  return typeof model?.name === "string" && typeof model.supportsTools === "boolean" && typeof model.respond === "function";
}
