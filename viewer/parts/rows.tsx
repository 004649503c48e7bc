import type { CSSProperties, ComponentChildren, HTMLAttributes, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { rowsInSight } from "../shape/rows.ts";

/** A long list of equally high rows, of which only those in sight are in the page. */
export interface RowsProps {
  readonly count: number;
  readonly rowHeight: number;
  /** The row that must be in sight; the list moves when it changes. */
  readonly current?: number;
  readonly class?: string;
  /** Draws the row at a place; `style` puts it there. */
  readonly row: (place: number, style: CSSProperties) => JSX.Element;
  readonly attributes?: HTMLAttributes<HTMLDivElement>;
  /** What stands above the rows and stays in sight. */
  readonly head?: ComponentChildren;
}

/** Shows the rows in sight. */
export function Rows({ count, rowHeight, current, row, attributes, head, ...rest }: RowsProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = (): void => setSight({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  useLayoutEffect(() => {
    if (box.current && current !== undefined && current >= 0) bringIntoSight(box.current, current * rowHeight, rowHeight);
  }, [current, rowHeight]);
  const { first, end } = rowsInSight(count, rowHeight, sight.top, sight.height);
  const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  return (
    <div ref={box} class={`rows ${rest.class ?? ""}`} {...attributes}>
      {head}
      <div class="rows-all" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {places.map((place) => row(place, { top: `${place * rowHeight}px`, height: `${rowHeight}px` }))}
      </div>
    </div>
  );
}

function bringIntoSight(box: HTMLDivElement, top: number, height: number): void {
  const margin = Math.min(box.clientHeight / 4, 3 * height);
  if (top < box.scrollTop + margin) box.scrollTop = Math.max(0, top - margin);
  else if (top + height > box.scrollTop + box.clientHeight - margin) box.scrollTop = top + height - box.clientHeight + margin;
}
