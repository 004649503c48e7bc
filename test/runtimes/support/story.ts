import type { Limit, Run, Step } from "../../../src/index.ts";
import { outline } from "../../agent/conformance/outline.ts";

/**
 * What became of a run, to be read: first the run itself (`completed: the answer`) and its data, then, of every agent that
 * a ceiling has cut, which one and whose (`0/1.0: maxSteps 2 of its budget`), then its steps as `outline` tells them.
 */
export function storyOf(run: Run): readonly string[] {
  const { stopReason, output, data, path, limit, steps } = run;
  const given = data === undefined ? [] : [`data: ${JSON.stringify(data)}`];
  return [`${stopReason}: ${output}`, ...given, ...limitAt(path, limit), ...limitsBelow(steps), ...outline(run)];
}

function limitsBelow(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind !== "agent") return [];
    return [...limitAt(step.runId.slice(step.runId.indexOf(":") + 1), step.limit), ...limitsBelow(step.children)];
  });
}

function limitAt(path: string, limit: Limit | null): string[] {
  return limit ? [`${path}: ${limit.name} ${limit.value} of the ${limit.scope}`] : [];
}
