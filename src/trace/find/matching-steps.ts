import type { RunRecord, Step } from "../../core/run.ts";
import { placesOf } from "../analyse/places/places.ts";
import { holdsFor } from "./matching.ts";
import type { Term } from "./query.ts";

/** A step that was found, and whose it is. */
export interface FoundStep {
  /** The run's own step, not a copy. */
  readonly step: Step;
  /** The agent whose step it is. */
  readonly agent: string;
  readonly path: string;
  /** The agent's: 0 for the root. */
  readonly depth: number;
}

/** The steps for which all terms hold, a delegation before the steps below it. */
export function matchingSteps(run: RunRecord, terms: readonly Term[]): FoundStep[] {
  const found = placesOf(run).steps.filter((placed) => holdsFor(placed, terms));
  return found.map(({ step, life: { agent, path, depth } }) => ({ step, agent, path, depth }));
}
