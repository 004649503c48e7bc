import PQueue from "p-queue";

/** A task that calls `free`, once, when its slot may be given to another. It never throws. */
export type SlotTask = (free: () => void) => void;

type LaneName = "model" | "tools" | "exclusive" | "approvals";

/**
 * The slots of one run. `model` and `tools` are leaf queues: what holds a slot never waits for another one, so a tree
 * of any depth finishes on a single slot. `exclusive` and `approvals` are locks that are taken before a slot is.
 */
export class Limit {
  readonly #slots: { readonly model: number; readonly tools: number };
  // Made when first needed: most runs never use all of them.
  readonly #lanes: { [Name in LaneName]?: Lane } = {};

  constructor(slots: { readonly model: number; readonly tools: number }) {
    this.#slots = slots;
  }

  /** Runs a model call as soon as a slot is free: deeper agents first, then by age. */
  model(depth: number, task: SlotTask): void {
    this.#lane("model").add(depth, task);
  }

  /** Runs a tool call as soon as a slot is free: deeper agents first, then by age. */
  tool(depth: number, task: SlotTask): void {
    this.#lane("tools").add(depth, task);
  }

  /** Runs a task that must not overlap with another exclusive one. */
  exclusive(depth: number, task: SlotTask): void {
    this.#lane("exclusive").add(depth, task);
  }

  /** Asks for one approval at a time. */
  approval(depth: number, task: SlotTask): void {
    this.#lane("approvals").add(depth, task);
  }

  /** Forgets what is still queued, at the end of a run. */
  clear(): void {
    for (const lane of Object.values(this.#lanes)) lane.clear();
  }

  /** What runs or waits now, for a run that wants to show that nothing was left behind. */
  get size(): number {
    return Object.values(this.#lanes).reduce((size, lane) => size + lane.size, 0);
  }

  #lane(name: LaneName): Lane {
    return (this.#lanes[name] ??= new Lane(name === "model" || name === "tools" ? this.#slots[name] : 1));
  }
}

/**
 * A number of slots, and the queue of those who wait for one: higher priority first, then age. A task that finds a free
 * slot and nobody waiting starts at once, without the queue: that is nearly every task, and the queue's bookkeeping
 * was measured at a fifth of a whole turn. Those that do wait share the slots that such tasks leave free.
 */
class Lane {
  readonly #slots: number;
  #direct = 0;
  #queue: PQueue | null = null;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Starts the task now, when a slot is free, or as soon as one is. */
  add(priority: number, task: SlotTask): void {
    if (this.#isFree()) return this.#start(task);
    this.#queue ??= new PQueue();
    this.#share(this.#queue);
    // p-queue runs without its own `signal` and `timeout`: those free a slot while the work runs on.
    void this.#queue.add(() => new Promise<void>(task), { priority });
  }

  /** Forgets those who wait. */
  clear(): void {
    this.#queue?.clear();
  }

  /** How many run or wait. */
  get size(): number {
    return this.#direct + (this.#queue ? this.#queue.size + this.#queue.pending : 0);
  }

  #isFree(): boolean {
    if (this.#queue && this.#queue.size > 0) return false;
    return this.#direct + (this.#queue?.pending ?? 0) < this.#slots;
  }

  #start(task: SlotTask): void {
    this.#direct += 1;
    task(this.#free);
  }

  // One function for all: what frees a slot says nothing of whose it was. Whoever waits begins after the work at hand,
  // which may be a cut that is still on its way to those who wait.
  readonly #free = (): void => {
    this.#direct -= 1;
    const queue = this.#queue;
    if (queue) queueMicrotask(() => this.#share(queue));
  };

  // The queue has the slots that no direct task holds; it cannot be told 0, so then it stands still.
  #share(queue: PQueue): void {
    const left = this.#slots - this.#direct;
    if (left < 1) return void queue.pause();
    queue.concurrency = left;
    if (queue.isPaused) queue.start();
  }
}
