import type { AnswerSpec } from "../../core/answer.ts";
import { DefinitionError } from "../../core/errors.ts";
import type { OfferedTool } from "../../core/model.ts";
import { FINAL_ANSWER, LOAD_SKILL, READ_ARTIFACT } from "../../core/name.ts";
import { PAGER } from "../../core/pages.ts";
import type { Scrubber } from "../../core/secrets.ts";
import { LOADER } from "../../core/skill.ts";
import { disown } from "../../core/thenable.ts";
import type { Tool } from "../../core/tool.ts";
import type { AgentLogic } from "./contract.ts";
import { checkCanAnswer, type Agent } from "./definition.ts";
import { delegate, isDelegation, type Delegation, type Terms } from "./delegation.ts";

/** What a name that a model may call stands for. */
export type Callable =
  | { readonly kind: "tool"; readonly tool: Tool }
  | { readonly kind: "agent"; readonly delegation: Terms; readonly specialist: Agent }
  | { readonly kind: "skills" }
  | { readonly kind: "answer" }
  | { readonly kind: "pages" };

/** A name that stands for a specialist. */
export type Delegated = Extract<Callable, { kind: "agent" }>;

/** The tool registry: every name one agent offers its model. */
export interface Registry {
  readonly names: readonly string[];
  /** The tools as the model sees them. */
  readonly offered: readonly OfferedTool[];
  /** The same for an agent that has artifacts, which it can hand down to its specialists. */
  readonly offeredWithArtifacts: readonly OfferedTool[];
  find(name: string): Callable | undefined;
}

const agents = new WeakMap<AgentLogic, Agent>();

/** Remembers the definition behind an actor logic. */
export function rememberAgent(logic: AgentLogic, agent: Agent): void {
  agents.set(logic, agent);
}

/** The definition behind an actor logic that `fromAgent` made; undefined for any other value. */
export function agentBehind(logic: unknown): Agent | undefined {
  return agents.get(logic as AgentLogic); // any value may be looked up
}

const registries = new WeakMap<Agent, Registry>();

/**
 * The registry of an agent. Built once for a team that is a list, and at each start of a run for a team that is a
 * function. Throws `DefinitionError` for a name that stands twice, or a team member without description.
 */
export function registryOf(agent: Agent): Registry {
  const known = registries.get(agent);
  if (known) return known;
  const registry = buildRegistry(agent);
  if (typeof agent.team !== "function") registries.set(agent, registry);
  return registry;
}

function buildRegistry(agent: Agent): Registry {
  const callables = new Map<string, Callable>();
  for (const tool of agent.tools) add(agent, callables, tool.name, "tools", { kind: "tool", tool });
  for (const delegation of teamOf(agent)) {
    const specialist = agentBehind(delegation.specialist) as Agent; // `teamOf` has checked it
    if (delegation.returns) checkCanAnswer(specialist);
    add(agent, callables, delegation.name, "team", { kind: "agent", delegation, specialist });
  }
  if (agent.skills.length > 0) callables.set(LOAD_SKILL, { kind: "skills" });
  checkSkillTools(agent, callables);
  const offered = offers(callables, false);
  const handsDown = [...callables.values()].some(({ kind }) => kind === "agent");
  return {
    names: [...callables.keys()].sort(),
    offered,
    offeredWithArtifacts: handsDown ? offers(callables, true) : offered,
    find: (name) => callables.get(name),
  };
}

// A tool may come with several skills, but a name may not stand for two tools once everything is loaded.
function checkSkillTools(agent: Agent, callables: ReadonlyMap<string, Callable>): void {
  const unlocked = new Map(callables);
  for (const skill of agent.skills) {
    for (const tool of skill.tools) {
      const known = unlocked.get(tool.name);
      if (known?.kind === "tool" && known.tool === tool) continue;
      add(agent, unlocked, tool.name, `skills: tools of '${skill.name}'`, { kind: "tool", tool });
    }
  }
}

/** The registry with more tools in it, as a skill unlocks them; one that is there already stays where it is. */
export function withTools(registry: Registry, tools: readonly Tool[], scrub: Scrubber): Registry {
  const more = new Map<string, Callable>();
  for (const tool of tools) if (!registry.find(tool.name)) more.set(tool.name, { kind: "tool", tool });
  const offered = scrub.value(offers(more, false)) as Registry["offered"]; // a copy has the shape of its original
  return extended(registry, more, offered);
}

/** The registry with `read_artifact` in it, for an agent some of whose observations had to be cut. */
export function withPages(registry: Registry): Registry {
  return extended(registry, new Map([[READ_ARTIFACT, { kind: "pages" }]]), [PAGER]);
}

const answering = new WeakMap<Registry, WeakMap<AnswerSpec, Registry>>();

/** The registry with `final_answer` in it. One for all runs that ask for the same: estimates know lists by identity. */
export function withAnswer(registry: Registry, spec: AnswerSpec): Registry {
  const known = answering.get(registry) ?? new WeakMap<AnswerSpec, Registry>();
  answering.set(registry, known);
  const made = known.get(spec) ?? extended(registry, new Map([[FINAL_ANSWER, { kind: "answer" }]]), [spec.offered]);
  known.set(spec, made);
  return made;
}

function extended(registry: Registry, more: ReadonlyMap<string, Callable>, offered: readonly OfferedTool[]): Registry {
  const together = [...registry.offered, ...offered];
  const isSame = registry.offered === registry.offeredWithArtifacts;
  return {
    names: [...registry.names, ...more.keys()].sort(),
    offered: together,
    offeredWithArtifacts: isSame ? together : [...registry.offeredWithArtifacts, ...offered],
    find: (name) => more.get(name) ?? registry.find(name),
  };
}

function add(agent: Agent, callables: Map<string, Callable>, name: string, field: string, callable: Callable): void {
  if (callables.has(name)) {
    const subject = `agent '${agent.name}'`;
    const allowed = "names that differ from each other";
    throw new DefinitionError({ subject, field: `${field}: the name '${name}'`, value: "used twice", allowed });
  }
  callables.set(name, callable);
}

function teamOf(agent: Agent): readonly Delegation[] {
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

function offers(callables: ReadonlyMap<string, Callable>, withArtifacts: boolean): readonly OfferedTool[] {
  return [...callables.values()].flatMap((callable) => offer(callable, withArtifacts));
}

function offer(callable: Callable, withArtifacts: boolean): readonly OfferedTool[] {
  switch (callable.kind) {
    case "tool": {
      const { name, description, schema } = callable.tool;
      return [Object.freeze({ name, description, parameters: schema })];
    }
    case "agent": {
      const { name, description, schema, schemaWithArtifacts } = callable.delegation;
      return [Object.freeze({ name, description: description ?? "", parameters: withArtifacts ? schemaWithArtifacts : schema })];
    }
    case "skills":
      return [LOADER];
    case "pages":
      return [PAGER];
    case "answer":
      return []; // each request for data has its own
  }
}

const reached = new WeakMap<Agent, ReadonlyMap<Agent, Registry>>();

/**
 * The registries of an agent and of everyone it may reach. Read once where every team is a list, else at each start of
 * a run. Throws the first `DefinitionError` there is.
 */
export function checkReachable(agent: Agent): ReadonlyMap<Agent, Registry> {
  const known = reached.get(agent);
  if (known) return known;
  const registries = new Map<Agent, Registry>();
  collect(agent, registries);
  if ([...registries.keys()].every(({ team }) => typeof team !== "function")) reached.set(agent, registries);
  return registries;
}

/** The same registries with what they offer scrubbed: descriptions reach models, too, and may hold a secret. */
export function scrubbedRegistries(registries: ReadonlyMap<Agent, Registry>, scrub: Scrubber): ReadonlyMap<Agent, Registry> {
  if (!scrub.hasSecrets) return registries;
  return new Map([...registries].map(([agent, registry]) => [agent, scrubbed(registry, scrub)]));
}

// The very lists of the registry when no secret is in them: models and estimates may know them by identity.
function scrubbed(registry: Registry, scrub: Scrubber): Registry {
  const offered = scrub.value(registry.offered) as Registry["offered"]; // a copy has the shape of its original
  const offeredWithArtifacts = scrub.value(registry.offeredWithArtifacts) as Registry["offered"];
  return { ...registry, offered, offeredWithArtifacts };
}

function collect(agent: Agent, registries: Map<Agent, Registry>): void {
  if (registries.has(agent)) return;
  const registry = registryOf(agent);
  registries.set(agent, registry);
  for (const name of registry.names) {
    const callable = registry.find(name);
    if (callable?.kind === "agent") collect(callable.specialist, registries);
  }
}
