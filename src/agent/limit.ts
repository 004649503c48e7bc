import PQueue from "p-queue";

/** A task that settles when its slot may be given to another; it never rejects. */
export type SlotTask = () => Promise<void> | void;

type QueueName = "model" | "tools" | "exclusive" | "approvals";

/**
 * The slots of one run. `model` and `tools` are leaf queues: what holds a slot never waits for another one, so a tree
 * of any depth finishes on a single slot. `exclusive` and `approvals` are locks that are taken before a slot is.
 * p-queue runs without its own `signal` and `timeout`: those free a slot while the work runs on.
 */
export class Limit {
  readonly #slots: { readonly model: number; readonly tools: number };
  // Made when first needed: most runs never use all of them.
  readonly #queues: { [Name in QueueName]?: PQueue } = {};

  constructor(slots: { readonly model: number; readonly tools: number }) {
    this.#slots = slots;
  }

  /** Runs a model call as soon as a slot is free: deeper agents first, then by age. */
  model(depth: number, task: SlotTask): void {
    this.#add("model", depth, task);
  }

  /** Runs a tool call as soon as a slot is free: deeper agents first, then by age. */
  tool(depth: number, task: SlotTask): void {
    this.#add("tools", depth, task);
  }

  /** Runs a task that must not overlap with another exclusive one. */
  exclusive(depth: number, task: SlotTask): void {
    this.#add("exclusive", depth, task);
  }

  /** Asks for one approval at a time. */
  approval(depth: number, task: SlotTask): void {
    this.#add("approvals", depth, task);
  }

  /** Forgets what is still queued, at the end of a run. */
  clear(): void {
    for (const queue of Object.values(this.#queues)) queue.clear();
  }

  /** What runs or waits now, for a run that wants to show that nothing was left behind. */
  get size(): number {
    return Object.values(this.#queues).reduce((size, queue) => size + queue.size + queue.pending, 0);
  }

  #add(name: QueueName, priority: number, task: SlotTask): void {
    const queue = (this.#queues[name] ??= new PQueue({ concurrency: this.#concurrencyOf(name) }));
    void queue.add(task, { priority });
  }

  #concurrencyOf(name: QueueName): number {
    return name === "model" || name === "tools" ? this.#slots[name] : 1;
  }
}
