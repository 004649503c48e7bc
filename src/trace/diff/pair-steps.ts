import type { Step } from "../../core/run.ts";
import type { Placed } from "../analyse/places/places.ts";
import { align, type Pair } from "./align.ts";
import { jsonOf } from "../analyse/places/json-of.ts";

/** Two steps that belong together, or one that only one of the runs has. */
export type StepPair =
  | {
      readonly type: "both";
      readonly a: Placed;
      readonly b: Placed;
      readonly isMoved: boolean;
      /** Whether they said, or asked, the very same. */
      readonly isExact: boolean;
    }
  | { readonly type: "removed"; readonly a: Placed }
  | { readonly type: "added"; readonly b: Placed };

/**
 * Pairs the steps of two lives. First what is the same in both: a turn that said and asked the same, a call of the same
 * name with the same arguments, a delegation of the same name and goal; of several such those that came to the same. Then
 * delegations of the same name and goal that changed places. Then, between those, what has the same kind and name, and
 * delegations of the same goal under other names. So a step that one run has more leaves the others paired.
 */
export function pairSteps(a: readonly Placed[], b: readonly Placed[]): StepPair[] {
  const exact = exactPairs(a, b);
  const moved = movedPairs(a, b, exact);
  const movedInB = new Set(moved.values());
  const keysOf = (list: readonly Placed[], isMoved: (index: number) => boolean, keyOf: (step: Step) => Key): Key[] => {
    return list.map(({ step }, index) => (isMoved(index) ? null : keyOf(step)));
  };
  const byKey = (pairs: readonly Pair[], keyOf: (step: Step) => Key): readonly Pair[] => {
    return filled(pairs, keysOf(a, (i) => moved.has(i), keyOf), keysOf(b, (j) => movedInB.has(j), keyOf));
  };
  const pairs = byKey(byKey(exact, coarseKey), goalKey);
  return inOrder({ a, b, pairs, moved, exact: new Set(exact) });
}

/** What makes steps alike; null for one that is like no other. */
type Key = string | null;

function exactPairs(a: readonly Placed[], b: readonly Placed[]): readonly Pair[] {
  const [inA, inB] = [a.map(({ step }) => exactKey(step)), b.map(({ step }) => exactKey(step))];
  const repeated = new Set([...repeatedIn(inA), ...repeatedIn(inB)]);
  if (repeated.size === 0) return align(inA, inB);
  const closer = (list: readonly Placed[], keys: readonly string[]): string[] => {
    return keys.map((key, index) => (repeated.has(key) ? `${key}\n${list[index]?.step.output ?? ""}` : key));
  };
  return filled(align(closer(a, inA), closer(b, inB)), inA, inB);
}

function repeatedIn(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
}

function exactKey(step: Step): string {
  switch (step.kind) {
    case "model":
      return `model\n${step.name}\n${jsonOf(step.calls.map(({ name, arguments: args, status }) => [name, args, status]))}\n${step.output}`;
    case "tool":
      return `tool\n${step.name}\n${jsonOf(step.arguments)}`;
    case "agent":
      return `agent\n${step.name}\n${step.goal === "" ? jsonOf(step.arguments) : step.goal}`;
  }
}

// Only delegations: a call that changed places within a turn is no news, and turns stand in an order of their own.
function movedPairs(a: readonly Placed[], b: readonly Placed[], exact: readonly Pair[]): Map<number, number> {
  const [inA, inB] = [new Set(exact.map(([i]) => i)), new Set(exact.map(([, j]) => j))];
  const waiting = new Map<string, number[]>();
  b.forEach(({ step }, j) => {
    if (step.kind !== "agent" || inB.has(j)) return;
    const key = exactKey(step);
    const same = waiting.get(key);
    if (same) same.push(j);
    else waiting.set(key, [j]);
  });
  const moved = new Map<number, number>();
  a.forEach(({ step }, i) => {
    const j = step.kind === "agent" && !inA.has(i) ? waiting.get(exactKey(step))?.shift() : undefined;
    if (j !== undefined) moved.set(i, j);
  });
  return moved;
}

interface Lists {
  readonly a: readonly Placed[];
  readonly b: readonly Placed[];
  readonly moved: ReadonlyMap<number, number>;
}

/** The pairs, and more of them in the gaps between, by these keys. Both sides stay in ascending order. */
function filled(pairs: readonly Pair[], a: readonly Key[], b: readonly Key[]): readonly Pair[] {
  const more: Pair[] = [];
  let [aFrom, bFrom] = [0, 0];
  for (const [aTo, bTo] of [...pairs, [a.length, b.length] as const]) {
    const isGap = aFrom < aTo && bFrom < bTo;
    const [left, right] = isGap ? [keyedIn(a, aFrom, aTo), keyedIn(b, bFrom, bTo)] : [[], []];
    [aFrom, bFrom] = [aTo + 1, bTo + 1];
    if (left.length === 0 || right.length === 0) continue; // as between most
    const found = align(left.map((index) => a[index] ?? ""), right.map((index) => b[index] ?? ""));
    for (const [i, j] of found) more.push([left[i] ?? 0, right[j] ?? 0]); // indices of these very lists
  }
  return more.length === 0 ? pairs : [...pairs, ...more].sort(([one], [other]) => one - other);
}

function keyedIn(keys: readonly Key[], from: number, to: number): number[] {
  const indices: number[] = [];
  for (let index = from; index < to; index++) if (keys[index] !== null) indices.push(index);
  return indices;
}

function coarseKey({ kind, name }: Step): string {
  return `${kind}\n${name}`;
}

// A specialist that was given another name is still asked the same.
function goalKey(step: Step): Key {
  return step.kind === "agent" && step.goal !== "" ? step.goal : null;
}

// Both lists as one: what only one of them has stands where it stood there, and what moved where the first list has it.
interface Paired extends Lists {
  readonly pairs: readonly Pair[];
  readonly exact: ReadonlySet<Pair>;
}

function inOrder({ a, b, pairs, moved, exact }: Paired): StepPair[] {
  const movedInB = new Set(moved.values());
  const rows: StepPair[] = [];
  let [aAt, bAt] = [0, 0];
  for (const pair of [...pairs, [a.length, b.length] as const]) {
    const [aNext, bNext] = pair;
    for (; aAt < aNext; aAt++) {
      const to = moved.get(aAt);
      const [one, other] = [a[aAt] as Placed, to === undefined ? undefined : b[to]]; // below the end of it
      rows.push(other === undefined ? { type: "removed", a: one } : { type: "both", a: one, b: other, isMoved: true, isExact: true });
    }
    for (; bAt < bNext; bAt++) if (!movedInB.has(bAt)) rows.push({ type: "added", b: b[bAt] as Placed }); // below the end of it
    const [one, other] = [a[aNext], b[bNext]];
    if (one && other) rows.push({ type: "both", a: one, b: other, isMoved: false, isExact: exact.has(pair) });
    [aAt, bAt] = [aNext + 1, bNext + 1];
  }
  return rows;
}
