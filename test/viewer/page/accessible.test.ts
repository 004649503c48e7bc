import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { VIEWS } from "../../../viewer/state/state.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { opensPages, reader } from "../open-page.ts";

const RUN = syntheticRun({ steps: 80, depth: 3 });
const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

/** What axe finds wrong with a page, and where. The checker is a program of ours in the page, which the policy would not let in. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await page.evaluate<AxeResults>(
    `(() => { ${axe.source}; return axe.run(document, { resultTypes: ["violations"] }); })()`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

describe("the trace page is accessible", { timeout: 120_000 }, () => {
  it.each([
    { title: "light", context: { colorScheme: "light" } as const },
    { title: "dark", context: { colorScheme: "dark" } as const },
    { title: "at 320 pixels", context: { viewport: { width: 320, height: 640 } } },
  ])("in every view, $title", async ({ context }) => {
    const { page } = await read.open(RUN, {
      context: { ...context, bypassCSP: true },
      compare: syntheticRun({ steps: 80, depth: 3, seed: 7 }),
    });
    const found: string[] = [];
    for (const [place, view] of VIEWS.entries()) {
      await page.keyboard.press(String(place + 1));
      found.push(...(await violations(page)).map((violation) => `${view}: ${violation}`));
    }

    expect(found).toEqual([]);
  });

  it("with findings, notes, a search and the help open", async () => {
    const { page } = await read.open(asOf(RUN, RUN.seconds / 2), {
      fragment: "side=findings&query=zzz:",
      context: { bypassCSP: true },
    });
    await page.getByRole("heading", { name: "Critical path" }).waitFor();
    const found = await violations(page);
    await page.keyboard.press("?");
    found.push(...(await violations(page)));

    expect(found).toEqual([]);
  });

  it("as a tree that says level, state and place, and follows the keys", async () => {
    const { page } = await read.open(RUN);
    const tree = page.getByRole("tree", { name: "Steps of lead" });
    await tree.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const row = page.getByRole("treeitem", { selected: true });
    const attributes = (): Promise<(string | null)[]> =>
      row.evaluate((element) => ["aria-level", "aria-expanded", "id"].map((name) => element.getAttribute(name)));

    expect(await attributes()).toEqual(["2", "true", "node-2"]);
    expect(await tree.getAttribute("aria-activedescendant")).toBe("node-2");
    await page.keyboard.press("ArrowLeft");
    expect((await attributes())[1]).toBe("false");
  });

  it("without a pointer: every control can be reached and shows that it has the focus", async () => {
    const { page } = await read.open(RUN);
    const reached = new Set<string>();
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus-visible").first();
      if ((await focused.count()) > 0)
        reached.add(
          await focused.evaluate(
            (element) =>
              element.id || element.getAttribute("aria-label") || element.className || element.textContent?.trim() || "",
          ),
        );
    }

    expect([...reached]).toEqual(
      expect.arrayContaining(["search", "Open another trace", "Help", "tree", "tab-lanes", "tab-inspector"]),
    );
  });

  it.each([320, 768, 1280, 2560])("at %i pixels without scrolling sideways", async (width) => {
    const { page } = await read.open(RUN, { context: { viewport: { width, height: 800 } } });
    const sizes = await page.locator("html").evaluate((element) => [element.scrollWidth, element.clientWidth]);

    expect(sizes).toEqual([width, width]);
  });

  it("at 320 pixels one part at a time, each a touch away", async () => {
    const { page } = await read.open(RUN, { context: { viewport: { width: 320, height: 640 } } });
    const parts = { Tree: page.getByRole("tree"), View: page.getByRole("main"), Details: page.getByRole("complementary") };
    const shown: string[] = [];
    for (const name of Object.keys(parts)) {
      await page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name }).click();
      const visible = await Promise.all(
        Object.entries(parts).map(async ([part, locator]) => ((await locator.isVisible()) ? part : "")),
      );
      shown.push(visible.join(""));
    }

    expect(shown).toEqual(["Tree", "View", "Details"]);
  });

  it("without motion where less is wanted: a replay goes from event to event", async () => {
    const { page } = await read.open(RUN, { fragment: "view=replay&at=0", context: { reducedMotion: "reduce" } });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const slider = page.getByLabel("Moment of the run");
    await expect.poll(() => slider.inputValue().then(Number)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause" }).click();
    const moments = [...RUN.steps, ...RUN.steps.flatMap((step) => (step.kind === "agent" ? step.children : []))].flatMap(
      ({ startedAt, seconds }) => [startedAt - RUN.startedAt, startedAt - RUN.startedAt + seconds * 1000],
    );

    expect(moments.map(Math.round)).toContain(Math.round(Number(await slider.inputValue())));
    expect(await page.locator(".live-following").count()).toBe(0);
  });
});
