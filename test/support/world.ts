import type { Step } from "../../src/core/run.ts";
import type { Booking } from "./bookings.ts";
import type { Chance } from "./chance.ts";

/** What all agents of one synthetic run share. */
export interface World {
  readonly chance: Chance;
  readonly runId: string;
  readonly depth: number;
  readonly fanOut: number;
  readonly failures: number;
  readonly retries: number;
  readonly refusals: number;
  readonly waits: number;
  readonly contentChars: number;
  readonly bookings: Booking[];
}

/** The agent to grow: where it stands, how many steps it has with everyone below, and from whose account it draws. */
export interface Seedling {
  readonly path: string;
  readonly name: string;
  readonly goal: string;
  readonly level: number;
  readonly steps: number;
  /** Whether this one, or one below it, must reach the deepest level. */
  readonly isSpine: boolean;
  readonly fails: boolean;
  readonly account: string;
  readonly startedAt: number;
}

/** When work that becomes due at `from` begins and how long it takes: `least` to `most` seconds, perhaps after a wait. */
export function timesOf(
  { chance, waits }: World,
  from: number,
  [least, most]: readonly [number, number],
): Pick<Step, "startedAt" | "queuedSeconds" | "seconds"> {
  const queuedSeconds = chance.happens(waits) ? Math.round(chance.between(50, 900)) / 1000 : 0;
  return {
    startedAt: from + queuedSeconds * 1000,
    queuedSeconds,
    seconds: Math.round(chance.between(least, most) * 1000) / 1000,
  };
}
