import { counts, resetCounts, shapeOf } from "./brain.ts";
import type { Runtime, StartRun } from "./runtime.ts";

/** One run of one runtime, what it must come to, and how many units (turns, delegations, levels) it is made of. */
export interface Workload {
  readonly title: string;
  readonly start: StartRun;
  readonly units: number;
  readonly expected: { readonly text: string; readonly modelCalls: number; readonly toolCalls: number };
}

const SPECIALIST_TURNS = 2;

/** W1: one agent with one tool, `turns` tool turns and an answer; W7 with long observations. Units are turns. */
export function turnsOf(runtime: Runtime, turns: number, { observationChars = 0, traced = false } = {}): Workload {
  return {
    title: `${runtime.peer}, ${turns} turns`,
    start: runtime.single(shapeOf({ turns, observationChars, traced })),
    units: turns,
    expected: { text: "done:1", modelCalls: turns + 1, toolCalls: turns },
  };
}

/** W2: `count` delegations, one after the other, with `turns` tool turns in each. Units are delegations. */
export function delegationsOf(runtime: Runtime, count: number, { turns = SPECIALIST_TURNS, traced = false } = {}): Workload {
  return {
    title: `${runtime.peer}, ${count} delegations`,
    start: runtime.delegateSeq(shapeOf({ count, turns, traced })),
    units: count,
    expected: { text: `done:${count}`, modelCalls: count * (turns + 1) + count + 1, toolCalls: count * turns },
  };
}

/** W3: `count` delegations in one turn, with two tool turns in each. Units are specialists. */
export function fanoutOf(runtime: Runtime, count: number, latencyMs = 0): Workload {
  const turns = SPECIALIST_TURNS;
  return {
    title: `${runtime.peer}, ${count} at once`,
    start: runtime.fanout(shapeOf({ count, turns, latencyMs })),
    units: count,
    expected: { text: `done:${count}`, modelCalls: count * (turns + 1) + 2, toolCalls: count * turns },
  };
}

/** The shortest time in which `fanoutOf` can end when at most `width` specialists live at a time. */
export function idealMs(count: number, latencyMs: number, width = Infinity): number {
  const rounds = Math.ceil(count / Math.min(width, count));
  return latencyMs * (2 + rounds * (SPECIALIST_TURNS + 1));
}

/** W4: a chain of agents, each delegating to the next. Units are levels. */
export function chainOf(runtime: Runtime, depth: number): Workload {
  return {
    title: `${runtime.peer}, ${depth} deep`,
    start: runtime.chain(shapeOf({ depth })),
    units: depth,
    expected: { text: `done:${depth}`, modelCalls: 2 * depth + 1, toolCalls: 0 },
  };
}

/** Runs the workload once and throws when it did not do the work: no figure without the duty it is to include. */
export async function verify({ title, start, expected }: Workload): Promise<void> {
  resetCounts();
  const text = await start();
  const got = { text: text.includes(expected.text) ? expected.text : text.slice(0, 200), ...counts };
  if (got.text === expected.text && got.modelCalls === expected.modelCalls && got.toolCalls === expected.toolCalls) return;
  throw new Error(`${title}: came to ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`);
}
