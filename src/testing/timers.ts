/** One timer of a virtual clock. It knows its place in the heap, so that clearing it needs no search. */
export class Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly fn: () => void;
  place = -1;

  constructor(dueMs: number, order: number, fn: () => void) {
    this.dueMs = dueMs;
    this.order = order;
    this.fn = fn;
  }
}

/** Timers by due time, then by order of creation: a binary heap, so each change costs the logarithm of their number. */
export class Timers {
  readonly #heap: Timer[] = [];

  /** How many are set. */
  get size(): number {
    return this.#heap.length;
  }

  /** The timer that is due first, or undefined. */
  get first(): Timer | undefined {
    return this.#heap[0];
  }

  /** Sets a timer. */
  add(timer: Timer): void {
    this.#rise(timer, this.#heap.length);
  }

  /** Takes a timer out; one that is not here is left alone. */
  remove(timer: Timer): void {
    const { place } = timer;
    if (this.#heap[place] !== timer) return;
    timer.place = -1;
    const last = this.#heap.pop();
    if (last === undefined || last === timer) return;
    this.#rise(last, this.#sink(place, last));
  }

  // Moves smaller children up from `place` until `timer` may stand there; returns where that is.
  #sink(place: number, timer: Timer): number {
    const child = this.#earlierChild(place);
    if (child === undefined || !isEarlier(child, timer)) return place;
    const free = child.place;
    this.#put(child, place);
    return this.#sink(free, timer);
  }

  // Moves later parents down from `place` until `timer` may stand there, and puts it there.
  #rise(timer: Timer, place: number): void {
    let free = place;
    for (let parent = this.#parent(free); parent && isEarlier(timer, parent); parent = this.#parent(free)) {
      const next = parent.place;
      this.#put(parent, free);
      free = next;
    }
    this.#put(timer, free);
  }

  #parent(place: number): Timer | undefined {
    return place === 0 ? undefined : this.#heap[(place - 1) >> 1];
  }

  #earlierChild(place: number): Timer | undefined {
    const left = this.#heap[2 * place + 1];
    const right = this.#heap[2 * place + 2];
    return left && right && isEarlier(right, left) ? right : left;
  }

  #put(timer: Timer, place: number): void {
    timer.place = place;
    this.#heap[place] = timer;
  }
}

function isEarlier(one: Timer, other: Timer): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order);
}
