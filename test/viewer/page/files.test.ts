import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { toHtml } from "../../../src/viewer/to-html.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, toolStep, TRACE_START } from "../../support/trace.ts";
import { openPage } from "../browser.ts";
import { opensPages, reader, treeRows } from "../open-page.ts";

const RUN = syntheticRun({ steps: 60 });
const OTHER = { ...syntheticRun({ steps: 40, seed: 3 }), id: "other", agent: "second-lead" };
const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

const choose = (page: Page, label: string, path: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).setInputFiles(path);

describe("another trace", { timeout: 60_000 }, () => {
  it.each([
    { title: "JSON", name: "run.json", content: async () => JSON.stringify(OTHER) },
    { title: "compressed JSON", name: "run.json.gz", content: async () => gzipSync(JSON.stringify(OTHER)) },
    { title: "another trace page", name: "run.html", content: () => toHtml(OTHER) },
  ])("opens from $title", async ({ name, content }) => {
    const { page, problems } = await read.open(RUN);
    await choose(page, "Open another trace", read.file(name, await content()));
    await page.getByRole("tree", { name: "Steps of second-lead" }).waitFor();

    expect((await treeRows(page))[0]).toMatch(/^run second-lead: completed/u);
    expect(problems).toEqual([]);
  });

  it.each([
    { title: "no JSON", content: "hello", says: /notes\.txt could not be opened: .*JSON/u },
    { title: "JSON that is no trace", content: "[1, 2]", says: /^notes\.txt is JSON, but no trace: it has no list of steps\.$/u },
    { title: "a trace that is cut off", content: JSON.stringify(OTHER).slice(0, 900), says: /notes\.txt could not be opened/u },
    { title: "damaged compression", content: Buffer.from([0x1f, 0x8b, 1, 2, 3]), says: /notes\.txt could not be opened/u },
  ])("that is $title is refused in a sentence, and the one shown stays", async ({ content, says }) => {
    const { page } = await read.open(RUN);
    await choose(page, "Open another trace", read.file("notes.txt", content));
    const note = page.locator(".note-problem span").first();
    await note.waitFor();

    expect(await note.innerText()).toMatch(says);
    expect((await treeRows(page))[0]).toMatch(/^run lead/u);
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await note.count()).toBe(0);
  });

  it("can be saved as it is shown, under a name that is one", async () => {
    const { page } = await read.open({ ...RUN, id: "../..\\C:\u202e/run one" });
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save this trace" }).click()]);

    expect(saved.suggestedFilename()).toBe("run one.json");
    expect(JSON.parse(readFileSync(await saved.path(), "utf8"))).toEqual(JSON.parse(JSON.stringify({ ...RUN, id: "../..\\C:\u202e/run one" })));
  });

  it("is printed as text, all of it, as long as it is the page's own", async () => {
    const { page } = await read.open(RUN, { context: { colorScheme: "dark" } });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const text = page.getByRole("region", { name: "The run as text" });

    expect([await text.isVisible(), await page.locator(".page").isVisible()]).toEqual([true, false]);
    expect((await text.innerText()).split("\n").filter((line) => /─ \S (?:model|tool|agent) /u.test(line)).length).toBe(RUN.totalSteps);
    expect(await page.evaluate(`getComputedStyle(document.getElementById("summary")).color`)).toBe("rgb(0, 0, 0)");
    await choose(page, "Open another trace", read.file("run.json", JSON.stringify(OTHER)));
    await page.locator(".page").waitFor();
    expect(await text.isVisible()).toBe(false);
  });

  it("can be dropped anywhere, and compared when it is dropped with Shift", async () => {
    const { page } = await read.open(RUN);
    const drop = (shiftKey: boolean): Promise<unknown> =>
      page.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(JSON.stringify(OTHER))}], "dropped.json"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, shiftKey: ${shiftKey}, cancelable: true }));
      })()`);
    await drop(true);
    await page.getByText("a synthetic-60").waitFor();

    expect(await page.getByRole("list", { name: "Differences" }).count()).toBe(1);
    await page.keyboard.press("1");
    await drop(false);
    await page.getByRole("tree", { name: "Steps of second-lead" }).waitFor();
  });

  it("is compared: figures, what was added and removed, and how a conclusion changed", async () => {
    const a = runOf(
      [
        modelStep(),
        agentStep("reader", [modelStep({ output: "It is blue." })], { goal: "colour?", output: "It is blue.", seconds: 2 }),
        agentStep("writer", [], { goal: "write" }),
      ],
      { seconds: 3 },
    );
    const b = runOf(
      [
        modelStep(),
        agentStep("reader", [modelStep({ output: "It is red." })], { goal: "colour?", output: "It is red.", seconds: 5 }),
        agentStep("checker", [], { goal: "check" }),
      ],
      { seconds: 6 },
    );
    const { page } = await read.open(a, { compare: b });
    const rows = page.getByRole("list", { name: "Differences" }).getByRole("listitem");

    expect(
      await rows.evaluateAll((all) =>
        all.map((row) => [row.querySelector(".sign")?.textContent, row.querySelector("b")?.textContent]),
      ),
    ).toEqual([
      ["≠", "lead"],
      ["≠", "reader"],
      ["≠", "chat"],
      ["−", "writer"],
      ["+", "checker"],
    ]);
    await rows.nth(1).getByRole("button").click();
    expect([await page.locator("del").innerText(), await page.locator("ins").innerText()]).toEqual([
      expect.stringContaining("blue"),
      expect.stringContaining("red"),
    ]);
    expect(await page.locator(".diff-head").innerText()).toContain("+3.00 s");
  });
});

const at = (seconds: number): number => TRACE_START + seconds * 1000;
const reading = (
  children: Parameters<typeof agentStep>[1],
  changes: Parameters<typeof agentStep>[2] = {},
): RunRecord["steps"][number] => agentStep("reader", children, { id: "0#1.0", runId: "run-1:0/1.0", seconds: 2, ...changes });
const selfHolding = reading([]);

describe("an odd trace opens, with a note to say so", { timeout: 60_000 }, () => {
  it.each<{ title: string; run: () => RunRecord; note: RegExp; rows: number }>([
    {
      title: "unfinished",
      run: () => asOf(RUN, RUN.seconds / 2),
      note: /The run had not ended when this trace was taken; \d+ steps were still open/u,
      rows: 10,
    },
    {
      title: "orphaned steps",
      run: () => runOf([modelStep(), reading([toolStep("a", { id: "0/7.7#1.0" })])], { seconds: 3 }),
      note: /under an agent that its id does not name/u,
      rows: 4,
    },
    {
      title: "clocks that differ",
      run: () => runOf([modelStep(), reading([modelStep({ id: "0/1.0#1", startedAt: at(-60), seconds: 1 })])], { seconds: 3 }),
      note: /clocks may differ/u,
      rows: 4,
    },
    {
      title: "ids used twice",
      run: () => runOf([modelStep(), modelStep(), modelStep()], { seconds: 3 }),
      note: /2 steps have an id that another step has/u,
      rows: 4,
    },
    {
      title: "a parent that goes in a circle",
      run: () => runOf([modelStep(), reading([modelStep({ id: "0#9" })], { runId: "run-1:0" })], { seconds: 3 }),
      note: /leads back to an agent above/u,
      rows: 4,
    },
    {
      title: "a step that holds itself",
      run: () => {
        const run = runOf([modelStep(), selfHolding], { seconds: 3 });
        if (selfHolding.kind === "agent" && selfHolding.children.length === 0) selfHolding.children.push(selfHolding);
        run.steps[1] = selfHolding;
        return run;
      },
      note: /the step 0#1\.0 contains itself; it is shown once/u,
      rows: 3,
    },
    {
      title: "fields that are missing",
      run: () =>
        ({ ...runOf([modelStep()]), steps: [{ kind: "agent" }, { kind: "model", id: 7 }, null] }) as unknown as RunRecord,
      note: /fields were missing or of a wrong type/u,
      rows: 3,
    },
  ])("$title", async ({ run, note, rows }) => {
    const { page, problems } = await read.open(run());

    expect(await page.locator(".notes").innerText()).toMatch(note);
    expect(await page.getByRole("treeitem").count()).toBeGreaterThanOrEqual(rows);
    for (let place = 1; place <= 8; place++) await page.keyboard.press(String(place));
    expect(problems).toEqual([]);
  });
});

describe("a page without scripts", { timeout: 60_000 }, () => {
  it("is the run as text", async () => {
    const { page } = await openPage(await read.browser(), `file://${read.file("plain.html", await toHtml(RUN))}`, {
      javaScriptEnabled: false,
    });
    const summary = page.getByRole("region", { name: "The run as text" });

    expect(await summary.isVisible()).toBe(true);
    expect(await summary.innerText()).toContain(`◐ lead "${RUN.goal}"`);
  });

  it("is shown as text, too, where what the page carries is damaged", async () => {
    const html = (await toHtml(RUN)).replace(/(id="troupe-run">).{40}/u, "$1AAAA");
    const { page } = await openPage(await read.browser(), `file://${read.file("damaged.html", html)}`);
    await page.locator(".note-problem").waitFor();

    expect(await page.locator(".note-problem").innerText()).toContain("The trace in this page is damaged");
    expect(await page.getByRole("region", { name: "The run as text" }).isVisible()).toBe(true);
  });
});
