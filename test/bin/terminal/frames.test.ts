import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { framesOn, type Frames } from "../../../bin/terminal/frames.ts";
import { screenAfter } from "../emulator.ts";

const ROWS = 12;

/** What stands on a terminal after something was drawn on it, the cursor's own row last. */
function shown(play: (frames: Frames) => void): string[] {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString("utf8");
      done();
    },
  });
  const terminal = Object.assign(stream, { isTTY: true, columns: 80, rows: ROWS });
  const frames = framesOn(terminal as unknown as NodeJS.WriteStream); // all that is asked of it is to take text
  play(frames);
  frames.done();
  return screenAfter(text, ROWS);
}

/** A frame whose first and last line never change. */
function frameOf(lines: readonly string[]): string {
  return ["heading", ...lines, "left: 9 of 12 steps"].join("\n");
}

describe("frames on a terminal", () => {
  it.each<{ title: string; frames: string[][] }>([
    { title: "shrink", frames: [["a", "b", "c", "d"], ["a", "d"], ["d"]] },
    { title: "grow", frames: [["a"], ["a", "b", "c"], ["a", "b", "b", "c", "d"]] },
    { title: "change in the middle", frames: [["a", "b", "c"], ["a", "x", "c"], ["a", "x", "y"]] },
    { title: "shrink to nothing and grow again", frames: [["a", "b"], [], ["c", "d", "e"]] },
  ])("that $title between constant lines leave the last one and nothing else", ({ frames }) => {
    const screen = shown(({ draw }) => {
      for (const lines of frames) draw(frameOf(lines));
    });

    expect(screen.join("\n")).toBe(`${frameOf(frames.at(-1) ?? [])}\n`);
  });

  it("stand below the texts that are kept", () => {
    const screen = shown(({ draw, keep }) => {
      draw(frameOf(["a", "b"]));
      keep("interrupted");
      draw(frameOf(["a", "b"]));
      draw(frameOf(["b"]));
    });

    expect(screen.join("\n")).toBe(`interrupted\n${frameOf(["b"])}\n`);
  });

  it("leave the last one, whatever came before", () => {
    const frame = fc.array(fc.constantFrom("a", "b", "cc", "dd dd"), { maxLength: ROWS - 4 });
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 8 }), (frames) => {
        const screen = shown(({ draw }) => {
          for (const lines of frames) draw(frameOf(lines));
        });
        expect(screen.join("\n")).toBe(`${frameOf(frames.at(-1) ?? [])}\n`);
      }),
      { seed: 20260101 },
    );
  });
});
