import type { Life, Placed } from "./places.ts";

/** One turn of an agent: what its model said, and the calls that followed from it. */
export interface Turn {
  /** Null only where a trace has calls without a model step before them. */
  readonly model: Placed | null;
  readonly calls: readonly Placed[];
}

/** The turns of a life, in order: a model step opens one, and the calls after it belong to it. */
export function turnsOf({ steps }: Life): Turn[] {
  const turns: { readonly model: Placed | null; readonly calls: Placed[] }[] = [];
  for (const placed of steps) {
    if (placed.step.kind === "model") turns.push({ model: placed, calls: [] });
    else if (turns.length === 0) turns.push({ model: null, calls: [placed] });
    else turns.at(-1)?.calls.push(placed);
  }
  return turns;
}
