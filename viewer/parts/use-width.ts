import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The width of an element, in pixels, also after it has changed; `before` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, before: number): number {
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const watcher = new ResizeObserver(() => setWidth(target.clientWidth));
    watcher.observe(target);
    setWidth(target.clientWidth);
    return () => watcher.disconnect();
  }, []);
  return width;
}
