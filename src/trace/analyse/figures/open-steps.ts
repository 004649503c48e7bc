import { secondsBetween } from "../../../core/clock.ts";
import type { Step } from "../../../core/run.ts";
import type { Placed, Places } from "../places/places.ts";

/** A step that has not ended: what it is doing, for how long, and whom it waits for. */
export interface OpenStep {
  readonly stepId: string;
  readonly kind: Step["kind"];
  readonly name: string;
  /** The agent whose step it is. */
  readonly agent: string;
  readonly path: string;
  /** `queued` for a slot or to be let in, `running`, or `waiting` for an approval or, a delegation, for its steps. */
  readonly state: "queued" | "running" | "waiting";
  readonly ageSeconds: number;
  /** The open steps of its specialist. Empty: it waits for nobody in this run. */
  readonly waitingOn: readonly string[];
}

/** The open steps of a run, a delegation before those below it. */
export function openStepsOf({ steps }: Places): OpenStep[] {
  return steps.flatMap((placed) => {
    const { step, life, span } = placed;
    if (step.open === undefined) return [];
    const since = step.open === "queued" ? span.queuedAt : span.startedAt;
    const ageSeconds = secondsBetween(since, span.endedAt);
    const { agent, path } = life;
    return [{ stepId: step.id, kind: step.kind, name: step.name, agent, path, state: step.open, ageSeconds, waitingOn: openBelow(placed) }];
  });
}

function openBelow({ below }: Placed): string[] {
  return below === null ? [] : below.steps.filter(({ step }) => step.open !== undefined).map(({ step }) => step.id);
}
