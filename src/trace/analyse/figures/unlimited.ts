import { secondsBetween } from "../../../core/clock.ts";
import type { Life, Placed, Places } from "../places/places.ts";
import { turnsOf, type Turn } from "../places/turns.ts";

/** How long the run would have taken had nothing ever waited for a slot. */
export interface Unlimited {
  readonly seconds: number;
  /** How much shorter that is than what it took. */
  readonly savedSeconds: number;
}

/**
 * Plays the run again without its waits: a turn's calls begin together as they did, last as long as they did, and the
 * next turn begins when the longest of them is over. It is what no limit on calls could at best give: waits for
 * exclusive tools, for balance and for an agent to be let in are left out as well, while time that nobody waited in a
 * queue (an approval, the program's own work) stays.
 */
export function unlimitedOf({ root, lives }: Places): Unlimited {
  const lengths = new Map<Life, number>();
  for (const life of [...lives].reverse()) lengths.set(life, lengthWithoutWaits(life, lengths)); // children come after their parents
  const lengthMs = root.span.endedAt - root.span.startedAt;
  const shorter = lengths.get(root) ?? lengthMs;
  return { seconds: secondsBetween(0, shorter), savedSeconds: secondsBetween(shorter, lengthMs) };
}

type Lengths = ReadonlyMap<Life, number>;

function lengthWithoutWaits(life: Life, lengths: Lengths): number {
  const { startedAt, endedAt } = life.span;
  let length = 0;
  let reached = startedAt;
  for (const turn of turnsOf(life)) {
    const { calls, model } = turn;
    length += turnWithoutWaits(turn, reached, lengths);
    for (const { span } of model ? [model, ...calls] : calls) reached = Math.max(reached, span.endedAt);
  }
  return Math.min(endedAt - startedAt, length + Math.max(0, endedAt - reached));
}

function turnWithoutWaits({ model, calls }: Turn, reached: number, lengths: Lengths): number {
  const asked = model ? Math.max(0, model.span.queuedAt - reached) + workOf(model, lengths) : 0;
  const askedAt = model?.span.endedAt ?? reached;
  const longest = calls.reduce((most, call) => Math.max(most, Math.max(0, call.span.queuedAt - askedAt) + workOf(call, lengths)), 0);
  return asked + longest;
}

function workOf({ span, below }: Placed, lengths: Lengths): number {
  return (below && lengths.get(below)) ?? span.endedAt - span.startedAt;
}
