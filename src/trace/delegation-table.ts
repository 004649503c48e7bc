import { escapeForTerminal } from "../core/escape.ts";
import type { RunSnapshot, Step } from "../core/run.ts";

const KIND_WIDTH = 5;
const NAME_WIDTH = 16;

/**
 * The run's own steps as the delegation table of the page this library grew from, one line each:
 * `agent  ask_researcher   children=3 total_steps=4`. `children` counts the specialist's own steps, `total_steps` the
 * step and everything below it. Names are escaped; a longer one moves its figures to the right.
 */
export function renderDelegationTable(run: Pick<RunSnapshot, "steps">): string {
  return run.steps.map(row).join("\n");
}

function row(step: Step): string {
  const children = step.kind === "agent" ? step.children.length : 0;
  const name = escapeForTerminal(step.name).padEnd(NAME_WIDTH);
  return `${step.kind.padEnd(KIND_WIDTH)}  ${name} children=${children} total_steps=${step.totalSteps}`;
}
