import { lowerCeiling, toMicro } from "../../core/budget.ts";
import { ROOT_PATH } from "../../core/ids.ts";
import type { Account, Ledger } from "../../core/ledger.ts";
import type { CheckedOptions } from "../definition/options.ts";
import type { Placement } from "./runtime.ts";

/** Opens the account of a whole run, or, for a root that stands inside a larger one, of the slice that it was granted. */
export function openPool(ledger: Ledger, { pool, budget }: CheckedOptions, placement: Placement | null): Account {
  const { path = ROOT_PATH, granted = null } = placement ?? {};
  if (granted) return ledger.openPool(path, granted.slices.amounts, granted.slices.stands);
  return ledger.openPool(path, {
    steps: pool.maxSteps,
    agents: pool.maxAgents,
    ...ceiling("tokens", lowerCeiling(pool.maxTokens, budget.maxTokens)),
    ...ceiling("toolCalls", pool.maxToolCalls),
    ...ceiling("cost", microOrNull(lowerCeiling(pool.maxCost, budget.maxCost))),
  });
}

function ceiling<Name extends string>(name: Name, amount: number | null): { [Key in Name]?: number } {
  return (amount === null ? {} : { [name]: amount }) as { [Key in Name]?: number }; // a computed key widens to string
}

function microOrNull(amount: number | null): number | null {
  return amount === null ? null : toMicro(amount);
}
