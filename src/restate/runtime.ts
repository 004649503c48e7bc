import type { Context } from "@restatedev/restate-sdk";
import { artifactRecord } from "../core/artifact.ts";
import type { RemoteDelegation, RemoteSpecialist, Runtime, Work, WorkUnderWay } from "../agent/engine/runtime.ts";
import { Awake } from "./awake.ts";
import { Calls } from "./calls.ts";
import { InvocationClock } from "./clock.ts";
import { EngineError } from "./engine-error.ts";
import { Lanes, type Shares } from "./lanes.ts";
import type { Making } from "./make.ts";
import type { Pump } from "./pump.ts";
import { Remotes } from "./remotes.ts";
import { WIRE_VERSION, type SpecialistInput } from "./wire.ts";

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

/** How an invocation is driven to its end. */
export interface Driven {
  readonly isDone: () => boolean;
  /** When the agent's own time is up, in milliseconds since the epoch. */
  readonly deadlineAt: number;
  /** Called, once, when the invocation was cancelled. */
  readonly cancel: () => Promise<void>;
}

/** The runtime of one invocation: calls are its journaled steps, specialists are invocations of their own. */
export class RestateRuntime implements Runtime {
  readonly clock: InvocationClock;
  readonly #invocation: Invocation;
  readonly #lanes: Lanes;
  readonly #calls: Calls;
  readonly #remotes: Remotes;
  #due: (() => void)[] = [];

  constructor(invocation: Invocation) {
    const { ctx, pump, frame, making, attempt, startedAt } = invocation;
    this.#invocation = invocation;
    this.clock = new InvocationClock(ctx, pump, { startedAt, due: (fn) => this.#due.push(fn) });
    this.#lanes = new Lanes(ctx, pump, frame.runId, frame.shares);
    const awake = new Awake(ctx, pump, making.awakeSeconds);
    this.#calls = new Calls({ ctx, pump, clock: this.clock, lanes: this.#lanes, awake, making, attempt });
    this.#remotes = new Remotes({ ctx, pump, clock: this.clock, maxBytes: making.maxBytes });
    ctx.request().attemptCompletedSignal.addEventListener("abort", () => this.#calls.abort(), { once: true });
  }

  hold(): () => void {
    return this.#invocation.pump.hold();
  }

  perform(work: Work): WorkUnderWay {
    return this.#calls.perform(work);
  }

  delegate(delegation: RemoteDelegation): RemoteSpecialist {
    const input = this.#inputFor(delegation);
    const refusal = this.#remotes.refusal(delegation, input);
    if (refusal !== null) return { run: Promise.reject(new EngineError(refusal)), cancel: () => undefined };
    return this.#remotes.start({ delegation, input, cameBack: this.#lanes.lend(delegation.ofTurn) });
  }

  #inputFor({ call, goal, artifacts, path, depth, line, slices, deadline, ofTurn }: RemoteDelegation): SpecialistInput {
    const { shares: _, calls, ...frame } = this.#invocation.frame;
    return {
      version: WIRE_VERSION,
      ...frame,
      calls: [...calls, call],
      goal,
      artifacts: artifacts.map(artifactRecord),
      path,
      depth,
      line: [...line],
      slices,
      deadline,
      lanes: this.#lanes.sharesFor(ofTurn, parentOf(path)),
    };
  }

  /** Hands out what comes back until the agent has ended. */
  async drive({ isDone, deadlineAt, cancel }: Driven): Promise<void> {
    const { pump } = this.#invocation;
    let isCancelTold = false;
    for (await pump.settle(); !isDone(); await pump.settle()) {
      if (pump.isCancelled && !isCancelTold) {
        isCancelTold = true;
        this.#calls.abort();
        await this.#remotes.gather(GRACE_MS); // the engine has cancelled them, too
        await cancel();
        continue;
      }
      await pump.next();
      await this.#callDue(deadlineAt);
    }
    this.#calls.end();
    await this.#remotes.stopped();
  }

  async #callDue(deadlineAt: number): Promise<void> {
    const due = this.#due;
    this.#due = [];
    for (const fn of due) {
      // Else it is the time of one specialist alone, whose worker has not said so itself.
      if (this.clock.now() >= deadlineAt) await this.#endAll();
      fn();
    }
  }

  // What the specialists had done by the deadline is taken in before it ends all of them.
  async #endAll(): Promise<void> {
    this.#calls.abort();
    await this.#remotes.gather(OWN_TIME_MS);
    this.#remotes.cancel();
    await this.#remotes.gather(GRACE_MS);
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
