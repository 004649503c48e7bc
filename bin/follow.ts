import { createLogUpdate } from "log-update";
import { liveTree, type Run, type RunHandle } from "../src/index.ts";
import { summaryOf } from "../src/trace/heading.ts";
import { progressLine } from "./progress.ts";
import { screenOf } from "./terminal.ts";

/** What the user sees of a run besides its answer. */
export interface Follower {
  /** Says something of the program's own, one safe line. */
  tell(text: string): void;
  /** Shows a run under way, and how it ended. Resolves to the run. */
  follow(handle: RunHandle): Promise<Run>;
}

/** The follower for a stream: the live tree on a terminal, a line now and then elsewhere, nothing at all when quiet. */
export function followerFor(stderr: NodeJS.WriteStream, quiet: boolean): Follower {
  if (quiet) return { tell: () => undefined, follow: (handle) => handle.result };
  return screenOf(stderr, process.env).canRedraw ? liveFollower(stderr) : plainFollower(stderr);
}

function plainFollower(stderr: NodeJS.WriteStream): Follower {
  const tell = (text: string): void => void stderr.write(`${text}\n`);
  return {
    tell,
    async follow(handle) {
      for await (const event of handle.events) {
        const line = progressLine(event);
        if (line !== null) tell(line);
      }
      const run = await handle.result;
      tell(summaryOf(run));
      return run;
    },
  };
}

const MS_BETWEEN_FRAMES = 100;

function liveFollower(stderr: NodeJS.WriteStream): Follower {
  const draw = createLogUpdate(stderr);
  return {
    tell: (text) => draw.persist(text),
    async follow(handle) {
      const tree = liveTree(handle.snapshot());
      const { color } = screenOf(stderr, process.env);
      const frame = (): void => {
        const { width, height } = screenOf(stderr, process.env);
        draw(tree.frame({ now: Date.now(), width, height: height - 1, color })); // the line below belongs to the cursor
      };
      const timer = setInterval(frame, MS_BETWEEN_FRAMES);
      try {
        for await (const event of handle.events) tree.see(event);
        frame();
      } finally {
        clearInterval(timer);
        draw.done();
      }
      const run = await handle.result;
      const hasMore = run.error !== null && run.error !== run.stopReason; // the tree itself has told all the rest
      stderr.write(hasMore ? `${summaryOf(run)}\n\n` : "\n"); // a blank line between the tree and the answer
      return run;
    },
  };
}
