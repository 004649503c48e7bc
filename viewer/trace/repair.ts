import { isObject } from "../../src/core/json.ts";
import type { RunRecord, Step } from "../../src/core/run.ts";
import { KINDS, repairedRun, repairStep, type Repairs } from "./fields.ts";

/** A run that every view can rely on, and what had to be mended to make it one, in sentences. */
export interface Repaired {
  readonly run: RunRecord;
  readonly notes: readonly string[];
}

/** The newest version of the trace format that this page knows. */
const KNOWN_VERSION = 1;

/**
 * Makes a run of whatever JSON holds. A field that is missing or of a wrong type gets a neutral value, in place, and is
 * counted; a step of an unknown kind is shown as a tool call. Null for a value that is no trace at all.
 */
export function repaired(value: unknown): Repaired | null {
  if (!isObject(value) || !Array.isArray(value.steps)) return null;
  const repairs: Repairs = { fields: 0, kinds: 0, dropped: 0 };
  const run = repairedRun(value, repairs);
  repairSteps(run.steps, run.startedAt, repairs);
  return { run, notes: [...versionNotes(value.version), ...notesOf(repairs)] };
}

interface Level {
  readonly steps: Step[];
  readonly startedAt: number;
}

// A list of levels instead of recursion: no trace is too deep.
function repairSteps(steps: Step[], startedAt: number, repairs: Repairs): void {
  const levels: Level[] = [{ steps, startedAt }];
  for (let level = levels.pop(); level; level = levels.pop()) {
    dropOthers(level.steps, repairs);
    for (const step of level.steps) {
      repairStep(step, level.startedAt, repairs);
      if (step.kind === "agent") levels.push({ steps: step.children, startedAt: step.startedAt });
    }
  }
}

function dropOthers(steps: Step[], repairs: Repairs): void {
  if (steps.every(isObject)) return;
  const kept = steps.filter(isObject);
  repairs.dropped += steps.length - kept.length;
  steps.splice(0, steps.length, ...kept);
}

function versionNotes(version: unknown): string[] {
  if (version === KNOWN_VERSION) return [];
  const given = typeof version === "number" ? `of version ${version}` : "without a version";
  return [`This trace is ${given}; the page knows version ${KNOWN_VERSION} and shows what it understands.`];
}

function notesOf({ fields, kinds, dropped }: Repairs): string[] {
  return [
    ...(fields > 0 ? [`${counted(fields, "field was", "fields were")} missing or of a wrong type and count as empty.`] : []),
    ...(kinds > 0
      ? [`${counted(kinds, "step is", "steps are")} of no known kind (${KINDS.join(", ")}) and shown as tool calls.`]
      : []),
    ...(dropped > 0 ? [`${counted(dropped, "entry", "entries")} among the steps could not be read and had to be left out.`] : []),
  ];
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}
