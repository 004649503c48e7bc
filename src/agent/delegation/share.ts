import { toMicro, type Budget } from "../../core/budget.ts";
import { RESOURCES, type Account, type AccountTerms, type Amounts, type Denial, type Resource } from "../../core/ledger.ts";
import type { Share, ShareAmounts } from "../definition/delegation.ts";
import type { Slices } from "../engine/runtime.ts";

type Shared = Exclude<Resource, "agents">;

const SHARED: readonly { readonly resource: Shared; readonly field: keyof ShareAmounts }[] = [
  { resource: "steps", field: "maxSteps" },
  { resource: "toolCalls", field: "maxToolCalls" },
  { resource: "tokens", field: "maxTokens" },
  { resource: "cost", field: "maxCost" },
];

/** What a specialist's account is opened with, or the resource of which nothing is left to grant. */
export type Grant =
  | { readonly ok: true; readonly terms: AccountTerms | null }
  | { readonly ok: false; readonly resource: Shared };

/**
 * Works out what a delegation carves out of its parent's free balance: for each resource, the least of the share
 * asked for, the specialist's own ceiling and what the parent has free. A fraction applies to every resource that has
 * a ceiling, rounded down. Without a share the specialist draws on its parent's account, up to its own ceilings.
 */
export function grantFor(path: string, parent: Account, share: Share | null, budget: Budget): Grant {
  const grants: { [Name in Resource]?: number } = {};
  for (const { resource, field } of share === null ? [] : SHARED) {
    const asked = askedOf(parent, resource, field, share as Share); // not null inside this loop
    if (asked === null) continue;
    const granted = Math.min(asked, ownCeiling(budget, resource) ?? Infinity, parent.free(resource) ?? Infinity);
    // An agent without tool calls can still answer; without steps, tokens or money it cannot.
    if (granted < 1 && resource !== "toolCalls") return { ok: false, resource };
    grants[resource] = Math.max(0, granted);
  }
  const ceilings = passThrough(budget, grants);
  const isEmpty = Object.keys(grants).length + Object.keys(ceilings).length === 0;
  const scope = share === null ? "budget" : "share";
  return { ok: true, terms: isEmpty ? null : { path, scope, grants, ceilings } };
}


/**
 * What a specialist that lives elsewhere is given: no balance is shared across processes, so everything it may spend
 * is carved out for it and the rest returns with its run. Where its terms grant nothing, it gets an equal part of what
 * its parent has free among the `waiting` delegations that are to be admitted together, at least 1 while there is any.
 */
export function slicesFor(parent: Account, { path, scope, grants, ceilings = {} }: AccountTerms, waiting: number): Slices {
  const amounts: { [Name in Resource]?: number } = {};
  const stands: { [Name in Resource]?: Denial } = {};
  for (const resource of RESOURCES) {
    const carved = grants[resource];
    const own = ceilings[resource] ?? Infinity;
    const free = parent.free(resource);
    const amount = carved ?? Math.min(own, free === null ? Infinity : partOf(free, resource === "agents" ? 0 : 1, waiting));
    if (amount === Infinity) continue;
    amounts[resource] = amount;
    const isWhole = carved === undefined && amount === free && amount < own;
    const below = scope === "pool" ? "share" : scope; // what is the pool above is a share of it here
    const slice: Denial = { scope: amount === own ? "budget" : below, path, granted: amount };
    stands[resource] = (isWhole ? parent.bound(resource) : null) ?? slice;
  }
  return { amounts, stands };
}

function partOf(free: number, least: number, waiting: number): number {
  const some = Math.max(0, free);
  return Math.min(some, Math.max(least, Math.floor(some / waiting)));
}

function askedOf(parent: Account, resource: Shared, field: keyof ShareAmounts, share: Share): number | null {
  if (typeof share === "number") {
    const free = parent.free(resource);
    return free === null ? null : Math.floor(free * share);
  }
  const amount = share[field];
  if (amount === undefined) return null;
  return resource === "cost" ? toMicro(amount) : amount;
}

/** The specialist's own ceilings on what its whole subtree takes, where no grant bounds it already. */
function passThrough(budget: Budget, grants: Amounts): Amounts {
  const ceilings: { [Name in Resource]?: number } = {};
  for (const resource of ["tokens", "cost"] as const) {
    const own = ownCeiling(budget, resource);
    if (own !== null && grants[resource] === undefined) ceilings[resource] = own;
  }
  return ceilings;
}

function ownCeiling(budget: Budget, resource: Shared): number | null {
  switch (resource) {
    case "steps":
      return budget.maxSteps;
    case "toolCalls":
      return budget.maxToolCalls;
    case "tokens":
      return budget.maxTokens;
    case "cost":
      return budget.maxCost === null ? null : toMicro(budget.maxCost);
  }
}
