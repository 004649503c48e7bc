import type { Context } from "@restatedev/restate-sdk";
import type { Work } from "../agent/engine/runtime.ts";
import { once } from "./once.ts";
import type { Pump } from "./pump.ts";
import type { SlotsObject } from "./slots.ts";
import { SLOTS, type LaneShare } from "./wire.ts";

/** What an invocation has of each lane of its run. */
export interface Shares {
  readonly model: LaneShare;
  readonly tools: LaneShare;
}

interface Waiting {
  readonly begin: () => void;
}

/**
 * The slots of one invocation. What it has of its own costs nothing; where the run has more agents at once than slots,
 * it asks the queue that they share. A specialist gets its part of what its parent has, so the whole run never uses
 * more than it was given: while an agent waits for its specialists it thinks of nothing itself.
 */
export class Lanes {
  readonly #ctx: Context;
  readonly #pump: Pump;
  readonly #shares: Shares;
  readonly #runId: string;
  #toolsInUse = 0;
  #toolsLent = 0;
  readonly #waiting: Waiting[] = [];

  constructor(ctx: Context, pump: Pump, runId: string, shares: Shares) {
    this.#ctx = ctx;
    this.#pump = pump;
    this.#runId = runId;
    this.#shares = shares;
  }

  /** Calls `begin` when a slot is free. The function it returns gives the slot, or the place in the queue, back. */
  take({ lane, depth }: Pick<Work, "lane" | "depth">, begin: () => void): () => void {
    if (lane === "check") {
      begin(); // code of the user's own, which the machine's slots are not for
      return () => undefined;
    }
    if (lane === "exclusive" || lane === "approval") return this.#ask(`${this.#runId}/${lane}`, 1, depth, begin);
    const share = lane === "model" ? this.#shares.model : this.#shares.tools;
    if (share.type === "shared") return this.#ask(share.queue, share.slots, depth, begin);
    if (lane === "tool") return this.#takeTool(begin);
    begin(); // an agent thinks of one thing at a time
    return () => undefined;
  }

  /** What each of `count` specialists gets that are started in one turn by the agent at `path`. */
  sharesFor(count: number, path: string): Shares {
    const { model, tools } = this.#shares;
    return { model: this.#part(model, count, `${path}/model`), tools: this.#part(tools, count + 1, `${path}/tool`) };
  }

  /** Sets aside for `count` specialists of one turn what they get of the slots for tools; the function gives it back. */
  lend(count: number): () => void {
    const { tools } = this.#shares;
    const part = tools.type === "own" ? Math.floor(tools.slots / (count + 1)) : 0;
    this.#toolsLent += part;
    return () => {
      this.#toolsLent -= part;
      this.#startWaiting();
    };
  }

  #part(share: LaneShare, parts: number, name: string): LaneShare {
    if (share.type === "shared") return share;
    const slots = Math.floor(share.slots / parts);
    return slots >= 1 ? { type: "own", slots } : { type: "shared", queue: `${this.#runId}:${name}`, slots: share.slots };
  }

  #takeTool(begin: () => void): () => void {
    let isInUse = false;
    const waiting: Waiting = {
      begin: () => {
        isInUse = true;
        this.#toolsInUse += 1;
        begin();
      },
    };
    this.#waiting.push(waiting);
    this.#startWaiting();
    return () => {
      if (isInUse) this.#toolsInUse -= 1;
      else this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      this.#startWaiting();
    };
  }

  #startWaiting(): void {
    const { tools } = this.#shares;
    const slots = tools.type === "own" ? Math.max(1, tools.slots - this.#toolsLent) : 0;
    while (this.#toolsInUse < slots && this.#waiting.length > 0) this.#waiting.shift()?.begin();
  }

  #ask(queue: string, slots: number, depth: number, begin: () => void): () => void {
    const { id: ticket, promise } = this.#ctx.awakeable<void>();
    const client = this.#ctx.objectSendClient<SlotsObject>({ name: SLOTS }, queue);
    client.take({ ticket, slots, depth });
    const watched = this.#pump.watch(promise, () => begin());
    return once(() => {
      watched.drop();
      client.give({ ticket });
    });
  }
}
