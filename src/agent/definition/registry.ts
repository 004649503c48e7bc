import type { AnswerSpec } from "../../core/answer.ts";
import { DefinitionError } from "../../core/errors.ts";
import type { OfferedTool } from "../../core/model.ts";
import { FINAL_ANSWER, LOAD_SKILL, READ_ARTIFACT } from "../../core/name.ts";
import { PAGER } from "../../core/pages.ts";
import type { Scrubber } from "../../core/secrets.ts";
import { LOADER } from "../../core/skill.ts";
import type { Tool } from "../../core/tool.ts";
import { checkCanAnswer, type Agent } from "./definition.ts";
import type { Terms } from "./delegation.ts";
import { agentBehind, teamOf } from "./team.ts";

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
