import { LiveRun } from "../../src/viewer/live.ts";
import type { Following } from "../state/state.ts";
import { openedTrace, type Trace } from "../trace/trace.ts";

/** Where a followed run is told. */
export interface Follower {
  /** A newer version of the run. */
  readonly grown: (trace: Trace) => void;
  readonly following: (state: Following) => void;
}

const SHOWN_EVERY_MS = 250; // what arrives faster is shown together

/**
 * Follows a run by server-sent events, in the protocol of `src/viewer/live.ts`. When the connection is lost, the browser
 * tries again by itself; a message that does not fit makes it begin anew. Ends with the event `end`.
 */
export function followLive(address: string, { grown, following }: Follower): void {
  const run = new LiveRun();
  let due: number | undefined;
  const showRun = (): void => {
    due = undefined;
    const trace = run.run && openedTrace({ ...run.run }, "");
    if (trace) grown(trace);
  };
  const connect = (): void => {
    const events = new EventSource(address);
    events.onopen = () => following("following");
    events.onerror = () => following("lost");
    events.addEventListener("run", ({ data }: MessageEvent<string>) => {
      if (run.take(parsed(data))) {
        due ??= window.setTimeout(showRun, SHOWN_EVERY_MS);
        return;
      }
      events.close();
      following("lost");
      window.setTimeout(connect, SHOWN_EVERY_MS);
    });
    events.addEventListener("end", () => {
      events.close();
      window.clearTimeout(due);
      showRun();
      following("ended");
    });
  };
  following("connecting");
  connect();
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null; // as good as a message that does not fit
  }
}
