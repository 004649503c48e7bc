import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { VIEWS } from "../../../viewer/state/state.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { opensPages, reader, selectedRow, treeRows } from "../open-page.ts";

const RUN = syntheticRun({ steps: 120, depth: 4 });
const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

describe("the trace page", { timeout: 60_000 }, () => {
  it("opens from the disk with the tree, and asks nothing of the network", async () => {
    const { page, requests, problems } = await read.open(RUN);

    expect((await treeRows(page)).slice(0, 2)).toEqual(["run lead: completed, 1:01", "model thinks: answered, 0.77 s"]);
    expect(await page.title()).toBe("How do back-pressure and billing fit together? · lead");
    expect([requests, problems]).toEqual([[], []]);
  });

  it("says at the top what the run came to", async () => {
    const { page } = await read.open(RUN);
    const terms = page.locator(".metrics > div");

    expect((await terms.allInnerTexts()).map((text) => text.replace(/\s+/gu, " "))).toEqual([
      "wall clock 1:01",
      "work 1:43 × 1.70 parallel",
      "steps 120 13 with errors",
      "agents 20 4 deep",
      "tokens 16k fresh 4.5k cached 8.4k reasoning 341 output 2.7k",
      "cost 0.084972 all agents",
      "budget used 50 % 120 of 240 steps (pool)",
    ]);
  });

  it.each([
    { title: "a run", run: RUN },
    { title: "a run under way", run: asOf(RUN, RUN.seconds / 3) },
    { title: "a run without steps", run: { ...asOf(RUN, 0), steps: [], ledger: [], totalSteps: 0 } },
  ])("shows every view of $title", async ({ run }) => {
    const { page, problems } = await read.open(run);

    for (const [place, view] of VIEWS.entries()) {
      await page.keyboard.press(String(place + 1));
      const name = new RegExp(`^${place + 1}${view}$`, "iu");
      expect(await page.getByRole("tab", { selected: true }).first().innerText()).toMatch(name);
      expect(await page.getByRole("tabpanel").first().innerText()).not.toContain("cannot be shown");
    }
    expect(problems).toEqual([]);
  });

  it("mounts few rows, however many steps there are", async () => {
    const large = syntheticRun({ steps: 3000, depth: 12 });
    const { page } = await read.open(large, { fragment: "view=table" });
    await page.keyboard.press("]");
    await page.getByRole("tree").evaluate((tree) => tree.scrollTo(0, 40_000));

    expect(await page.getByRole("treeitem").count()).toBeGreaterThan(10);
    expect((await page.getByRole("treeitem").count()) + (await page.getByRole("row").count())).toBeLessThanOrEqual(200);
  });

  it("shows what is selected in the inspector: times, tokens, texts, calls", async () => {
    const { page } = await read.open(RUN, { fragment: "step=0%231" });
    const inspector = page.getByRole("article");

    expect(await inspector.innerText()).toMatch(/began\s+0\.000 s\s+took\s+0\.77 s/u);
    await inspector.getByRole("button", { name: /ask_checker/u }).click();
    expect(await selectedRow(page)).toBe("agent checker: answered, 55.7 s");
    expect(await inspector.getByRole("group", { name: "Goal" }).innerText()).toBe(
      "How do time zones and schema changes fit together?",
    );
  });

  it("links every finding to its steps", async () => {
    const { page } = await read.open(RUN, { fragment: "side=findings" });
    const heading = page.getByRole("heading", { name: /Ceilings that were hit/u });
    await heading.waitFor();
    await page.locator(".finding-kind", { has: heading }).getByRole("button").first().click();

    expect(await selectedRow(page)).toMatch(/^agent librarian: partial/u);
    expect(await page.locator(".inspector .limited").innerText()).toContain("stopped by maxSteps 14 of its own budget");
  });

  it("groups the table, and goes from a group to its steps", async () => {
    const { page } = await read.open(RUN, { fragment: "view=table&grouping=tool" });
    const rows = page.getByRole("row");
    await rows.nth(1).waitFor();
    const [name = "", count = ""] = (await rows.nth(1).innerText()).split("\n");
    await rows.nth(1).click();
    await page.getByText(`${count} found`).waitFor();

    expect(await page.getByLabel("Search the steps").inputValue()).toBe(`tool:${name}`);
    expect(await rows.count()).toBe(Number(count) + 1);
  });

  it("shows what an agent's model saw, and leads into the conversation of a specialist", async () => {
    const { page } = await read.open(RUN, { fragment: "view=conversation" });
    const log = page.getByRole("log");

    expect(await log.getAttribute("aria-label")).toBe("Conversation of lead");
    await log.getByRole("button", { name: "its own conversation" }).first().click();
    await page.getByRole("log", { name: "Conversation of checker" }).waitFor();
  });

  it("rebuilds the tree at a moment of the replay, and plays on", async () => {
    const { page } = await read.open(RUN, { fragment: "view=replay&at=1000" });

    expect(await treeRows(page)).toEqual([
      "run lead: running, 1.00 s",
      "model thinks: answered, 0.77 s",
      "agent checker: running, 0.18 s",
      "model thinks: running, 0.18 s",
      "tool search: running, 0.23 s",
      "tool read_page: running, 0.23 s",
      "agent reader: running, 0.23 s",
      "model thinks: running, 0.23 s",
      "agent librarian: running, 0.23 s",
      "model thinks: queued, 0 s",
    ]);
    await page.keyboard.press(".");
    const after = Number(await page.getByLabel("Moment of the run").inputValue());
    expect(after).toBeGreaterThan(1000);
    await page.keyboard.press(" ");
    await expect.poll(() => page.getByLabel("Moment of the run").inputValue().then(Number)).toBeGreaterThan(after);
    await page.keyboard.press(" ");
    expect(await page.getByRole("button", { name: "Play", exact: true }).count()).toBe(1);
  });
});
