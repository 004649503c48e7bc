import type { AgentStep, RunRecord, Step } from "../../../core/run.ts";
import { isInstant, milliseconds, spanOf, type Span } from "./span.ts";

/** One agent's life in a run: the root's, or that of a specialist that was started. */
export interface Life {
  readonly agent: string;
  readonly path: string;
  /** 0 for the root. */
  readonly depth: number;
  /** The delegation that started it; null for the root. */
  readonly step: AgentStep | null;
  readonly parent: Life | null;
  readonly span: Span;
  /** Its own steps, in order. */
  readonly steps: readonly Placed[];
}

/** A step with the life it belongs to and, for a delegation that was not refused, the life it started. */
export interface Placed {
  readonly step: Step;
  readonly life: Life;
  readonly span: Span;
  readonly below: Life | null;
}

/** A run laid out flat, so that no one who reads it needs to recurse. */
export interface Places {
  readonly run: RunRecord;
  readonly root: Life;
  /** Every life, a parent before those it started. */
  readonly lives: readonly Life[];
  /** Every step, a delegation before the steps below it. */
  readonly steps: readonly Placed[];
}

/**
 * Lays a run out, finished or not. What has not ended goes on until the latest instant the trace knows of.
 * Takes any depth of nesting.
 */
export function placesOf(run: RunRecord): Places {
  const now = latestInstant(run);
  const lives: GrowingLife[] = [lifeOf(run, now)];
  const steps: Placed[] = [];
  const trail = lives.map((life) => ({ life, children: run.steps, next: 0 }));
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const step = top.children[top.next++];
    if (step === undefined) {
      trail.pop();
      continue;
    }
    const below = startedLife(step) ? specialistLife(step, top.life, now) : null;
    const placed: Placed = { step, life: top.life, span: below?.span ?? spanOf(step, now), below };
    top.life.steps.push(placed);
    steps.push(placed);
    if (below === null || step.kind !== "agent") continue;
    lives.push(below);
    trail.push({ life: below, children: step.children, next: 0 });
  }
  return { run, root: lives[0] as Life, lives, steps }; // the root was put there first
}

/** Whether a delegation started its specialist. */
function startedLife(step: Step): step is AgentStep {
  return step.kind === "agent" && (step.outcome !== "refused" || step.children.length > 0);
}

type GrowingLife = Life & { readonly steps: Placed[] };

function lifeOf(run: RunRecord, now: number): GrowingLife {
  const startedAt = isInstant(run.startedAt) ? run.startedAt : now;
  const endedAt = run.stopReason === null ? Math.max(now, startedAt) : startedAt + milliseconds(run.seconds);
  return {
    agent: run.agent,
    path: run.path,
    depth: 0,
    step: null,
    parent: null,
    span: { queuedAt: startedAt, startedAt, endedAt },
    steps: [],
  };
}

function specialistLife(step: AgentStep, parent: Life, now: number): GrowingLife {
  return { agent: step.agent, path: pathBelow(step, parent), depth: parent.depth + 1, step, parent, span: spanOf(step, now), steps: [] };
}

// `0#3.1` is the delegation that starts the agent at `0/3.1`. An id of another form still gives every life a path.
function pathBelow({ id, index }: AgentStep, parent: Life): string {
  const prefix = `${parent.path}#`;
  return `${parent.path}/${id.startsWith(prefix) ? id.slice(prefix.length) : index}`;
}

function latestInstant(run: RunRecord): number {
  let latest = isInstant(run.startedAt) ? run.startedAt + milliseconds(run.seconds) : 0;
  const rest: (readonly Step[])[] = [run.steps];
  for (let steps = rest.pop(); steps !== undefined; steps = rest.pop()) {
    for (const step of steps) {
      const endedAt = step.startedAt + milliseconds(step.seconds);
      if (endedAt > latest && isInstant(step.startedAt)) latest = endedAt;
      if (step.kind === "agent") rest.push(step.children);
    }
  }
  return latest;
}
