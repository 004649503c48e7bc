import { childPath, ROOT_PATH } from "../core/ids.ts";
import type { BudgetRecord, ModelStep, Offered, RunRecord, Step } from "../core/run.ts";
import type { StopReason } from "../core/outcome.ts";

/** One agent of a trace: what it was given, what it did, how it ended. */
export interface Life {
  readonly path: string;
  readonly agent: string;
  readonly goal: string;
  readonly instructions: string;
  readonly offered: readonly Offered[];
  readonly budget: BudgetRecord;
  readonly stopReason: StopReason | null;
  readonly error: string | null;
  readonly steps: readonly Step[];
  /** Specialists that it started, in call order. */
  readonly below: readonly Life[];
  /** The delegation that started it; null for the root. */
  readonly step: Extract<Step, { kind: "agent" }> | null;
}

/** The agents of a trace, the root first, each before those below it. */
export function livesOf(run: RunRecord): readonly Life[] {
  const lives: Life[] = [];
  const root = lifeFrom({ ...run, path: ROOT_PATH, step: null });
  for (const rest = [root]; rest.length > 0; ) {
    const life = rest.pop() as Life; // the list is not empty
    lives.push(life);
    rest.push(...[...life.below].reverse());
  }
  return lives;
}

function lifeFrom(given: Omit<Life, "below">): Life {
  const { path, agent, goal, instructions, offered, budget, stopReason, error, steps, step } = given;
  return {
    path,
    agent,
    goal,
    instructions,
    offered,
    budget,
    stopReason,
    error,
    steps,
    step,
    below: steps.flatMap((each) => specialistOf(path, each)),
  };
}

// A delegation that was refused started nobody, and so has neither goal nor steps of a specialist.
function specialistOf(path: string, step: Step): Life[] {
  if (step.kind !== "agent" || (step.outcome === "refused" && step.children.length === 0)) return [];
  const { turn, call } = placeOf(step.id);
  return [lifeFrom({ ...step, path: childPath(path, turn, call ?? 0), steps: step.children, step })];
}

/** Where a step stands: the path of its agent, its turn, and which call of the turn it is (null for the turn itself). */
export interface Place {
  readonly path: string;
  readonly turn: number;
  readonly call: number | null;
}

/** The place that a step's id names; `turn` is 0 for a text that is no id. */
export function placeOf(id: string): Place {
  const [, path = "", turn = "0", call] = /^([^#]*)#(\d+)(?:\.(\d+))?$/u.exec(id) ?? [];
  return { path, turn: Number(turn), call: call === undefined ? null : Number(call) };
}

/** True for a model step that is a turn of the agent's own, and not the summing up of earlier ones. */
export function isTurn(step: Step): step is ModelStep {
  return step.kind === "model" && step.name !== "compact";
}
