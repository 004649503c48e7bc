import { DefinitionError } from "../../core/errors.ts";
import type { Agent } from "./definition.ts";
import type { Terms } from "./delegation.ts";
import type { Registry } from "./registry.ts";

/** Finds an agent's registry; undefined where its team is only read later. */
export type FindRegistry = (agent: Agent) => Registry | undefined;

/**
 * Refuses a ceiling on money that could never be enforced: `maxCost` over the agent, and every ceiling or share of money
 * further down, over everyone below it. Throws `DefinitionError` for the first agent whose model has no known price.
 */
export function checkPrices(agent: Agent, maxCost: number | null, registryOf: FindRegistry): void {
  const seen = new Map<Agent, number | null>();
  const visit = (at: Agent, ceiling: number | null): void => {
    if (seen.has(at) && (ceiling === null || seen.get(at) !== null)) return;
    seen.set(at, ceiling);
    checkPriceKnown(at, ceiling);
    const registry = registryOf(at);
    for (const name of registry?.names ?? []) {
      const callable = registry?.find(name);
      if (callable?.kind !== "agent") continue;
      const { delegation, specialist } = callable;
      visit(specialist, moneyOf(delegation) ?? specialist.budget.maxCost ?? ceiling);
    }
  };
  visit(agent, maxCost);
}

function moneyOf({ share }: Terms): number | null {
  return typeof share === "object" ? (share?.maxCost ?? null) : null;
}

function checkPriceKnown({ name, model }: Agent, maxCost: number | null): void {
  if (maxCost === null || model.price) return;
  const allowed = `null, or any amount with a model whose price is known (the price of '${model.name}' is not)`;
  throw new DefinitionError({ subject: `agent '${name}'`, field: "budget.maxCost", value: maxCost, allowed });
}
