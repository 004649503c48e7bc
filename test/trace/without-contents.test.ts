import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool, type Run } from "../../src/index.ts";
import { analyse } from "../../src/trace/analyse/analyse.ts";
import { renderStats } from "../../src/trace/analyse/text/render-stats.ts";
import { diff } from "../../src/trace/diff/diff.ts";
import { renderDiff } from "../../src/trace/diff/render-diff.ts";
import { toOtlp } from "../../src/trace/export/otlp/to-otlp.ts";
import { toChromeTrace } from "../../src/trace/export/profile/to-chrome-trace.ts";
import { toSpeedscope } from "../../src/trace/export/profile/to-speedscope.ts";
import { toCsv } from "../../src/trace/export/tables/to-csv.ts";
import { toMarkdown } from "../../src/trace/export/tables/to-markdown.ts";
import { renderLoopTrace } from "../../src/trace/loop-trace.ts";
import { render } from "../../src/trace/render.ts";
import { liveMessage } from "../../src/viewer/live.ts";
import { toHtml } from "../../src/viewer/to-html.ts";
import { virtualClock } from "../../src/testing/index.ts";

/** A run whose every text that is no name says `private`, played anew. */
async function played(contents: boolean): Promise<Run> {
  const look = tool({
    name: "look",
    description: "Looks.",
    parameters: z.object({ place: z.string() }),
    execute: ({ place }) => {
      if (place === "private cellar") throw new RangeError("private: no light");
      return { text: `private: ${place}`, artifacts: [{ name: "map.txt", data: "private", description: "A private map." }] };
    },
  });
  const calls = ["private attic", "private cellar"].map((place) => ({ name: "look", arguments: { place } }));
  const model = scripted.byPath({
    "0": [{ text: "A private thought.", reasoning: "Privately: private.", calls: [...calls, { name: "ask_aide", arguments: { goal: "A private errand." } }] }, "The private answer."],
    "*": ["The private conclusion."],
  });
  const aide = fromAgent({ name: "aide", description: "Helps.", model, instructions: "Be private." });
  const lead = fromAgent({ name: "lead", model, instructions: "Be private, too.", tools: [look], team: [aide] });
  const clock = virtualClock();
  return clock.settle(run(lead, "A private goal.", { clock, ids: () => "run-1", contents }));
}

/** Every way to show, send or keep a run, as text. */
const FORMS: readonly (readonly [form: string, text: (run: Run) => string | Promise<string>])[] = [
  ["its JSON", (told) => JSON.stringify(told)],
  ["render", (told) => render(told, { width: 1000 })],
  ["renderLoopTrace", (told) => renderLoopTrace(told)],
  ["renderStats", (told) => renderStats(told)],
  ["analyse", (told) => JSON.stringify(analyse(told))],
  ["diff", (told) => JSON.stringify(diff(told, { ...told, output: "", steps: [] }))],
  ["renderDiff", (told) => renderDiff(diff({ ...told, output: "", steps: [] }, told))],
  ["toOtlp", (told) => JSON.stringify(toOtlp(told, { contents: true }))],
  ["toChromeTrace", (told) => JSON.stringify(toChromeTrace(told))],
  ["toSpeedscope", (told) => JSON.stringify(toSpeedscope(told))],
  ["toCsv", (told) => toCsv(told)],
  ["toMarkdown", (told) => toMarkdown(told)],
  ["toHtml", async (told) => unpacked(await toHtml(told, { compare: told }))],
  ["liveMessage", (told) => JSON.stringify([liveMessage(null, told), liveMessage({ ...told, steps: [] }, told)])],
];

function unpacked(html: string): string {
  const blocks = [...html.matchAll(/<script type="application\/x-troupe"[^>]*>([^<]+)</gu)].map(([, data = ""]) => data);
  return [html, ...blocks.map((data) => gunzipSync(Buffer.from(data, "base64")).toString())].join("\n");
}

describe("a run made with contents: false, as the program has it in memory,", () => {
  let hidden: Run;
  let open: Run;
  beforeAll(async () => {
    [hidden, open] = [await played(false), await played(true)];
  });

  it("has its answer for the caller", () => {
    expect(hidden.output).toBe("The private answer.");
  });

  it.each(FORMS)("has no text in %s", async (_form, text) => {
    expect(await text(hidden)).not.toMatch(/private/iu);
  });

  it("is hidden by nothing but that: with contents the texts are there", async () => {
    const without = ["analyse", "toChromeTrace", "toSpeedscope"]; // which carry no texts at all
    for (const [form, text] of FORMS) expect([form, /private/iu.test(await text(open))]).toEqual([form, !without.includes(form)]);
  });
});
