import type { Step } from "../../../core/run.ts";
import type { Life } from "../../analyse/places/places.ts";
import { wellFormed } from "../text/well-formed.ts";
import type { Lane } from "./lanes.ts";

const LONGEST = 200; // characters

/** What a lane is called: the agent and where it stands, and which of its lanes it is. */
export function laneName({ life, row }: Lane): string {
  return shortened(`${life.agent} ${life.path}${row === 0 ? "" : ` · ${row + 1}`}`);
}

/** What an agent's whole life is called in its lanes. */
export function lifeName({ agent }: Life): string {
  return shortened(agent);
}

/** What a call is called: `chat` and the model, or the tool. */
export function stepName(step: Step): string {
  return shortened(step.kind === "model" ? `${step.name} ${step.model}` : step.name);
}

function shortened(text: string): string {
  return wellFormed(text.slice(0, LONGEST));
}
