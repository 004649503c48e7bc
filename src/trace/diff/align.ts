/** Two places that belong together: an index into each of two lists. */
export type Pair = readonly [a: number, b: number];

const SMALL = 40_000; // cells of a table that finds the best answer; a list of 200 against another
const MOST_SPLITS = 20; // by then what is left repeats itself so much that order decides

interface Range {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
  readonly splits: number;
}

/**
 * Aligns two lists: pairs of equal items, both sides in ascending order. What is alike at both ends is paired first, then
 * what is unique in both lists splits the rest, and short stretches are solved exactly; only long stretches of repeated
 * items are paired in plain order. Takes about as long as the lists are, whatever is in them.
 */
export function align(a: readonly string[], b: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  const rest: Range[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length, splits: 0 }];
  for (let range = rest.pop(); range !== undefined; range = rest.pop()) {
    const inner = trimmed(a, b, range, pairs);
    const [rows, columns] = [inner.aTo - inner.aFrom, inner.bTo - inner.bFrom];
    if (rows === 0 || columns === 0) continue;
    if (rows * columns <= SMALL) pairs.push(...longestCommon(a, b, inner));
    else rest.push(...split(a, b, inner, pairs));
  }
  return pairs.sort(([one], [other]) => one - other);
}

function trimmed(a: readonly string[], b: readonly string[], range: Range, pairs: Pair[]): Range {
  let { aFrom, aTo, bFrom, bTo } = range;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) pairs.push([aFrom++, bFrom++]);
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) pairs.push([--aTo, --bTo]);
  return { ...range, aFrom, aTo, bFrom, bTo };
}

// The textbook table, filled from the end so that it is read from the beginning: of equal answers the one that comes first in `a`.
function longestCommon(a: readonly string[], b: readonly string[], { aFrom, aTo, bFrom, bTo }: Range): Pair[] {
  const width = bTo - bFrom + 1;
  const best = new Uint16Array((aTo - aFrom + 1) * width);
  for (let i = aTo - 1; i >= aFrom; i--) {
    for (let j = bTo - 1; j >= bFrom; j--) {
      const cell = (i - aFrom) * width + j - bFrom;
      const [diagonal = 0, below = 0, right = 0] = [best[cell + width + 1], best[cell + width], best[cell + 1]];
      best[cell] = a[i] === b[j] ? diagonal + 1 : Math.max(below, right);
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [aFrom, bFrom]; i < aTo && j < bTo; ) {
    const cell = (i - aFrom) * width + j - bFrom;
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((best[cell + 1] ?? 0) >= (best[cell + width] ?? 0)) j++;
    else i++;
  }
  return pairs;
}

// Cuts a range at the items that each list has exactly once, and hands back the ranges between them.
function split(a: readonly string[], b: readonly string[], range: Range, pairs: Pair[]): Range[] {
  const anchors = range.splits < MOST_SPLITS ? ascending(uniquePairs(a, b, range)) : [];
  if (anchors.length === 0) {
    pairs.push(...inPlainOrder(a, b, range));
    return [];
  }
  pairs.push(...anchors);
  const ends: Pair[] = [...anchors, [range.aTo, range.bTo]];
  let [aFrom, bFrom] = [range.aFrom, range.bFrom];
  return ends.map(([aTo, bTo]) => {
    const between = { aFrom, aTo, bFrom, bTo, splits: range.splits + 1 };
    [aFrom, bFrom] = [aTo + 1, bTo + 1];
    return between;
  });
}

function uniquePairs(a: readonly string[], b: readonly string[], { aFrom, aTo, bFrom, bTo }: Range): Pair[] {
  const inA = onlyPlaces(a, aFrom, aTo);
  const inB = onlyPlaces(b, bFrom, bTo);
  return [...inA].flatMap(([item, i]): Pair[] => {
    const j = inB.get(item);
    return i === null || j === null || j === undefined ? [] : [[i, j]];
  });
}

// Where each item stands; null for one that stands in several places.
function onlyPlaces(list: readonly string[], from: number, to: number): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (let index = from; index < to; index++) {
    const item = list[index] ?? "";
    places.set(item, places.has(item) ? null : index);
  }
  return places;
}

// The longest chain of pairs that ascend on both sides; the pairs come ascending in `a`.
function ascending(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = []; // for each length of chain, the pair that ends it lowest
  const before = new Array<number>(pairs.length).fill(-1);
  pairs.forEach(([, b], index) => {
    const length = firstAtLeast(tails, (tail) => (pairs[tail]?.[1] ?? 0) >= b);
    before[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  });
  const chain: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) chain.push(pairs[index] as Pair); // an index of it
  return chain.reverse();
}

function firstAtLeast(list: readonly number[], isAtLeast: (item: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAtLeast(list[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function inPlainOrder(a: readonly string[], b: readonly string[], { aFrom, aTo, bFrom, bTo }: Range): Pair[] {
  const waiting = new Map<string, number[]>();
  for (let j = bTo - 1; j >= bFrom; j--) {
    const item = b[j] ?? "";
    const places = waiting.get(item);
    if (places) places.push(j);
    else waiting.set(item, [j]);
  }
  const pairs: Pair[] = [];
  let last = bFrom - 1;
  for (let i = aFrom; i < aTo; i++) {
    const places = waiting.get(a[i] ?? "");
    let next = places?.pop();
    while (next !== undefined && next <= last) next = places?.pop();
    if (next === undefined) continue;
    pairs.push([i, next]);
    last = next;
  }
  return pairs;
}
