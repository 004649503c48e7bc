import type { Row } from "./column.ts";
import type { Packed } from "./packed.ts";
import { rowsOf } from "./rows-of.ts";

/** The run back from its packed form, as it was: nothing is checked. Values that repeat are shared and must not be changed. */
export function unpack({ run, ledger, kinds, kind, under }: Packed): Row {
  const lists = kinds.map(([, table]) => rowsOf(table).values());
  const steps: unknown[] = [];
  const all: Record<string, unknown>[] = [];
  kind.forEach((which, place) => {
    const step = lists[which]?.next().value as Record<string, unknown> | undefined; // its own row, made for it
    if (!step) return;
    if (step.kind === "agent") step.children = [];
    all.push(step);
    siblingsAt(all, under[place] ?? -1, steps).push(step);
  });
  return { ...run, steps, ledger: rowsOf(ledger) } as Row; // rows are plain JSON
}

function siblingsAt(all: readonly Record<string, unknown>[], under: number, steps: unknown[]): unknown[] {
  const holder = all[under];
  if (!holder) return steps;
  holder.children ??= [];
  return holder.children as unknown[]; // made here or in `unpack`, nowhere else
}
