import { createLogUpdate } from "log-update";

/** The place on a terminal where frames are drawn over each other. */
export interface Frames {
  /** Puts a frame in the place of the one before. Lines end in `\n`; the last line needs none. */
  draw(frame: string): void;
  /** Writes a text above the frames, where it stays. */
  keep(text: string): void;
  /** Takes the last frame away and gives the cursor back; the next frame is drawn where the cursor is then. */
  lift(): void;
  /** Leaves the last frame where it is and gives the cursor back. */
  done(): void;
}

/** The frames at the bottom of a terminal. */
export function framesOn(stream: NodeJS.WriteStream): Frames {
  const update = createLogUpdate(stream);
  let lines = 0;
  return {
    draw(frame) {
      const next = frame.split("\n").length;
      // log-update 7.2.0 rewrites only what changed, and leaves the lines below in their old rows when that grows or shrinks.
      if (next !== lines) update.clear();
      lines = next;
      update(frame);
    },
    keep: (text) => update.persist(text),
    lift() {
      update.clear();
      update.done();
      lines = 0;
    },
    done: () => update.done(),
  };
}
