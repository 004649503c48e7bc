import PQueue from "p-queue";

/** A task that settles when its slot may be given to another; it never rejects. */
export type SlotTask = () => Promise<void> | void;

/**
 * The slots of one run. `model` and `tools` are leaf queues: what holds a slot never waits for another one, so a tree
 * of any depth finishes on a single slot. `exclusive` and `approvals` are locks that are taken before a slot is.
 * p-queue runs without its own `signal` and `timeout`: those free a slot while the work runs on.
 */
export class Limit {
  readonly #model: PQueue;
  readonly #tools: PQueue;
  readonly #exclusive = new PQueue({ concurrency: 1 });
  readonly #approvals = new PQueue({ concurrency: 1 });

  constructor(slots: { readonly model: number; readonly tools: number }) {
    this.#model = new PQueue({ concurrency: slots.model });
    this.#tools = new PQueue({ concurrency: slots.tools });
  }

  /** Runs a model call as soon as a slot is free: deeper agents first, then by age. */
  model(depth: number, task: SlotTask): void {
    void this.#model.add(task, { priority: depth });
  }

  /** Runs a tool call as soon as a slot is free: deeper agents first, then by age. */
  tool(depth: number, task: SlotTask): void {
    void this.#tools.add(task, { priority: depth });
  }

  /** Runs a task that must not overlap with another exclusive one. */
  exclusive(depth: number, task: SlotTask): void {
    void this.#exclusive.add(task, { priority: depth });
  }

  /** Asks for one approval at a time. */
  approval(depth: number, task: SlotTask): void {
    void this.#approvals.add(task, { priority: depth });
  }

  /** Forgets what is still queued, at the end of a run. */
  clear(): void {
    for (const queue of [this.#model, this.#tools, this.#exclusive, this.#approvals]) queue.clear();
  }

  /** What runs or waits now, for a run that wants to show that nothing was left behind. */
  get size(): number {
    let size = 0;
    for (const queue of [this.#model, this.#tools, this.#exclusive, this.#approvals]) size += queue.size + queue.pending;
    return size;
  }
}
