import type { RunRecord, Step } from "../../../core/run.ts";
import { placesOf, type Life } from "../../analyse/places/places.ts";
import { errorType } from "../text/error-type.ts";
import { wellFormed } from "../text/well-formed.ts";
import { laneName, lifeName, stepName } from "./labels.ts";
import { lanesOf, originOf, type Lane, type Slice } from "./lanes.ts";

/** What an event tells besides its time. */
export type ChromeArguments = Readonly<Record<string, string | number>>;

/** Where an event stands: its name, and its lane. */
interface ChromePlace {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
}

/** Besides where: what kind of thing it is, and when. */
interface ChromeMoment extends ChromePlace {
  readonly cat: string;
  readonly ts: number;
}

/**
 * One event of a Chrome trace: `M` names a lane, `X` is a bar, `i` a mark, `s` and `f` are the ends of an arrow. Times are
 * whole microseconds from the start of the run.
 */
export type ChromeEvent =
  | (ChromePlace & { readonly ph: "M"; readonly args: ChromeArguments })
  | (ChromeMoment & { readonly ph: "X"; readonly dur: number; readonly args: ChromeArguments })
  | (ChromeMoment & { readonly ph: "i"; readonly s: "t"; readonly args: ChromeArguments })
  | (ChromeMoment & { readonly ph: "s"; readonly id: number })
  | (ChromeMoment & { readonly ph: "f"; readonly bp: "e"; readonly id: number });

/** A Chrome trace, as Perfetto and `chrome://tracing` open it. */
export interface ChromeTrace {
  readonly displayTimeUnit: "ms";
  readonly otherData: ChromeArguments;
  readonly traceEvents: readonly ChromeEvent[];
}

const PID = 1;

/**
 * A run as Chrome trace events: a lane for each agent, with the agent's life and its calls in it; more lanes for calls
 * that ran side by side; an arrow from the parent's lane to the specialist's for each delegation; a mark for each one
 * that was refused, and for each call that took no time. It carries names, ids, figures and kinds of errors, no other text of the trace.
 */
export function toChromeTrace(run: RunRecord): ChromeTrace {
  const places = placesOf(run);
  const lanes = lanesOf(places);
  const origin = originOf(lanes);
  const at = (ms: number): number => Math.round((ms - origin) * 1000); // whole microseconds, which is what a trace keeps
  const mainLanes = new Map<Life, number>();
  lanes.forEach(({ life, row }, tid) => row === 0 && mainLanes.set(life, tid));
  const traceEvents = lanes.flatMap((lane, tid) => laneEvents({ lane, tid, at, run }));
  const arrows = places.lives.flatMap((life, id) => arrowEvents({ life, id, at, mainLanes }));
  const otherData = { run: wellFormed(run.id), startedAt: run.startedAt };
  return { displayTimeUnit: "ms", otherData, traceEvents: [processEvent(run), ...traceEvents, ...arrows] };
}

function processEvent({ id }: RunRecord): ChromeEvent {
  return { ph: "M", name: "process_name", pid: PID, tid: 0, args: { name: wellFormed(`troupe ${id}`) } };
}

interface LanePlan {
  readonly lane: Lane;
  readonly tid: number;
  readonly at: (ms: number) => number;
  readonly run: RunRecord;
}

function laneEvents({ lane, tid, at, run }: LanePlan): ChromeEvent[] {
  const { life, row, slices } = lane;
  const refused = row === 0 ? life.steps.filter(({ step, below }) => step.kind === "agent" && below === null) : [];
  return [
    { ph: "M", name: "thread_name", pid: PID, tid, args: { name: laneName(lane) } },
    { ph: "M", name: "thread_sort_index", pid: PID, tid, args: { sort_index: tid } },
    ...(row === 0 ? [lifeEvent({ lane, tid, at, run })] : []),
    ...slices.map((slice) => sliceEvent(slice, tid, at)),
    ...refused.map(({ step, span }): ChromeEvent => {
      return { ph: "i", s: "t", name: stepName(step), cat: "refused", pid: PID, tid, ts: at(span.startedAt), args: stepArguments(step) };
    }),
  ];
}

function lifeEvent({ lane, tid, at, run }: LanePlan): ChromeEvent {
  const { life, startedAt, endedAt } = lane;
  const { step } = life;
  const told = step ? stepArguments(step) : { path: wellFormed(life.path), stopReason: run.stopReason ?? "none yet" };
  return { ph: "X", name: lifeName(life), cat: "agent", pid: PID, tid, ts: at(startedAt), dur: at(endedAt) - at(startedAt), args: told };
}

// What took no time is a mark: viewers put the bars that begin at one moment inside one another, the longest outermost, and
// a bar of no length that stands before a longer one would keep both open to the end.
function sliceEvent({ placed: { step }, startedAt, endedAt }: Slice, tid: number, at: LanePlan["at"]): ChromeEvent {
  const [ts, dur] = [at(startedAt), at(endedAt) - at(startedAt)];
  const shared = { name: stepName(step), cat: step.kind, pid: PID, tid, ts, args: stepArguments(step) };
  return dur === 0 ? { ph: "i", s: "t", ...shared } : { ph: "X", dur, ...shared };
}

function stepArguments(step: Step): ChromeArguments {
  const { id, queuedSeconds, usage, error, open } = step;
  const { inputTokens, outputTokens, cost } = usage.subtree;
  return {
    step: wellFormed(id),
    ...(step.kind === "agent"
      ? { agent: wellFormed(step.agent), outcome: step.outcome ?? "none yet", stopReason: step.stopReason ?? "none" }
      : {}),
    ...(queuedSeconds > 0 ? { queuedSeconds } : {}),
    ...(inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {}),
    ...(cost === null ? {} : { cost }),
    ...(open === undefined ? {} : { open }),
    ...(error === null ? {} : { error: errorType(error) }),
  };
}

interface ArrowPlan {
  readonly life: Life;
  readonly id: number;
  readonly at: LanePlan["at"];
  readonly mainLanes: ReadonlyMap<Life, number>;
}

function arrowEvents({ life, id, at, mainLanes }: ArrowPlan): ChromeEvent[] {
  const { step, parent, span } = life;
  if (step === null || parent === null) return [];
  const shared = { id, name: stepName(step), cat: "delegation", pid: PID, ts: at(span.startedAt) };
  return [
    { ph: "s", ...shared, tid: mainLanes.get(parent) ?? 0 },
    { ph: "f", bp: "e", ...shared, tid: mainLanes.get(life) ?? 0 },
  ];
}
