import type { RunRecord } from "../../../core/run.ts";
import { placesOf } from "../../analyse/places/places.ts";
import { wellFormed } from "../text/well-formed.ts";
import { laneName, lifeName, stepName } from "./labels.ts";
import { lanesOf, originOf, type Lane } from "./lanes.ts";

/** The opening or the closing of a frame. */
export interface SpeedscopeEvent {
  readonly type: "O" | "C";
  /** Index of the frame. */
  readonly frame: number;
  /** Milliseconds from the start of the run. */
  readonly at: number;
}

/** One lane as speedscope shows it: frames that open and close strictly inside one another. */
export interface SpeedscopeProfile {
  readonly type: "evented";
  readonly name: string;
  readonly unit: "milliseconds";
  readonly startValue: number;
  readonly endValue: number;
  readonly events: readonly SpeedscopeEvent[];
}

/** A file of speedscope, by the schema it names. */
export interface SpeedscopeFile {
  readonly $schema: "https://www.speedscope.app/file-format-schema.json";
  readonly name: string;
  readonly exporter: string;
  readonly activeProfileIndex: number;
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly SpeedscopeProfile[];
}

/**
 * A run for speedscope: a profile for each lane, the root's first, all on one time axis; in it the agent's life as a
 * frame, and its model calls and tool calls as frames inside it. It carries names and times, and no other text.
 */
export function toSpeedscope(run: RunRecord): SpeedscopeFile {
  const lanes = lanesOf(placesOf(run));
  const origin = originOf(lanes);
  const frames = new Frames();
  return {
    $schema: "https://www.speedscope.app/file-format-schema.json",
    name: wellFormed(`troupe ${run.id}`),
    exporter: "troupe",
    activeProfileIndex: 0,
    profiles: lanes.map((lane) => profileOf(lane, origin, frames)),
    shared: { frames: frames.list },
  };
}

function profileOf(lane: Lane, origin: number, frames: Frames): SpeedscopeProfile {
  const at = (ms: number): number => Math.round((ms - origin) * 1000) / 1000; // to the microsecond, which is what a trace keeps
  const [startValue, endValue] = [at(lane.startedAt), at(lane.endedAt)];
  const life = frames.indexOf(lifeName(lane.life));
  const events: SpeedscopeEvent[] = [{ type: "O", frame: life, at: startValue }];
  for (const { placed, startedAt, endedAt } of lane.slices) {
    const frame = frames.indexOf(stepName(placed.step));
    events.push({ type: "O", frame, at: at(startedAt) }, { type: "C", frame, at: at(endedAt) });
  }
  events.push({ type: "C", frame: life, at: endValue });
  return { type: "evented", name: laneName(lane), unit: "milliseconds", startValue, endValue, events };
}

class Frames {
  readonly list: { readonly name: string }[] = [];
  readonly #indices = new Map<string, number>();

  indexOf(name: string): number {
    const known = this.#indices.get(name);
    if (known !== undefined) return known;
    const index = this.list.push({ name }) - 1;
    this.#indices.set(name, index);
    return index;
  }
}
