import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toSpeedscope } from "../../../../src/trace/export/profile/to-speedscope.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";
import { hostileRuns } from "../../hostile.ts";

// The schema that the installed viewer ships with.
const schemaFile = new URL("dist/release/file-format-schema.json", import.meta.resolve("speedscope/package.json"));
const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, "utf8")) as Parameters<typeof z.fromJSONSchema>[0]);

const run = runOf([turn("0#1", [0, 1]), call("0#1.0", [1, 2]), call("0#1.1", [1, 3]), ask("0#1.2", [1, 3], [turn("0/1.2#1", [1, 3])]), turn("0#2", [3, 4])], { seconds: 5 });

describe("toSpeedscope", () => {
  it("has a profile for each lane, with strictly nested frames on one time axis", () => {
    expect(toSpeedscope(run)).toEqual({
      $schema: "https://www.speedscope.app/file-format-schema.json",
      name: "troupe run-1",
      exporter: "troupe",
      activeProfileIndex: 0,
      shared: { frames: [{ name: "lead" }, { name: "chat scripted" }, { name: "search" }, { name: "researcher" }] },
      profiles: [
        {
          type: "evented",
          name: "lead 0",
          unit: "milliseconds",
          startValue: 0,
          endValue: 5000,
          events: [
            { type: "O", frame: 0, at: 0 },
            { type: "O", frame: 1, at: 0 },
            { type: "C", frame: 1, at: 1000 },
            { type: "O", frame: 2, at: 1000 },
            { type: "C", frame: 2, at: 2000 },
            { type: "O", frame: 1, at: 3000 },
            { type: "C", frame: 1, at: 4000 },
            { type: "C", frame: 0, at: 5000 },
          ],
        },
        {
          type: "evented",
          name: "lead 0 · 2",
          unit: "milliseconds",
          startValue: 0,
          endValue: 5000,
          events: [
            { type: "O", frame: 0, at: 0 },
            { type: "O", frame: 2, at: 1000 },
            { type: "C", frame: 2, at: 3000 },
            { type: "C", frame: 0, at: 5000 },
          ],
        },
        {
          type: "evented",
          name: "researcher 0/1.2",
          unit: "milliseconds",
          startValue: 1000,
          endValue: 3000,
          events: [
            { type: "O", frame: 3, at: 1000 },
            { type: "O", frame: 1, at: 1000 },
            { type: "C", frame: 1, at: 3000 },
            { type: "C", frame: 3, at: 3000 },
          ],
        },
      ],
    });
  });

  it("is a file by the schema that speedscope ships, nested and in order of time, whatever is in the trace", () => {
    const skewed = runOf([call("0#1.0", [-3, 1]), ask("0#1.1", [2, 9], [turn("0/1.1#1", [1, 20])])], { seconds: 4 });
    for (const each of [run, skewed, runOf([]), syntheticRun({ steps: 500, depth: 4 }), ...hostileRuns().map((hostile) => hostile.run)]) {
      const file = JSON.parse(JSON.stringify(toSpeedscope(each))) as ReturnType<typeof toSpeedscope>;

      expect(schema.safeParse(file).error).toBeUndefined();
      for (const { events, startValue, endValue } of file.profiles) {
        const open: number[] = [];
        let reached = startValue;
        for (const { type, frame, at } of events) {
          expect(at).toBeGreaterThanOrEqual(reached);
          reached = at;
          if (type === "O") open.push(frame);
          else expect(open.pop()).toBe(frame);
        }

        expect([open, reached <= endValue, startValue >= 0]).toEqual([[], true, true]);
      }
    }
  });

  it("would be told apart from what is no such file", () => {
    expect(schema.safeParse({ ...toSpeedscope(run), profiles: [{ type: "evented" }] }).success).toBe(false);
    expect(schema.safeParse({ ...toSpeedscope(run), $schema: "x" }).success).toBe(false);
  });
});
