import type { JSX } from "preact";
import { useCallback, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { AXIS_HEIGHT } from "../../draw/axis.ts";
import { Drawing } from "../../draw/drawing.tsx";
import type { Sheet } from "../../draw/sheet.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { useWidth } from "../../parts/use-width.ts";
import { lanesOf } from "../../shape/lanes.ts";
import { placeOf, stackOf, type Stack } from "../../shape/stack.ts";
import { focus, select } from "../../state/actions.ts";
import { foundIn } from "../../state/found.ts";
import type { State } from "../../state/state.ts";
import type { Trace } from "../../trace/trace.ts";
import { attachTimeGestures } from "../../draw/time-gestures.ts";
import { drawLanes } from "./draw.ts";
import { nodeAt } from "./hit.ts";
import { lanesScale, measuresFor, type LanesPicture } from "./picture.ts";

/** One lane per agent under its parent's, with its steps over time. */
export function LanesView({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { folded, selected } = useStateOf("folded", "selected");
  const scroller = useRef<HTMLDivElement>(null);
  const picture = useRef<LanesPicture | null>(null);
  const lanes = useMemo(() => lanesOf(trace.nodes), [trace]);
  const measures = measuresFor(useWidth(scroller, 800));
  const stack = useMemo(() => stackOf(trace.nodes, lanes, folded, measures), [trace, lanes, folded, measures.head]);

  const draw = (sheet: Sheet, state: State): void => {
    const scale = lanesScale({ span: state.span, trace }, sheet.width);
    const scrollTop = scroller.current?.scrollTop ?? 0;
    const { found } = foundIn(trace, state.query);
    const { selected: chosen, hovered } = state;
    picture.current = { trace, lanes, stack, measures, scale, scrollTop, found, selected: chosen, hovered };
    drawLanes(sheet, picture.current);
  };
  const attach = useCallback(
    (canvas: HTMLCanvasElement, redraw: () => void) => {
      const box = scroller.current;
      box?.addEventListener("scroll", redraw, { passive: true });
      const at = (x: number, y: number): number | null =>
        picture.current ? nodeAt({ ...picture.current, scrollTop: box?.scrollTop ?? 0 }, x, y) : null;
      const detach = attachTimeGestures(canvas, page, {
        scale: () => picture.current?.scale ?? null,
        scroll: (by) => box?.scrollBy(0, by),
        point: (x, y) => page.set({ hovered: at(x, y) }),
        leave: () => page.set({ hovered: null }),
        pick: (x, y) => select(page, at(x, y) ?? 0),
      });
      return () => {
        detach();
        box?.removeEventListener("scroll", redraw);
      };
    },
    [page],
  );
  useLayoutEffect(() => {
    if (scroller.current) bringIntoSight(scroller.current, stack, lanesAbout(trace, selected));
  }, [selected, stack]);

  return (
    <div class="lanes" ref={scroller} tabIndex={0} role="group" aria-label="Lanes">
      <div class="lanes-tall" style={{ height: `${stack.height + AXIS_HEIGHT + 24}px` }}>
        <Drawing
          draw={draw}
          attach={attach}
          class="lanes-canvas"
          label={`Lanes of ${lanes.count} agents over time; the tree of steps says the same in words.`}
          attributes={{ onDblClick: () => focus(page) }}
        />
      </div>
    </div>
  );
}

// A delegation shows in two lanes: the one of its specialist, and the one it was asked from.
function lanesAbout({ nodes }: Trace, node: number): number[] {
  const [own = -1, shown = 0] = [nodes.ownLane[node], nodes.lane[node]];
  return own >= 0 ? [own, shown] : [shown];
}

// Where one of the lanes is in sight, the reader has just chosen it there, and nothing moves.
function bringIntoSight(box: HTMLElement, stack: Stack, lanes: readonly number[]): void {
  const room = box.clientHeight - AXIS_HEIGHT;
  const places = lanes
    .map((lane) => placeOf(stack, lane))
    .map((place) => [stack.top[place] ?? 0, stack.top[place + 1] ?? 0] as const);
  if (places.some(([top, bottom]) => bottom > box.scrollTop && top < box.scrollTop + room)) return;
  box.scrollTop = Math.max(0, (places[0]?.[0] ?? 0) - room / 3);
}
