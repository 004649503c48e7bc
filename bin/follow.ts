import { liveTree, type Run, type RunHandle } from "../src/index.ts";
import { errorOf, summaryOf } from "../src/trace/heading.ts";
import { framesOn } from "./frames.ts";
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
      let last = "";
      for await (const event of handle.events) {
        const line = progressLine(event);
        if (line !== null) tell((last = line));
      }
      const run = await handle.result;
      const error = errorBeyond(last, run);
      tell(error === null ? summaryOf(run) : `${summaryOf(run)}: ${error}`);
      return run;
    },
  };
}

// What went wrong, unless what was shown last has told it in full.
function errorBeyond(shown: string, run: Run): string | null {
  const error = errorOf(run);
  return error === null || shown.includes(error) ? null : error;
}

const MS_BETWEEN_FRAMES = 100;

function liveFollower(stderr: NodeJS.WriteStream): Follower {
  const frames = framesOn(stderr);
  return {
    tell: (text) => frames.keep(text),
    async follow(handle) {
      const tree = liveTree(handle.snapshot());
      const { color } = screenOf(stderr, process.env);
      const frame = (): string => {
        const { width, height } = screenOf(stderr, process.env);
        return tree.frame({ now: Date.now(), width, height: height - 1, color }); // the line below belongs to the cursor
      };
      const timer = setInterval(() => frames.draw(frame()), MS_BETWEEN_FRAMES);
      let last = "";
      try {
        for await (const event of handle.events) tree.see(event);
        frames.draw((last = frame()));
      } finally {
        clearInterval(timer);
        frames.done();
      }
      const run = await handle.result;
      const error = errorBeyond(last, run); // all the rest the tree itself has told
      stderr.write(error === null ? "\n" : `${error}\n\n`); // a blank line between the tree and the answer
      return run;
    },
  };
}
