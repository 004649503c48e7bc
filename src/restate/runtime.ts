import { rpc, type Context, type InvocationId, type InvocationPromise } from "@restatedev/restate-sdk";
import { artifactRecord } from "../core/artifact.ts";
import { systemClock } from "../agent/clock.ts";
import type { RemoteDelegation, RemoteRun, RemoteSpecialist, Runtime, Work, WorkUnderWay } from "../agent/runtime.ts";
import { InvocationClock } from "./clock.ts";
import { Lanes, type Shares } from "./lanes.ts";
import { make, type Made, type Making } from "./make.ts";
import { type Pump, type Watched } from "./pump.ts";
import { cameBackSchema, SPECIALISTS, WIRE_VERSION, type CameBack, type SpecialistInput, type SpecialistsHandlers } from "./wire.ts";

/** What all specialists of a run are told of it. */
export interface Frame extends Pick<SpecialistInput, "runId" | "root" | "calls" | "definitions" | "options"> {
  readonly shares: Shares;
}

/** Where a runtime works. */
export interface Invocation {
  readonly ctx: Context;
  readonly pump: Pump;
  readonly frame: Frame;
  readonly making: Making;
  /** Names this attempt: what an earlier one had begun is known by it. */
  readonly attempt: string;
  readonly startedAt: number;
}

const OWN_TIME_MS = 1_000; // for specialists whose deadline is the same to say so themselves: 70 ms were measured
const GRACE_MS = 10_000; // for what was cancelled to come back; one whose worker is dead waits for another worker

interface Remote {
  readonly watched: Watched;
  readonly cancel: () => void;
  /** Whether it is kept, not handed back, because the one that delegates is about to be cut. */
  isKept: boolean;
}

/** The runtime of one invocation: calls are its journaled steps, specialists are invocations of their own. */
export class RestateRuntime implements Runtime {
  readonly clock: InvocationClock;
  readonly #invocation: Invocation;
  readonly #lanes: Lanes;
  readonly #remotes = new Set<Remote>();
  readonly #stopping = new Set<Watched>();
  readonly #calls = new Set<AbortController>();
  #due: (() => void)[] = [];

  constructor(invocation: Invocation) {
    const { ctx, pump, frame, startedAt } = invocation;
    this.#invocation = invocation;
    this.clock = new InvocationClock(ctx, pump, { startedAt, due: (fn) => this.#due.push(fn) });
    this.#lanes = new Lanes(ctx, pump, frame.runId, frame.shares);
    ctx.request().attemptCompletedSignal.addEventListener("abort", () => this.#abortCalls(), { once: true });
  }

  hold(): () => void {
    return this.#invocation.pump.hold();
  }

  perform(work: Work): WorkUnderWay {
    const controller = new AbortController();
    let watched: Watched | null = null;
    let giveBack: () => void = () => undefined;
    const close = (): void => {
      watched?.drop();
      this.#calls.delete(controller);
      giveBack();
    };
    const record = new Promise<Extract<Made, { record: unknown }>["record"]>((resolve, reject) => {
      const end = (made: Made): void => {
        close();
        if ("problem" in made) return reject(new Error(made.problem));
        const { startedAt, seconds } = made.record;
        this.clock.moveTo(startedAt + seconds * 1000);
        resolve(made.record);
      };
      const begin = (): void => {
        work.begun();
        this.#calls.add(controller);
        watched = this.#begin(work, (by) => (watched = this.#make(work, { by, controller, end })));
      };
      giveBack = onceKnown(() => this.#lanes.take(work, begin));
    });
    return {
      record,
      cancel: (reason) => {
        close();
        controller.abort(reason);
      },
    };
  }

  // Kept before the work is: after a crash it must be known what may have happened.
  #begin({ key }: Work, then: (by: string) => void): Watched {
    const { ctx, pump, attempt } = this.#invocation;
    return pump.watch(ctx.run(`begin ${key.kind} ${key.id}`, () => attempt), (came) => then(came.ok ? came.value : ""));
  }

  #make(work: Work, { by, controller: { signal }, end }: { readonly by: string; readonly controller: AbortController; readonly end: (made: Made) => void }): Watched {
    const { ctx, pump, attempt, making } = this.#invocation;
    const promise = ctx.run(`${work.key.kind} ${work.key.id}`, () => make(work, making, { hadBegun: by !== attempt, signal }));
    return pump.watch(promise, (came) => end(came.ok ? came.value : { problem: came.error.message }));
  }

  delegate(delegation: RemoteDelegation): RemoteSpecialist {
    const { ctx, pump, making } = this.#invocation;
    const input = this.#inputFor(delegation);
    const bytes = Buffer.byteLength(JSON.stringify(input));
    if (bytes > making.maxBytes) {
      const problem = `the goal and the artifacts for ${delegation.call} have ${bytes} bytes, more than the ${making.maxBytes} that may be sent to another worker`;
      return { run: Promise.reject(new Error(problem)), cancel: () => undefined };
    }
    const giveBack = this.#lanes.lend(delegation.ofTurn);
    const call = ctx.serviceClient<SpecialistsHandlers>({ name: SPECIALISTS }).run(input, rpc.opts({ name: delegation.path }));
    let remote: Remote | null = null;
    const run = new Promise<RemoteRun>((resolve, reject) => {
      const watched = pump.watch(call, (came) => {
        if (remote) this.#remotes.delete(remote);
        giveBack();
        const back: CameBack = came.ok ? cameBackSchema.parse(came.value) : { problem: came.error.message };
        if ("run" in back) this.clock.moveTo(back.run.startedAt + back.run.seconds * 1000);
        if (remote?.isKept) return void ("run" in back && delegation.keep(back));
        if ("problem" in back) reject(new Error(back.problem));
        else resolve(back);
      });
      remote = { watched, cancel: once(() => this.#stop(call)), isKept: false };
      this.#remotes.add(remote);
    });
    return { run, cancel: () => remote?.cancel() };
  }

  #inputFor({ call, goal, artifacts, path, depth, line, slices, deadline, ofTurn }: RemoteDelegation): SpecialistInput {
    const { shares: _, calls, ...frame } = this.#invocation.frame;
    const lanes = this.#lanes.sharesFor(ofTurn, parentOf(path));
    return { version: WIRE_VERSION, ...frame, calls: [...calls, call], goal, artifacts: artifacts.map(artifactRecord), path, depth, line: [...line], slices, deadline, lanes };
  }

  // The id of an invocation comes back from the engine, too.
  #stop(call: InvocationPromise<CameBack>): void {
    const { ctx, pump } = this.#invocation;
    const watched = pump.watch<InvocationId>(call.invocationId as never, (came) => {
      this.#stopping.delete(watched);
      if (came.ok) ctx.cancel(came.value);
    });
    this.#stopping.add(watched);
  }

  /** Hands out what comes back until `isDone`; `cancel` is called, once, when the invocation was cancelled. */
  async drive(isDone: () => boolean, cancel: () => Promise<void>): Promise<void> {
    const { pump } = this.#invocation;
    let isCancelTold = false;
    for (await pump.settle(); !isDone(); await pump.settle()) {
      if (pump.isCancelled && !isCancelTold) {
        isCancelTold = true;
        this.#abortCalls();
        await this.#gather(GRACE_MS);
        await cancel();
        continue;
      }
      await pump.next();
      await this.#callDue();
    }
    while (this.#stopping.size > 0) await pump.next(this.#stopping);
  }

  // Only deadlines are set on this clock. What the specialists had done by then is taken in before it ends all of them.
  async #callDue(): Promise<void> {
    const due = this.#due;
    this.#due = [];
    for (const fn of due) {
      await this.#gather(OWN_TIME_MS);
      for (const remote of this.#remotes) remote.cancel();
      await this.#gather(GRACE_MS);
      fn();
    }
  }

  async #gather(graceMs: number): Promise<void> {
    if (this.#remotes.size === 0) return;
    const { ctx, pump } = this.#invocation;
    let isOver = false;
    const grace = pump.watch(ctx.sleep(graceMs), () => (isOver = true));
    for (const remote of this.#remotes) remote.isKept = true;
    while (this.#remotes.size > 0 && !isOver) await pump.next([grace, ...this.#stopping, ...[...this.#remotes].map(({ watched }) => watched)]);
    grace.drop();
    for (const remote of this.#remotes) remote.isKept = false;
  }

  #abortCalls(): void {
    const reason = new DOMException("the call is wanted no more", "AbortError");
    for (const controller of this.#calls) controller.abort(reason);
  }
}

function once(fn: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    fn();
  };
}

// `take` may call back before it returns, and what it called may already have ended.
function onceKnown(take: () => () => void): () => void {
  let isGiven = false;
  let give: (() => void) | null = null;
  const giveBack = once(() => {
    isGiven = true;
    give?.();
  });
  give = take();
  if (isGiven) give();
  return giveBack;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The time now, as the engine keeps it for this invocation. */
export async function startOf(ctx: Context, pump: Pump): Promise<number> {
  const came = await pump.only(ctx.run("start", () => systemClock.now()));
  if (!came.ok) throw came.error;
  return came.value;
}
