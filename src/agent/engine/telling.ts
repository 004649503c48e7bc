import type { RunEvent, RunHappening } from "../../core/event.ts";
import { redactEvent } from "../../core/redact.ts";
import type { Run } from "../../core/run.ts";
import { isPromiseLike } from "../../core/thenable.ts";
import type { Engine } from "./engine.ts";
import { tellHooks } from "./hooks.ts";
import { snapshotRun } from "./report.ts";
import type { Scope } from "./scope.ts";

interface Untold {
  readonly scope: Scope;
  readonly event: RunEvent;
}

/**
 * Tells the observer of a run, and the hooks of its agents, what happens, one event after the other. What they throw is
 * reported once per run, as a process warning, and changes nothing.
 */
export class Telling {
  readonly #engine: Engine;
  readonly #observer: ((event: RunEvent) => unknown) | null;
  readonly #isRedacted: boolean;
  #untold: Untold[] | null = null;
  #isTelling = false;
  #sequence = 0;
  #hasWarned = false;

  constructor(engine: Engine) {
    const { onEvent, contents } = engine.options.given;
    this.#engine = engine;
    this.#observer = onEvent ?? null;
    this.#isRedacted = contents === false;
  }

  /** Whether somebody sees every event. */
  get isObserved(): boolean {
    return this.#observer !== null;
  }

  /** Whether somebody is being told of something just now: they may be inside any step of any agent. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  /** Tells what happened to an agent. What happens while it is told, or inside `after`, is told after that. */
  emit(scope: Scope, happening: RunHappening, callId?: string): void {
    if (!this.#observer && scope.agent.hooks.length === 0) return;
    const address = { sequence: this.#sequence++, path: scope.path, agent: scope.agent.name };
    const event: RunEvent = { ...address, ...(callId === undefined ? {} : { callId }), ...happening };
    (this.#untold ??= []).push({ scope, event: this.#isRedacted ? redactEvent(event) : event });
    if (!this.#isTelling) this.#tellAll();
  }

  /** Does something whole before anyone is told of its parts, so that an observer that cuts the run finds nothing half done. */
  after(act: () => void): void {
    if (this.#isTelling) return act();
    this.#isTelling = true;
    try {
      act();
    } finally {
      this.#tellAll();
    }
  }

  #tellAll(): void {
    this.#isTelling = true;
    for (let untold = this.#untold?.shift(); untold; untold = this.#untold?.shift()) {
      const { scope, event } = untold;
      if (this.#observer) this.#tell(this.#observer, event);
      if (scope.agent.hooks.length > 0) this.#tellHooks(scope, event);
    }
    this.#isTelling = false;
  }

  #tellHooks(scope: Scope, event: RunEvent): void {
    const runOf = (): Run => snapshotRun(scope) as Run; // it has ended when it is asked for
    tellHooks({ hooks: scope.agent.hooks, runOf, failed: (error) => this.#warn(error) }, event);
  }

  #tell(observer: (event: RunEvent) => unknown, event: RunEvent): void {
    try {
      const result = observer(event);
      if (isPromiseLike(result)) Promise.resolve(result).catch((error: unknown) => this.#warn(error));
    } catch (error) {
      this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { id } = this.#engine;
    process.emitWarning(`an observer of run ${id} threw and was ignored: ${this.#engine.describe(error)}`, "TroupeWarning");
  }
}
