import type { Lanes } from "../../shape/lanes.ts";
import type { LaneMeasures, Stack } from "../../shape/stack.ts";
import { scaleOf, type Scale } from "../../shape/window.ts";
import type { State } from "../../state/state.ts";
import type { Trace } from "../../trace/trace.ts";
import { AXIS_HEIGHT } from "../../draw/axis.ts";

/** What the lanes are drawn from: the trace, what is shown of it, and where it has been scrolled to. */
export interface LanesPicture {
  readonly trace: Trace;
  readonly lanes: Lanes;
  readonly stack: Stack;
  readonly measures: LaneMeasures;
  readonly scale: Scale;
  readonly scrollTop: number;
  readonly found: ReadonlySet<number> | null;
  readonly selected: number;
  readonly hovered: number | null;
}

/** Pixels kept for the names of lanes; none where a name stands above its lane. */
export function gutterOf(width: number): number {
  return width < 560 ? 0 : Math.min(180, Math.round(width * 0.16));
}

/** The measures of lanes on a sheet of this width. */
export function measuresFor(width: number): LaneMeasures {
  return { row: 19, head: gutterOf(width) === 0 ? 15 : 0, gap: 9 };
}

/** The scale of a sheet. */
export function lanesScale({ span, trace }: Pick<State, "span"> & { trace: Trace }, width: number): Scale {
  const gutter = gutterOf(width);
  return scaleOf(span ?? trace.span, gutter + 8, Math.max(40, width - gutter - 20));
}

/** Where in the picture a lane begins, by its place in the stack. */
export function laneTop({ stack, scrollTop }: LanesPicture, place: number): number {
  return AXIS_HEIGHT + 4 + (stack.top[place] ?? 0) - scrollTop;
}
