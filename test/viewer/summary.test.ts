import { describe, expect, it } from "vitest";
import { summaryOf, titleOf } from "../../src/viewer/summary.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { modelStep, runOf } from "../support/trace.ts";

describe("the summary of a page", () => {
  it("is the goal, the answer and the tree as text", () => {
    const summary = summaryOf(runOf([modelStep({ output: "Fifty." })], { goal: "How many?", output: "Fifty." }));

    expect(summary).toBe(
      "<h1>How many?</h1><h2>Answer</h2><pre>Fifty.</pre><h2>Steps</h2><pre>✓ lead &#34;How many?&#34;\n" +
        "│ completed · 0 s · 1 step · 0 tokens\n╰─ ✓ model chat → answered: Fifty.                                                                         0 s</pre>",
    );
  });

  it("holds nothing of the run that could be markup, a control character or a turn of direction", () => {
    const hostile = `</pre><script>alert(1)</script>"'&\u202E\u0007\uD800`;
    const summary = summaryOf(runOf([modelStep({ output: hostile })], { goal: hostile, output: hostile }));

    expect(summary.replace(/<\/?(h1|h2|pre)>/gu, "")).not.toMatch(/[<>"'\u202E\u0007\uD800]|&(?!#\d+;)/u);
    expect(summary).toContain("\\u{202e}\\u{7}\\u{d800}");
  });

  it("leaves out what is too long, and says how much", () => {
    const summary = summaryOf(runOf([], { output: "x".repeat(25_000) }));

    expect(summary).toContain("[… 5000 more characters …]");
  });

  it("draws the outline alone of a large run", () => {
    expect(summaryOf(syntheticRun({ steps: 3000, depth: 6 })).length).toBeLessThan(100_000);
  });

  it("says so when a trace is too damaged to be drawn", () => {
    const damaged = { ...runOf([]), steps: [null] } as unknown as Parameters<typeof summaryOf>[0];

    expect(summaryOf(damaged)).toContain("This trace is damaged");
  });
});

describe("the title of a page", () => {
  it("is the beginning of the goal and the agent, escaped", () => {
    expect(titleOf(runOf([], { goal: `<b>${"x".repeat(100)}`, agent: "lead\n" }))).toBe(`&#60;b&#62;${"x".repeat(77)} · lead\\n`);
  });
});
