import { ROOT_PATH } from "../../src/core/ids.ts";
import type { RunEvent, Step } from "../../src/index.ts";
import { secondsText } from "../../src/trace/amounts.ts";
import { inLine } from "../../src/trace/in-line.ts";
import { cutToWidth } from "../../src/trace/width.ts";

const COLUMNS = 120;

/**
 * One event of a run as one line, for a stderr that is no terminal; null for the many that are not worth one. Told are
 * delegations from start to end, what went wrong, and questions for approval.
 */
export function progressLine(event: RunEvent): string | null {
  const text = textOf(event);
  return text === null ? null : cutToWidth(`[${inLine(event.path, COLUMNS)}] ${inLine(event.agent, COLUMNS)}: ${text}`, COLUMNS);
}

function textOf(event: RunEvent): string | null {
  switch (event.type) {
    case "run.started":
      return event.depth === 0 ? "started" : `asked "${inLine(event.goal, COLUMNS)}"`;
    case "run.ended":
      if (event.path === ROOT_PATH) return null; // the run's own end has a line of its own
      return `${event.stopReason} after ${secondsText(event.seconds)}`;
    case "step.ended":
      return troubleOf(event.step);
    case "model.retried":
      return `trying again after: ${inLine(event.attempt.error, COLUMNS)}`;
    case "approval.asked":
      return `asks for approval of ${inLine(event.tool, COLUMNS)}`;
    case "turn.started":
    case "step.queued":
    case "step.started":
    case "model.delta":
    case "call.refused":
      return null;
  }
}

// How a delegation that started went is told by its own run; a cancelled or timed-out step by the run it stopped.
function troubleOf(step: Step): string | null {
  const { name, error } = step;
  if (error === null || error === "timeout" || error.startsWith("cancelled")) return null;
  if (step.kind === "agent" && step.outcome !== "refused") return null;
  return `${inLine(name, COLUMNS)} failed: ${inLine(error, COLUMNS)}`;
}
