import type { ArtifactReader } from "../../core/artifact.ts";
import type { Clock } from "../../core/clock.ts";
import type { ToolContext } from "../../core/tool.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";

/** What a tool may use, as properties of its own, so that it can be spread; see `CallOptions` for the signal. */
export class CallContext implements ToolContext {
  declare readonly signal: AbortSignal;
  readonly goal: string;
  readonly identity: unknown;
  readonly state: Record<string, unknown>;
  readonly artifacts: ArtifactReader;
  readonly agent: string;
  readonly path: string;
  readonly depth: number;
  readonly runId: string;
  readonly clock: Clock;
  readonly secondsLeft: () => number;
  readonly #effect: RunningEffect;

  constructor(scope: Scope, effect: RunningEffect) {
    this.#effect = effect;
    this.goal = scope.goal;
    this.identity = scope.engine.identity;
    this.state = scope.state;
    this.artifacts = scope.artifacts.reader;
    this.agent = scope.agent.name;
    this.path = scope.path;
    this.depth = scope.depth;
    this.runId = scope.engine.runId(scope);
    this.clock = effect.clock;
    this.secondsLeft = () => scope.secondsLeft(effect.clock);
    Object.defineProperty(this, "signal", CallContext.#lazySignal);
  }

  static readonly #lazySignal: PropertyDescriptor & ThisType<CallContext> = {
    enumerable: true,
    get() {
      return this.#effect.signal;
    },
  };
}
