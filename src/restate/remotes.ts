import { rpc, type Context, type InvocationId, type InvocationPromise } from "@restatedev/restate-sdk";
import type { RunRecord } from "../core/run.ts";
import type { RemoteDelegation, RemoteRun, RemoteSpecialist } from "../agent/engine/runtime.ts";
import type { InvocationClock } from "./clock.ts";
import { EngineError } from "./engine-error.ts";
import { once } from "./once.ts";
import type { Pump, Watched } from "./pump.ts";
import { specialistsName } from "./team.ts";
import { cameBackFrom, type CameBack, type SpecialistInput, type SpecialistsHandlers } from "./wire.ts";

/** Where specialists are called from. */
export interface RemoteTerms {
  readonly ctx: Context;
  readonly pump: Pump;
  readonly clock: InvocationClock;
  /** More may not be sent. */
  readonly maxBytes: number;
}

/** What a specialist is called with. */
export interface RemoteCall {
  readonly delegation: RemoteDelegation;
  readonly input: SpecialistInput;
  /** Called when it has come back. */
  readonly cameBack: () => void;
}

interface Remote {
  readonly watched: Watched;
  readonly cancel: () => void;
  /** Whether it is kept, not handed back, because the one that delegates is about to be cut. */
  isKept: boolean;
}

/** The specialists of one invocation that are under way: each is an invocation of its own. */
export class Remotes {
  readonly #terms: RemoteTerms;
  readonly #open = new Set<Remote>();
  readonly #stopping = new Set<Watched>();

  constructor(terms: RemoteTerms) {
    this.#terms = terms;
  }

  /** Starts a specialist. */
  start({ delegation, input, cameBack }: RemoteCall): RemoteSpecialist {
    const { ctx, pump, clock } = this.#terms;
    const specialists = ctx.serviceClient<SpecialistsHandlers>({ name: specialistsName(input.definitions) });
    const call = specialists.run(input, rpc.opts({ name: delegation.path }));
    let remote: Remote | null = null;
    const run = new Promise<RemoteRun>((resolve, reject) => {
      const watched = pump.watch(call, (came) => {
        if (remote) this.#open.delete(remote);
        cameBack();
        const back: CameBack = came.ok ? cameBackFrom(came.value) : { problem: came.error.message };
        if ("run" in back) clock.moveTo(endOf(back.run));
        if (remote?.isKept) return void ("run" in back && delegation.keep(back));
        if ("problem" in back) reject(new EngineError(back.problem));
        else resolve(back);
      });
      remote = { watched, cancel: once(() => this.#stop(call)), isKept: false };
      this.#open.add(remote);
    });
    return { run, cancel: () => remote?.cancel() };
  }

  /** Why this cannot be sent; null where it can. */
  refusal({ call }: RemoteDelegation, input: SpecialistInput): string | null {
    const { maxBytes } = this.#terms;
    const bytes = Buffer.byteLength(JSON.stringify(input));
    if (bytes <= maxBytes) return null;
    const limit = `more than the ${maxBytes} that may be sent to another worker`;
    return `the goal and the artifacts for ${call} have ${bytes} bytes, ${limit}`;
  }

  /** Cancels all of them. */
  cancel(): void {
    for (const remote of this.#open) remote.cancel();
  }

  /** Waits until all have come back, or the grace is over; what they had done is kept, and nothing follows from it. */
  async gather(graceMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { ctx, pump } = this.#terms;
    let isOver = false;
    const grace = pump.watch(ctx.sleep(graceMs), () => (isOver = true));
    for (const remote of this.#open) remote.isKept = true;
    const awaited = (): Watched[] => [grace, ...this.#stopping, ...[...this.#open].map(({ watched }) => watched)];
    while (this.#open.size > 0 && !isOver) await pump.next(awaited());
    grace.drop();
    for (const remote of this.#open) remote.isKept = false;
  }

  /** Waits until all that was cancelled has been told so. */
  async stopped(): Promise<void> {
    while (this.#stopping.size > 0) await this.#terms.pump.next(this.#stopping);
  }

  // The id of an invocation comes back from the engine, too.
  #stop(call: InvocationPromise<CameBack>): void {
    const { ctx, pump } = this.#terms;
    const watched = pump.watch<InvocationId>(call.invocationId as never, (came) => { // it is one of the engine's promises
      this.#stopping.delete(watched);
      if (came.ok) ctx.cancel(came.value);
    });
    this.#stopping.add(watched);
  }
}

// What was booked last may stand a fraction of a microsecond after the end that its seconds make.
function endOf({ startedAt, seconds, ledger }: RunRecord): number {
  return Math.max(startedAt + seconds * 1000, ledger.at(-1)?.time ?? 0);
}
