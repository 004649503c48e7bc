import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { VIEWS } from "../../../viewer/state/state.ts";
import { opensPages, reader } from "../open-page.ts";
import { agentStep, callingStep, modelStep, runOf, toolStep } from "../../support/trace.ts";

const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

const HOSTILE = [
  `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>`,
  `</script></pre></title><svg onload=window.harmed=1>`,
  "\u202Egnp.exe\u2066 \u0000\u0007\u001B[31m\u009B \uD800 \uFEFF\u200B",
  `javascript:window.harmed=1//'"\`\${window.harmed=1}`,
  "https://example.invalid/beacon.png ![x](https://example.invalid/x.png)",
  "__proto__",
];
const ALL = HOSTILE.join("\n");

// Puts the text into every field of the run that holds one.
function poisoned(run: RunRecord, text: string): RunRecord {
  const kept = new Set(["kind", "id", "runId", "path", "status", "outcome", "stopReason", "open", "scope", "resource", "base64"]);
  const poison = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return kept.has(key) || value === "compact" ? value : text;
    if (Array.isArray(value)) return value.map((inner) => poison(inner));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner, name)]));
  };
  return poison(JSON.parse(JSON.stringify(run))) as RunRecord;
}

const RUN = runOf(
  [
    callingStep(
      [
        ["search", { query: "x" }],
        ["ask_reader", { goal: "y" }],
      ],
      { seconds: 1, reasoning: "because", attempts: [{ error: "529", waitSeconds: 1, model: "large" }], finishReason: "stop" },
    ),
    toolStep("search", {
      id: "0#1.0",
      seconds: 1,
      error: "no",
      errorDetail: "at line 1",
      observation: "no",
      note: "still running",
      artifacts: ["a.png"],
    }),
    agentStep("reader", [modelStep({ id: "0/1.0#1", output: "words", seconds: 1 })], {
      id: "0#1.1",
      runId: "run-1:0/1.1",
      goal: "y",
      output: "words",
      observation: "words",
      seconds: 2,
      limit: { name: "maxSteps", scope: "budget", value: 1 },
      artifacts: ["reader/a.png"],
      note: "by the guardrail tone: replaced",
      offered: [{ turn: 1, tools: [{ name: "search", description: "Looks.", parameters: {} }] }],
    }),
    modelStep({ id: "0#2", name: "compact", output: "What was done.", keptTurns: 1, seconds: 0.5 }),
    modelStep({ id: "0#3", output: "words", error: "blocked by moderation (tone)", note: "by the guardrail tone", seconds: 0.2 }),
    agentStep("lead-extractor", [modelStep({ id: "0/3.0#1", output: "{}" })], { id: "0#3.0", callId: "extract_answer", runId: "run-1:0/3.0" }),
    toolStep("load_skill", { id: "0#3.1", arguments: { name: "refunds" }, worker: "w1" }),
  ],
  {
    seconds: 4,
    output: "words",
    error: "no",
    data: { html: "x" },
    dataProblem: { reason: "does_not_match", message: "html: expected a number" },
    offered: [{ turn: 1, tools: [{ name: "search", description: "Looks.", parameters: {} }] }],
    artifacts: [
      { name: "a.png", mediaType: "image/png", sizeBytes: 3, description: "d", base64: "AAAA" },
      { name: "b.svg", mediaType: "image/svg+xml", sizeBytes: 3, base64: "PHN2Zy8+" },
    ],
  },
);

describe("hostile content", { timeout: 120_000 }, () => {
  it.each([...HOSTILE, ALL].map((text, index) => ({ text, index })))(
    "no. $index in every field is shown as text in every view, runs nothing and asks for nothing",
    async ({ text }) => {
      const { page, requests, problems } = await read.open(poisoned(RUN, text), { compare: poisoned(RUN, `${text}!`) });
      for (const place of VIEWS.keys()) {
        await page.keyboard.press(String(place + 1));
        for (const key of ["Home", ...Array.from({ length: 9 }, () => "j")]) await page.keyboard.press(key);
      }
      await page.keyboard.press("n");
      await page.getByRole("heading", { name: "Critical path" }).waitFor();

      expect(await page.evaluate("'harmed' in window")).toBe(false);
      expect(await page.locator("#app img, #app iframe, #app a, #app script, #app svg image").count()).toBe(0);
      expect([requests, problems]).toEqual([[], []]);
      expect(await page.getByRole("treeitem").count()).toBe(10);
    },
  );

  it.each(["status", "outcome", "stopReason", "open", "scope", "resource", "reason", "mediaType", "kind", "id"])(
    "in the place of a known word, %s, opens with a note and harms nothing",
    async (field) => {
      const changed = JSON.parse(JSON.stringify(RUN), (key, value: unknown) => (key === field ? HOSTILE[0] : value)) as RunRecord;
      const { page, requests, problems } = await read.open(changed, { compare: changed });
      for (const place of VIEWS.keys()) {
        await page.keyboard.press(String(place + 1));
        for (const key of ["Home", "j", "j", "]", "End", "n", "i"]) await page.keyboard.press(key);
      }

      expect(await page.evaluate("'harmed' in window")).toBe(false);
      expect([requests, problems]).toEqual([[], []]);
      expect(await page.getByRole("treeitem").count()).toBeGreaterThan(0);
    },
  );

  it("is written out where it could not be seen or would turn the line around", async () => {
    const { page } = await read.open(runOf([modelStep({ output: HOSTILE[2] ?? "", seconds: 1 })], { seconds: 1 }), {
      fragment: "step=0%231",
    });

    expect(await page.getByRole("group", { name: "Said" }).innerText()).toBe(
      "\\u{202e}gnp.exe\\u{2066} \\u{0}\\u{7}\\e[31m\\u{9b} \\u{d800} \\u{feff}\\u{200b}",
    );
  });

  it("of a megabyte on one line leaves the page alive, and is shown piece by piece", async () => {
    const { page, problems } = await read.open(
      runOf([modelStep({ output: "x".repeat(1_000_000), seconds: 1 })], { seconds: 1, goal: "y".repeat(1_000_000) }),
      { fragment: "step=0%231" },
    );
    const said = page.getByRole("group", { name: "Said" });

    expect((await said.innerText()).length).toBe(12_000);
    await page.getByRole("button", { name: "988,000 more characters" }).click();
    expect((await said.innerText()).length).toBe(132_000);
    await page.keyboard.press("4");
    await page.keyboard.press("k");
    expect(await page.getByRole("treeitem", { selected: true }).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it("in a picture's place is no picture, and only true pictures are shown", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const artifacts = [
      { name: "dot.png", mediaType: "image/png", sizeBytes: 70, base64: png },
      { name: "run.svg", mediaType: "image/svg+xml", sizeBytes: 70, base64: png },
      { name: "not.png", mediaType: "image/png", sizeBytes: 1, base64: `"><script>` },
    ];
    const { page, requests } = await read.open(runOf([], { seconds: 1, artifacts }));

    expect(await page.locator("img").evaluateAll((all) => all.map((each) => each.getAttribute("src")?.slice(0, 22)))).toEqual([
      "data:image/png;base64,",
    ]);
    expect(requests).toEqual([]);
  });

  it("cannot reach out even if it ran: the page may connect to nothing and run nothing that is not its own", async () => {
    const { page } = await read.open(RUN);
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.evaluate(`(() => {
      const script = document.createElement("script");
      script.textContent = "window.harmed = 1";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "https://example.invalid/x.png";
      document.body.append(image);
    })()`);
    const fetched = page.evaluate(`fetch("https://example.invalid/").then(() => "sent", () => "refused")`);

    expect(await fetched).toBe("refused");
    expect(await page.evaluate("'harmed' in window")).toBe(false);
    expect(said.filter((text) => text.includes("Content Security Policy")).length).toBeGreaterThanOrEqual(3);
  });
});
