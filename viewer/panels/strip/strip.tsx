import type { JSX } from "preact";
import { useCallback, useRef } from "preact/hooks";
import { Drawing } from "../../draw/drawing.tsx";
import type { Sheet } from "../../draw/sheet.ts";
import { usePage } from "../../parts/use-store.ts";
import { loadOf, type Load } from "../../shape/load.ts";
import { scaleOf, type Scale } from "../../shape/window.ts";
import type { State } from "../../state/state.ts";
import type { Trace } from "../../trace/trace.ts";
import { attachBrush } from "./brush.ts";
import { drawLoad, drawWindow, MARGIN } from "./draw.ts";

/** The strip at the bottom: how much was under way at each moment of the whole run, and the window that the views show. */
export function Strip({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const scale = useRef<Scale | null>(null);
  const known = useRef<{ trace: Trace; load: Load } | null>(null);
  const draw = (sheet: Sheet, state: State): void => {
    const width = Math.max(20, Math.floor(sheet.width) - 2 * MARGIN);
    scale.current = scaleOf(trace.span, MARGIN, width);
    if (known.current?.trace !== trace || known.current.load.models.length !== width)
      known.current = { trace, load: loadOf(trace.nodes, trace.span, width) };
    drawLoad(sheet, known.current.load);
    drawWindow(sheet, scale.current, state);
  };
  const attach = useCallback((canvas: HTMLCanvasElement) => attachBrush(canvas, () => scale.current, page), [page]);
  return (
    <section class="strip" aria-label="Concurrency">
      <Drawing
        draw={draw}
        attach={attach}
        label="How many model calls and tool calls were under way, and how many waited, over the whole run. Drag to set the time window."
      />
    </section>
  );
}
