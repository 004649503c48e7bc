import type { Seedling, World } from "./world.ts";

/** One call of a turn: what it is, and how many steps it comes to, itself included. */
export interface PlannedCall {
  readonly kind: "tool" | "agent" | "refused";
  readonly steps: number;
  readonly isSpine: boolean;
  readonly fails: boolean;
}

const TOOL: PlannedCall = { kind: "tool", steps: 1, isSpine: false, fails: false };
const DELEGATES = 0.35;

/** Plans the calls of a turn so that `left` steps, this turn's own included, are never exceeded and one is kept for an answer. */
export function plannedCalls(world: World, seedling: Seedling, turn: number, left: number): PlannedCall[] {
  const { chance, fanOut } = world;
  const calls: PlannedCall[] = [];
  let room = Math.max(1, left - 2);
  if (seedling.isSpine && turn === 1 && seedling.level < world.depth) {
    calls.push(spineCall(world, seedling, left - 1));
    room -= calls[0]?.steps ?? 0;
  }
  const wanted = chance.whole(1, fanOut);
  while (room > 0 && calls.length < wanted) {
    const call = plannedCall(world, seedling, room);
    calls.push(call);
    room -= call.steps;
  }
  return calls;
}

// Shares what there is evenly among the levels that are still to come.
function spineCall({ depth }: World, { level }: Seedling, room: number): PlannedCall {
  const levelsBelow = depth - level;
  const least = leastSteps(levelsBelow - 1) + 1;
  const steps = Math.min(room, Math.max(least, Math.floor((room * levelsBelow) / (levelsBelow + 1))));
  return { kind: "agent", steps, isSpine: true, fails: false };
}

/** The fewest steps of an agent that has this many levels below it. */
export function leastSteps(levelsBelow: number): number {
  return 1 + 2 * levelsBelow;
}

function plannedCall(world: World, { level }: Seedling, room: number): PlannedCall {
  const { chance } = world;
  if (!chance.happens(DELEGATES)) return TOOL;
  if (level >= world.depth || chance.happens(world.refusals)) return { ...TOOL, kind: "refused" };
  if (room < 2) return TOOL;
  const steps = 1 + Math.max(1, Math.floor((room - 1) * chance.between(0.1, 0.6)));
  return { kind: "agent", steps, isSpine: false, fails: chance.happens(world.failures) };
}
