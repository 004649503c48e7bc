import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { run as runAgent } from "../../../src/index.ts";
import { virtualClock } from "../../../src/testing/index.ts";
import { toChromeTrace } from "../../../src/trace/export/profile/to-chrome-trace.ts";
import { toSpeedscope } from "../../../src/trace/export/profile/to-speedscope.ts";
import { richTree } from "../../support/rich-tree.ts";
import { runOf } from "../../support/trace.ts";
import { opensPages, reader } from "../open-page.ts";
import { ask, call, turn } from "../../trace/analyse/timed.ts";
import { shownBySpeedscope, type Shown } from "./speedscope-page.ts";

const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

const inner = (path: string, from: number, to: number) => [turn(`${path}#1`, [from, from + 1]), call(`${path}#1.0`, [from + 1, to])];
const run = runOf(
  [
    turn("0#1", [0, 1]),
    call("0#1.3", [1, 1], { name: "look" }), // no time at all, at the moment at which longer ones begin
    ask("0#1.0", [1, 4], inner("0/1.0", 1, 4)),
    ask("0#1.1", [1, 6], inner("0/1.1", 1, 6)),
    call("0#1.2", [1, 3]),
    call("0#1.4", [1, 2]),
    turn("0#2", [6, 7]),
    ask("0#2.0", [7, 9], inner("0/2.0", 7, 9)),
    turn("0#3", [9, 9.5]),
  ],
  { seconds: 10 },
);

// What stands behind a name in a Chrome trace, without what is not its step's id.
const withIds = (frames: readonly string[]): string[] => frames.map((frame) => frame.replace(/ \{"(?:step|path)":"([^"]*)".*\}$/u, " $1")).sort();

describe("speedscope, as its package ships it", { timeout: 120_000 }, () => {
  it("shows our own format of it: a profile for each lane, with each call's time in it", async () => {
    expect(await shownBySpeedscope(await read.browser(), "run.json", toSpeedscope(run))).toEqual<Shown>({
      profiles: [
        { name: "lead 0", weight: "10.00s", frames: ["0.00ns 0.00ns look", "1.00s 1.00s search", "10.00s 6.50s lead", "2.50s 2.50s chat scripted"] },
        { name: "lead 0 · 2", weight: "10.00s", frames: ["10.00s 8.00s lead", "2.00s 2.00s search"] },
        { name: "researcher 0/1.0", weight: "3.00s", frames: ["1.00s 1.00s chat scripted", "2.00s 2.00s search", "3.00s 0.00ns researcher"] },
        { name: "researcher 0/1.1", weight: "5.00s", frames: ["1.00s 1.00s chat scripted", "4.00s 4.00s search", "5.00s 0.00ns researcher"] },
        { name: "researcher 0/2.0", weight: "2.00s", frames: ["1.00s 1.00s chat scripted", "1.00s 1.00s search", "2.00s 0.00ns researcher"] },
      ],
      problems: [],
      requests: [],
    });
  });

  it("shows the same in a Chrome trace, all but the call that took no time", async () => {
    const { profiles, ...rest } = await shownBySpeedscope(await read.browser(), "run.json", toChromeTrace(run));

    expect(rest).toEqual({ problems: [], requests: [] });
    expect(profiles.map((profile) => ({ ...profile, frames: withIds(profile.frames) }))).toEqual<Shown["profiles"]>([
      {
        name: "troupe run-1 (pid 1), lead 0 (tid 0)",
        weight: "10.00s",
        frames: ["1.00s 1.00s chat scripted 0#1", "1.00s 1.00s chat scripted 0#2", "1.00s 1.00s search 0#1.4", "10.00s 6.50s lead 0", "500.00ms 500.00ms chat scripted 0#3"],
      },
      { name: "troupe run-1 (pid 1), lead 0 · 2 (tid 1)", weight: "2.00s", frames: ["2.00s 2.00s search 0#1.2"] },
      {
        name: "troupe run-1 (pid 1), researcher 0/1.0 (tid 2)",
        weight: "3.00s",
        frames: ["1.00s 1.00s chat scripted 0/1.0#1", "2.00s 2.00s search 0/1.0#1.0", "3.00s 0.00ns researcher 0#1.0"],
      },
      {
        name: "troupe run-1 (pid 1), researcher 0/1.1 (tid 3)",
        weight: "5.00s",
        frames: ["1.00s 1.00s chat scripted 0/1.1#1", "4.00s 4.00s search 0/1.1#1.0", "5.00s 0.00ns researcher 0#1.1"],
      },
      {
        name: "troupe run-1 (pid 1), researcher 0/2.0 (tid 4)",
        weight: "2.00s",
        frames: ["1.00s 1.00s chat scripted 0/2.0#1", "1.00s 1.00s search 0/2.0#1.0", "2.00s 0.00ns researcher 0#2.0"],
      },
    ]);
  });

  it.each([
    { format: "its own format", file: toSpeedscope, lanes: (name: string): string => name },
    { format: "a Chrome trace", file: toChromeTrace, lanes: (name: string): string => /, (.*) \(tid/u.exec(name)?.[1] ?? "" },
  ])("shows a tree of three levels in $format, with calls side by side that take no time, and complains of nothing", async ({ file, lanes }) => {
    const clock = virtualClock();
    const { lead, options } = richTree(clock);
    const rich = await clock.settle(runAgent(lead, "Do it.", options));
    const { profiles, problems } = await shownBySpeedscope(await read.browser(), "run.json", file(rich));
    const lives = profiles.map(({ name, weight }) => `${lanes(name)}: ${weight}`).filter((line) => !line.includes("·"));

    expect(problems).toEqual([]);
    expect(lives).toEqual([
      "lead 0: 1.35s",
      "researcher 0/1.4: 500.00ms",
      "researcher 0/1.5: 700.00ms",
      "planner 0/1.6: 600.00ms",
      "digger 0/1.6/1.0: 400.00ms",
      "digger 0/1.6/1.1: 150.00ms",
      "researcher 0/2.2: 400.00ms",
    ]);
  });
});
