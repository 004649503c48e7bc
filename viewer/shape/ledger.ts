import type { RunRecord } from "../../src/core/run.ts";

type Entry = RunRecord["ledger"][number];

/** What an account holds of one resource, over time; times are milliseconds from the start of the run. */
export interface AccountHistory {
  readonly path: string;
  readonly scope: Entry["scope"];
  readonly resource: Entry["resource"];
  readonly entries: readonly Entry[];
  readonly last: Entry;
  /** The most that was reserved or spent at one time. */
  readonly peak: number;
}

/** The accounts of a ledger, in the order in which they were opened. */
export function accountsOf(ledger: readonly Entry[]): AccountHistory[] {
  const lists = new Map<string, Entry[]>();
  for (const entry of ledger) {
    const key = `${entry.resource} ${entry.scope} ${entry.path}`;
    const list = lists.get(key);
    if (list) list.push(entry);
    else lists.set(key, [entry]);
  }
  return [...lists.values()].flatMap((entries) => {
    const last = entries.at(-1);
    if (!last) return [];
    const peak = entries.reduce((most, { reserved, spent }) => Math.max(most, reserved + spent), 0);
    return [{ path: last.path, scope: last.scope, resource: last.resource, entries, last, peak }];
  });
}

/** How an account stood at a moment; null before it was opened. `moment` is milliseconds since the epoch. */
export function standingAtMoment({ entries }: AccountHistory, moment: number): Entry | null {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.time ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1] ?? null;
}

/** Amounts of a resource as people know them: money in the currency of the prices, everything else as it is. */
export function amountOf(resource: Entry["resource"], amount: number): number {
  return resource === "cost" ? amount / 1_000_000 : amount;
}
