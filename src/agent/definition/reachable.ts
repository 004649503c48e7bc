import type { Scrubber } from "../../core/secrets.ts";
import type { Agent } from "./definition.ts";
import { registryOf, type Registry } from "./registry.ts";

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

function collect(agent: Agent, registries: Map<Agent, Registry>): void {
  if (registries.has(agent)) return;
  const registry = registryOf(agent);
  registries.set(agent, registry);
  for (const name of registry.names) {
    const callable = registry.find(name);
    if (callable?.kind === "agent") collect(callable.specialist, registries);
  }
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
