import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followerFor, type Follower } from "../../../bin/terminal/follow.ts";
import { fromAgent, scripted, start } from "../../../src/index.ts";

beforeEach(() => void vi.stubEnv("TERM", "xterm"));
afterEach(() => void vi.unstubAllEnvs());

interface PlayedScreen {
  readonly stream: NodeJS.WriteStream;
  resize(columns: number, rows: number): void;
  text(): string;
}

function screen(columns: number, rows: number): PlayedScreen {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns, rows });
  let text = "";
  stream.on("data", (more: string) => (text += more));
  return {
    stream: stream as unknown as NodeJS.WriteStream, // as much of a terminal as is looked at
    resize: (width, height) => Object.assign(stream, { columns: width, rows: height }),
    text: () => stripVTControlCharacters(text),
  };
}

async function followed(follower: Follower, reply: () => string): Promise<void> {
  await follower.follow(start(fromAgent({ name: "boss", model: scripted([reply]) }), "do it"));
}

const ENDED = /completed · [\d.]+ s · 1 step · \d+ tokens/u;

describe("a run on a terminal", () => {
  it("is drawn as a tree, which says how it ended", async () => {
    const { stream, text } = screen(80, 24);
    await followed(followerFor(stream, { quiet: false, showsAnswer: false }), () => "done");

    expect(text()).toMatch(/✓ boss "do it"/u);
    expect(text()).toMatch(ENDED);
  });

  it.each([
    { title: "has no size any more", columns: 0, rows: 0 },
    { title: "is too narrow for a tree", columns: 10, rows: 3 },
  ])("that $title is told in lines", async ({ columns, rows }) => {
    const played = screen(80, 24);
    const follower = followerFor(played.stream, { quiet: false, showsAnswer: false });
    await followed(follower, () => {
      played.resize(columns, rows);
      follower.tell("something of note");
      return "done";
    });
    const lines = played.text().split("\n");

    expect(lines.filter((line) => line === "something of note")).toHaveLength(1);
    expect(lines.filter((line) => ENDED.test(line))).toHaveLength(1);
  });
});
