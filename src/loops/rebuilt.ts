import { RUN_VERSION, withMethods, type AgentStep, type Run } from "../core/run.ts";

/**
 * The run of a specialist, read back from its step in the run above it: for one that no conclusion was asked of. Pool
 * and ledger are those of the whole run, as they are in every run of it.
 */
export function rebuiltRun(step: AgentStep, above: Run): Run {
  const { runId: id, agent, instructions, offered, startedAt, goal, children, limit, error, seconds, usage, budget, totalSteps } = step;
  const stopReason = step.stopReason ?? "error"; // there is one for every specialist that was started
  return withMethods({
    version: RUN_VERSION,
    id,
    path: id.slice(above.id.length + 1),
    agent,
    instructions,
    offered,
    startedAt,
    goal,
    output: step.output || lastTextOf(step),
    steps: children,
    artifacts: artifactsOf(step, above),
    stopReason,
    limit,
    error,
    succeeded: stopReason === "completed",
    seconds,
    usage,
    budget,
    pool: above.pool,
    ledger: above.ledger,
    toolCalls: children.filter(({ kind }) => kind === "tool").map(({ name }) => name),
    totalSteps: totalSteps - 1,
  });
}

function lastTextOf({ children }: AgentStep): string {
  return children.findLast(({ kind, output }) => kind === "model" && output !== "")?.output ?? "";
}

// Above, they stand behind the specialist's name: `writer/chart.png`.
function artifactsOf({ artifacts }: AgentStep, above: Run): Run["artifacts"] {
  return above.artifacts
    .filter(({ name }) => artifacts.includes(name))
    .map((artifact) => ({ ...artifact, name: artifact.name.slice(artifact.name.indexOf("/") + 1) }));
}
