import { eventBeside, eventsOf } from "../shape/moment.ts";
import type { Trace } from "../trace/trace.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";

/** How fast a replay goes: as many times faster than the run, or so that all of it takes 20 seconds. */
export const SPEEDS = ["fit", 1, 5, 20, 100] as const;

/** How fast a replay goes. */
export type Speed = (typeof SPEEDS)[number];

const FIT_MS = 20_000;

/** How far a replay moves while `elapsedMs` pass. */
export function advanceOf({ span }: Trace, speed: Speed, elapsedMs: number): number {
  return speed === "fit" ? (elapsedMs / FIT_MS) * (span.until - span.from) : elapsedMs * speed;
}

/** Moves the replay to the event beside the moment it shows; false where there is none. */
export function stepReplay(page: Store<State>, direction: 1 | -1): boolean {
  const { trace, moment } = page.get();
  if (!trace) return false;
  const at = eventBeside(eventsFor(trace), moment ?? trace.span.from, direction);
  if (at !== null) page.set({ moment: at });
  return at !== null;
}

const known = new WeakMap<Trace, Float64Array>();

function eventsFor(trace: Trace): Float64Array {
  const events = known.get(trace) ?? eventsOf(trace.nodes);
  known.set(trace, events);
  return events;
}
