import { AXIS_HEIGHT } from "../../draw/axis.ts";
import { beginningOf, firstWithin } from "../../shape/lanes.ts";
import { placeAt } from "../../shape/stack.ts";
import { laneTop, type LanesPicture } from "./picture.ts";

const NEAR = 3; // pixels by which a pointer may miss

/** The node at a place of the picture: a step, or else the agent whose lane it is; null beside the lanes. */
export function nodeAt(picture: LanesPicture, x: number, y: number): number | null {
  const { trace, lanes, stack, measures, scale } = picture;
  const place = placeAt(stack, y - AXIS_HEIGHT - 4 + picture.scrollTop);
  const lane = stack.lanes[place];
  if (lane === undefined || y < AXIS_HEIGHT) return null;
  const row = Math.floor((y - laneTop(picture, place) - measures.head) / measures.row);
  const moment = scale.moment(x);
  const near = scale.moment(x + NEAR) - moment;
  let best: number | null = null;
  for (
    let entry = firstWithin(lanes, lane, { from: moment - near, until: moment });
    entry < (lanes.first[lane + 1] ?? 0);
    entry++
  ) {
    const node = lanes.node[entry] ?? 0;
    if (beginningOf(trace.nodes, node) > moment + near) break;
    if (lanes.row[entry] === row && (trace.nodes.until[node] ?? 0) >= moment - near) best = node;
  }
  const isInLane = y < laneTop(picture, place + 1);
  return best ?? (isInLane ? (trace.nodes.lanes[lane] ?? null) : null);
}
