import { describe, expect, it } from "vitest";
import { renderStats } from "../../src/trace/analyse/text/render-stats.ts";
import { diff } from "../../src/trace/diff/diff.ts";
import { renderDiff } from "../../src/trace/diff/render-diff.ts";
import { render } from "../../src/trace/render.ts";
import { agentStep, callingStep, modelStep, runOf, toolStep } from "../support/trace.ts";

const BLANKS = ["", " ", "\n\n\n", "\u00a0\t"];

describe("a trace with blank names, texts and notes", () => {
  it.each(BLANKS.map((blank) => ({ blank, shown: JSON.stringify(blank) })))("is drawn without lines that end in a blank, of $shown", ({ blank }) => {
    const about = { name: blank, error: blank, note: blank, artifacts: [blank, blank] };
    const steps = [
      callingStep([blank], about),
      toolStep(blank, about),
      toolStep(blank, { ...about, error: null, id: blank }),
      toolStep(blank, { ...about, error: null, id: blank }),
      agentStep(blank, [modelStep({ ...about, error: null })], { ...about, goal: blank, outcome: "failed", stopReason: "error", id: blank }),
      agentStep(blank, [], { ...about, observation: blank, outcome: "refused", stopReason: null, id: blank }),
    ];
    const run = runOf(steps, { agent: blank, goal: blank, error: blank, output: blank, stopReason: "error", path: blank });
    const texts = [20, 60, 140].flatMap((width) => [
      render(run, { width }),
      renderStats(run, { width }),
      renderDiff(diff(runOf([]), run), { width }),
      renderDiff(diff(run, runOf([])), { width }),
    ]);

    expect(texts.flatMap((text) => text.split("\n")).filter((line) => line !== line.trimEnd())).toEqual([]);
  });
});
