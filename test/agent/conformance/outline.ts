import type { Run, Step } from "../../../src/index.ts";

/**
 * The steps of a run, one line each, those of specialists indented below their delegation:
 * `chat "text" -> a, b; not run: c (max_steps)`, `echo {"text":"x"} = observation`,
 * `ask_child {"goal":"x"} answered = observation`, with ` ! error` where a step has one.
 */
export function outline({ steps }: Pick<Run, "steps">): string[] {
  return steps.flatMap((step) => [lineOf(step), ...below(step).map((line) => `  ${line}`)]);
}

function below(step: Step): string[] {
  return step.kind === "agent" ? outline({ steps: step.children }) : [];
}

function lineOf(step: Step): string {
  const failed = step.error === null || step.error === step.observation ? "" : ` ! ${step.error}`;
  switch (step.kind) {
    case "model":
      return `chat ${JSON.stringify(step.output)}${callsOf(step.calls)}${failed}`;
    case "tool":
      return `${step.name} ${JSON.stringify(step.arguments)} ${step.error === null ? "=" : "!="} ${step.observation}${failed}`;
    case "agent":
      return `${step.name} ${JSON.stringify(step.arguments)} ${step.outcome} = ${step.observation}${failed}`;
  }
}

function callsOf(calls: Extract<Step, { kind: "model" }>["calls"]): string {
  const run = calls.filter(({ status }) => status === "run").map(({ name }) => name);
  const left = calls.filter(({ status }) => status === "not_run");
  const notRun = left.length === 0 ? "" : `; not run: ${left.map(({ name, reason }) => `${name} (${reason})`).join(", ")}`;
  return calls.length === 0 ? "" : ` -> ${run.join(", ") || "nothing"}${notRun}`;
}
