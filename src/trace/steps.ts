import type { Step } from "../core/run.ts";
import { countText, moneyText, secondsText, tokensOf } from "./amounts.ts";
import type { Branch, Figures } from "./tree.ts";
import { wordsOf } from "./words.ts";

/** Which figures of a tree are shown, and how deep it goes. */
export interface StepsView {
  /** Levels of delegation to show below the run's own steps; the figures of a delegation always tell the whole. */
  readonly depth: number;
  readonly cost: boolean;
  /** The columns of a line: no more of a text is looked at. */
  readonly columns: number;
}

/** The lines of a list of steps, with those of delegations below them. */
export function branchesOf(steps: readonly Step[], view: StepsView): Branch[] {
  return steps.map((step) => {
    const line = { kind: "step", words: wordsOf(step, view.columns), figures: figuresOf(step, view.cost) } as const;
    const isShown = step.kind === "agent" && view.depth > 0;
    return { line, below: isShown ? branchesOf(step.children, { ...view, depth: view.depth - 1 }) : [] };
  });
}

/** The figures of a step: for a delegation those of the specialist and everyone below it; an open step has none yet. */
export function figuresOf(step: Step, cost: boolean): Figures {
  const isOver = step.open === undefined;
  return {
    seconds: isOver ? secondsText(step.seconds) : "",
    tokens: tokensText(step),
    cost: cost && step.usage.subtree.cost !== null ? moneyText(step.usage.subtree.cost) : "",
  };
}

function tokensText(step: Step): string {
  const { subtree } = tokensOf(step.usage);
  if (subtree === 0) return "";
  const about = step.kind === "model" && step.estimated > 0 ? "~" : "";
  return `${about}${countText(subtree)} tok`;
}
