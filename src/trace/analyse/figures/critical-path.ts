import { secondsBetween } from "../../../core/clock.ts";
import type { Life, Placed, Places } from "../places/places.ts";

/** A stretch of the critical path: what kept the run from ending sooner during that time. */
export interface CriticalStretch {
  /** `model` and `tool`: that call worked; `queue`: that step waited; `agent`: none of the agent's steps was under way. */
  readonly kind: "model" | "tool" | "queue" | "agent";
  /** Null where the agent itself was between steps. */
  readonly stepId: string | null;
  readonly agent: string;
  readonly path: string;
  /** From the start of the run. */
  readonly startSeconds: number;
  readonly seconds: number;
}

/** What one agent contributed to the critical path. */
export interface CriticalPart {
  readonly agent: string;
  readonly path: string;
  readonly seconds: number;
  /** Of the whole path, from 0 to 1. */
  readonly share: number;
}

/** The chain of steps that the run's length came from: make one of them shorter, and the run is shorter. */
export interface CriticalPath {
  /** As long as the run. */
  readonly seconds: number;
  /** In order of time, without a gap. */
  readonly stretches: readonly CriticalStretch[];
  /** The longest part first. */
  readonly parts: readonly CriticalPart[];
}

/**
 * Finds the critical path by walking back from the end of the run: always to the step that ended last before, into a
 * delegation through its specialist's steps, and on from where that step began to wait.
 */
export function criticalPathOf({ root }: Places): CriticalPath {
  const walk = new Walk(root);
  walk.back();
  const stretches = walk.stretches.reverse();
  const seconds = secondsBetween(root.span.startedAt, root.span.endedAt);
  return { seconds, stretches, parts: partsOf(stretches, seconds) };
}

const NOISE_MS = 0.002; // times are kept to the microsecond, and milliseconds since the epoch have less than that to spare

/** Where the walk is inside one life: never before `from`, looking at the steps that ended last first. */
interface Visit {
  readonly life: Life;
  readonly from: number;
  readonly latestFirst: readonly Placed[];
  next: number;
  /** The delegation that is left when the visit is over. */
  readonly entered: Placed | null;
}

class Walk {
  readonly stretches: CriticalStretch[] = [];
  readonly #origin: number;
  readonly #visits: Visit[] = [];
  #at: number;

  constructor(root: Life) {
    this.#origin = root.span.startedAt;
    this.#at = root.span.endedAt;
    this.#enter(root, null, root.span.startedAt);
  }

  back(): void {
    for (let visit = this.#visits.at(-1); visit !== undefined; visit = this.#visits.at(-1)) {
      const placed = this.#blocking(visit);
      if (placed) this.#through(placed, visit);
      else this.#leave(visit);
    }
  }

  #enter(life: Life, entered: Placed | null, from: number): void {
    const latestFirst = life.steps.filter(({ span }) => span.endedAt > span.queuedAt);
    latestFirst.sort((one, other) => other.span.endedAt - one.span.endedAt);
    this.#visits.push({ life, from, latestFirst, next: 0, entered });
  }

  // What began before and ends after the instant reached ran beside the path: nothing waited for it. Only at the end of
  // a life, where the walk enters it, may a step seem to last longer, because clocks differ.
  #blocking(visit: Visit): Placed | undefined {
    const isFirst = visit.next === 0;
    for (;;) {
      const placed = visit.latestFirst[visit.next++];
      if (placed === undefined || placed.span.endedAt <= visit.from) return undefined;
      if (placed.span.queuedAt >= this.#at) continue;
      if (isFirst || placed.span.endedAt <= this.#at + NOISE_MS) return placed;
    }
  }

  #through(placed: Placed, visit: Visit): void {
    const { step, span, below } = placed;
    this.#to(Math.max(visit.from, Math.min(span.endedAt, this.#at)), "agent", visit.life, null);
    if (below) return this.#enter(below, placed, Math.min(this.#at, Math.max(visit.from, span.startedAt)));
    this.#to(Math.max(visit.from, span.startedAt), step.kind === "agent" ? "agent" : step.kind, visit.life, step.id);
    this.#to(Math.max(visit.from, span.queuedAt), "queue", visit.life, step.id);
  }

  #leave({ life, from, entered }: Visit): void {
    this.#to(from, "agent", life, null);
    this.#visits.pop();
    const above = this.#visits.at(-1);
    if (entered && above) this.#to(Math.max(above.from, entered.span.queuedAt), "queue", above.life, entered.step.id);
  }

  #to(instant: number, kind: CriticalStretch["kind"], { agent, path }: Life, stepId: string | null): void {
    const seconds = secondsBetween(instant, this.#at);
    if (seconds > 0) this.stretches.push({ kind, stepId, agent, path, startSeconds: secondsBetween(this.#origin, instant), seconds });
    this.#at = Math.min(this.#at, instant);
  }
}

function partsOf(stretches: readonly CriticalStretch[], whole: number): CriticalPart[] {
  const secondsAt = new Map<string, { readonly agent: string; seconds: number }>();
  for (const { agent, path, seconds } of stretches) {
    const part = secondsAt.get(path);
    if (part) part.seconds += seconds;
    else secondsAt.set(path, { agent, seconds });
  }
  const parts = [...secondsAt].map(([path, { agent, seconds }]) => {
    return { agent, path, seconds: secondsBetween(0, seconds * 1000), share: whole === 0 ? 0 : seconds / whole };
  });
  return parts.sort((one, other) => other.seconds - one.seconds || (one.path < other.path ? -1 : 1));
}
