import { useEffect, useState } from "preact/hooks";
import { usePage } from "../../parts/use-store.ts";
import { advanceOf, stepReplay, type Speed } from "../../state/player.ts";
import type { Trace } from "../../trace/trace.ts";

/** A replay that can be started and stopped. */
export interface Player {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  readonly step: (direction: 1 | -1) => void;
}

/** The event that the space bar sends to the replay. */
export const TOGGLE_EVENT = "troupe:toggle-replay";

/** Plays the run: continuously, or, where less motion is wanted, event by event. Ends with the run. */
export function usePlayer(trace: Trace): Player {
  const page = usePage();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>("fit");
  const toggle = (): void => {
    const { moment } = page.get();
    if (!isPlaying && (moment ?? 0) >= trace.span.until) page.set({ moment: trace.span.from });
    setPlaying(!isPlaying);
  };
  useEffect(() => {
    window.addEventListener(TOGGLE_EVENT, toggle);
    return () => window.removeEventListener(TOGGLE_EVENT, toggle);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const wantsLess = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return wantsLess
      ? playByEvents(
          () => stepReplay(page, 1),
          () => setPlaying(false),
        )
      : playOn();
  }, [isPlaying, speed, trace]);

  function playOn(): () => void {
    let last = performance.now();
    let frame = requestAnimationFrame(function go(now) {
      const at = (page.get().moment ?? trace.span.from) + advanceOf(trace, speed, now - last);
      last = now;
      page.set({ moment: Math.min(at, trace.span.until) });
      if (at < trace.span.until) frame = requestAnimationFrame(go);
      else setPlaying(false);
    });
    return () => cancelAnimationFrame(frame);
  }
  return { isPlaying, toggle, speed, setSpeed, step: (direction) => void stepReplay(page, direction) };
}

const EVENT_EVERY_MS = 500;

function playByEvents(next: () => boolean, ended: () => void): () => void {
  const timer = window.setInterval(() => {
    if (!next()) ended();
  }, EVENT_EVERY_MS);
  return () => window.clearInterval(timer);
}
