import type { Run } from "../../src/index.ts";
import { allSteps } from "../support/quiet.ts";
import type { LogLine } from "./call-log.ts";

/** The death of one worker, or of the server, and how many lines the log had when it was over. */
export interface Death {
  readonly of: string;
  readonly lines: number;
}

/** What became of the calls of one run. */
export interface Repeats {
  /** What must not be, one sentence each. */
  readonly faults: readonly string[];
  /** How many calls were made again. */
  readonly repeated: number;
}

const REPEATED = "made again: the process ended while it was under way";
const UNKNOWN = "interrupted: it is not known whether this took effect";

/**
 * Looks for calls that were made more than once. One may be made again only where the worker that made it, or the server,
 * has died since, once for each death; never once something has followed from it, for then its record was kept; and the
 * trace must say so. A call that may not be repeated is made once, and where that was interrupted the model reads so.
 */
export function repeatsIn(run: Run, lines: readonly LogLine[], deaths: readonly Death[]): Repeats {
  const begins = beginsOf(run.id, lines);
  const faults: string[] = [];
  for (const [call, indices] of begins) {
    const step = allSteps(run.steps).find(({ id }) => call.endsWith(` ${id}`));
    if (step?.name === "book") {
      const isWhole = lines.some(({ what, call: ended }) => what === "end" && ended === `${run.id} ${call}`);
      if (indices.length > 1) faults.push(`${call} may be made once, and was made ${indices.length} times`);
      if (step.observation !== UNKNOWN && !(isWhole && step.observation.startsWith("booked"))) faults.push(
        `${call} came to ${step.observation}`,
      );
      continue;
    }
    for (const [count, index] of indices.slice(1).entries()) {
      const before = indices[count] as number; // the one before it in the list
      if (!mayRepeat(lines, deaths, before, index)) faults.push(`${call} was made again though nobody had died who made it`);
      if (followed(call, begins).some((next) => next < index)) faults.push(`${call} had ended, and was made again`);
    }
    if (indices.length > 1 && step?.note !== REPEATED) faults.push(
      `${call} was made again, and the trace does not say so: ${step?.note}`,
    );
  }
  const repeated = [...begins.values()].reduce((sum, { length }) => sum + length - 1, 0);
  return { faults, repeated };
}

/** Where each call of a run began, by its place in the log. */
function beginsOf(run: string, lines: readonly LogLine[]): ReadonlyMap<string, readonly number[]> {
  const begins = new Map<string, number[]>();
  for (const [index, { what, call }] of lines.entries()) {
    if (what !== "begin" || !call.startsWith(`${run} `)) continue;
    const name = call.slice(run.length + 1);
    begins.set(name, [...(begins.get(name) ?? []), index]);
  }
  return begins;
}

function mayRepeat(lines: readonly LogLine[], deaths: readonly Death[], before: number, index: number): boolean {
  const worker = lines[before]?.worker;
  const mayConcern = deaths.filter(({ of }) => of === worker || of === "server");
  return mayConcern.some(({ lines }) => lines > before && lines <= index + LATE_LINES);
}

// Others write on while the one that notes a death reads how long the log is.
const LATE_LINES = 40;

/** Where the calls began that can only follow from this one. */
function followed(call: string, begins: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const [, path = "", turn] = /^\w+ ([^#]+)#(\d+)/u.exec(call) ?? [];
  const next = [`model ${path}#${Number(turn) + 1}`];
  const asked = [`tool ${path}#${turn}.`, `model ${path}/${turn}.`];
  const isAsked = (other: string): boolean => asked.some((start) => other.startsWith(start));
  if (call.startsWith("model")) next.push(...[...begins.keys()].filter(isAsked));
  return next.flatMap((other) => begins.get(other) ?? []);
}
