import type { Scale } from "../../shape/window.ts";
import { setSpan, zoom } from "../../state/actions.ts";
import type { State } from "../../state/state.ts";
import type { Store } from "../../state/store.ts";

const EDGE = 6; // pixels within which a drag moves an edge of the window

/** Lets a drag on the strip set the time window, move one of its edges, or move the window as it is; returns what takes it back. */
export function attachBrush(canvas: HTMLCanvasElement, scaleNow: () => Scale | null, page: Store<State>): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let drag: { anchor: number; offset: number | null } | null = null;
  canvas.addEventListener(
    "pointerdown",
    ({ offsetX, pointerId }) => {
      const scale = scaleNow();
      if (!scale) return;
      canvas.setPointerCapture(pointerId);
      drag = dragFrom(scale, page.get().span, offsetX);
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    ({ offsetX }) => {
      const scale = scaleNow();
      const { span } = page.get();
      if (!scale || !drag) return;
      const moment = scale.moment(Math.min(scale.left + scale.width, Math.max(scale.left, offsetX)));
      if (drag.offset !== null && span) {
        const from = moment - drag.offset;
        return setSpan(page, { from, until: from + span.until - span.from });
      }
      if (moment !== drag.anchor) setSpan(page, { from: Math.min(moment, drag.anchor), until: Math.max(moment, drag.anchor) });
    },
    { signal },
  );
  canvas.addEventListener("pointerup", () => (drag = null), { signal });
  canvas.addEventListener("dblclick", () => setSpan(page, null), { signal });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(page, Math.exp(event.deltaY * 0.0022), scaleNow()?.moment(event.offsetX));
    },
    { passive: false, signal },
  );
  return () => listening.abort();
}

function dragFrom(scale: Scale, span: State["span"], x: number): { anchor: number; offset: number | null } {
  if (span && Math.abs(x - scale.x(span.from)) < EDGE) return { anchor: span.until, offset: null };
  if (span && Math.abs(x - scale.x(span.until)) < EDGE) return { anchor: span.from, offset: null };
  const moment = scale.moment(x);
  if (span && moment > span.from && moment < span.until) return { anchor: moment, offset: moment - span.from };
  return { anchor: moment, offset: null };
}
