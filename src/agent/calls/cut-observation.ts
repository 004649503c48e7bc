import { artifactFrom, type Artifact } from "../../core/artifact.ts";
import { cutForPaging } from "../../core/observation.ts";
import type { ToolStep } from "../../core/run.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { CallResult } from "./calls.ts";

/**
 * A tool's text as the model reads it: whole, or, beyond the agent's `maxObservationChars`, cut in the middle with a
 * note that names the artifact under which all of it is kept.
 */
export function shownToModel(call: OpenedCall<ToolStep>, text: string, artifacts: readonly Artifact[]): CallResult {
  const { scope, step, index, context } = call;
  const limit = scope.agent.maxObservationChars;
  if (limit === null || text.length <= limit) return { observation: text, output: text, artifacts };
  const name = `${step.name}-${context.turn}.${index}.txt`;
  const whole = artifactFrom({ name, data: text, description: `All that ${step.name} returned.` });
  scope.hasCutObservations = true;
  return { observation: cutForPaging(text, limit, name), output: text, artifacts: [...artifacts, whole] };
}
