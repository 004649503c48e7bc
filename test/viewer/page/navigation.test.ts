import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { opensPages, reader, selectedRow } from "../open-page.ts";

const RUN = syntheticRun({ steps: 120, depth: 4 });
const read = reader();
beforeEach(opensPages);
afterAll(() => read.end());

const fragment = (page: Page): Promise<string> => page.evaluate<string>("location.hash");
const canvas = (page: Page): ReturnType<Page["locator"]> => page.locator(".lanes-canvas");

describe("the trace page", { timeout: 60_000 }, () => {
  it("keeps its state in the address, and finds it there again", async () => {
    const { page } = await read.open(RUN);
    await page.keyboard.press("6");
    await page.getByRole("treeitem").nth(3).click();
    await page.keyboard.press("f");
    await expect.poll(() => fragment(page)).toMatch(/^#view=table&step=.*&time=.*$/u);
    const [kept, selected] = [await fragment(page), await selectedRow(page)];
    const { page: again } = await read.open(RUN, { fragment: kept.slice(1) });

    expect(await selectedRow(again)).toBe(selected);
    expect(await again.getByRole("tab", { selected: true }).first().innerText()).toMatch(/Table/u);
    await expect.poll(() => fragment(again)).toBe(kept);
  });

  it("follows an address that is changed by hand", async () => {
    const { page } = await read.open(RUN);
    await page.evaluate("location.hash = '#view=budget&theme=dark'");
    await page.getByLabel("Account").waitFor();

    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it("zooms with the wheel around the pointer, pans with a drag, and shows the whole again", async () => {
    const { page } = await read.open(RUN);
    const box = await canvas(page).boundingBox();
    if (!box) throw new Error("the lanes are shown");
    const windowNow = async (): Promise<number[]> =>
      (/time=([^&]*)/u.exec(await fragment(page))?.[1] ?? "").split("-").map(Number);
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.mouse.wheel(0, -500);
    await expect.poll(() => fragment(page)).toMatch(/time=/u);
    const [from = 0, until = 0] = await windowNow();
    expect(until - from).toBeLessThan(RUN.seconds * 1000 * 0.5);

    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await windowNow())[0]).toBeGreaterThan(from);
    await page.keyboard.press("0");
    await expect.poll(() => fragment(page)).not.toMatch(/time=/u);
  });

  it("zooms with two fingers, and takes them for no click", async () => {
    const { page } = await read.open(RUN, { context: { hasTouch: true } });
    const box = await canvas(page).boundingBox();
    if (!box) throw new Error("the lanes are shown");
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...places: number[]): Promise<unknown> =>
      fingers.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: places.map((x, id) => ({ x: box.x + x, y: box.y + 120, id })),
      });
    await touch("touchStart", 300);
    await touch("touchStart", 300, 340);
    for (const by of [20, 50, 80]) await touch("touchMove", 300 - by, 340 + by);
    await touch("touchEnd");

    await expect.poll(() => fragment(page)).toMatch(/time=/u);
    expect(await fragment(page)).not.toMatch(/step=/u);
  });

  it("selects what is clicked in the lanes, and shows what the pointer rests on", async () => {
    const { page } = await read.open(RUN);
    const box = await canvas(page).boundingBox();
    if (!box) throw new Error("the lanes are shown");
    const place = { x: box.x + box.width * 0.5, y: box.y + 34 };
    await page.mouse.move(place.x, place.y);
    await page.locator(".hover-card").waitFor();

    expect(await page.locator(".hover-card").innerText()).toContain("checker");
    await page.mouse.click(place.x, place.y);
    expect(await selectedRow(page)).toBe("agent checker: answered, 55.7 s");
  });

  it("draws only the lanes in sight, however many there are, down to the last one", async () => {
    const { page } = await read.open(syntheticRun({ steps: 3000, depth: 8 }));
    await page.keyboard.press("]");
    await page.keyboard.press("End");
    const scroller = page.getByRole("group", { name: "Lanes" });
    const [height, sight] = [await canvas(page).boundingBox(), await scroller.boundingBox()].map((box) => box?.height);
    expect(height).toBe(sight);
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await canvas(page).click({ position: { x: 300, y: (sight ?? 0) - 60 } });

    expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(5000);
    const chosen = Number((await page.getByRole("treeitem", { selected: true }).getAttribute("id"))?.slice("node-".length));
    expect(chosen).toBeGreaterThan(1500);
  });

  it("sets the window with a drag along the strip, and drops it with a double click", async () => {
    const { page } = await read.open(RUN);
    const strip = page.locator(".strip canvas");
    const box = await strip.boundingBox();
    if (!box) throw new Error("the strip is shown");
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 40, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => fragment(page)).toMatch(/time=/u);
    await strip.dblclick();
    await expect.poll(() => fragment(page)).not.toMatch(/time=/u);
  });

  it("finds steps, keeps those above them, and goes from one to the next", async () => {
    const { page } = await read.open(RUN);
    await page.keyboard.press("/");
    await page.locator(":focus").fill("kind:tool is:failed");
    const said = page.locator("#search-said");
    await expect.poll(() => said.innerText()).toMatch(/^\d+ found$/u);
    const found = Number.parseInt(await said.innerText(), 10);

    expect(await page.locator(".tree-row.is-found").count()).toBe(found);
    await page.keyboard.press("Enter");
    expect(await page.locator(".tree-row.is-found.is-selected").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".tree-row.is-found").count()).toBe(0);
  });

  it("says what is wrong with a search", async () => {
    const { page } = await read.open(RUN, { fragment: "query=colour:red" });

    expect(await page.locator("#search-said").innerText()).toMatch(/^“colour:red”: allowed are agent:/u);
  });

  it("explains its keys, and closes the help with Escape", async () => {
    const { page } = await read.open(RUN);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });

    expect(await help.innerText()).toContain("the icicle's next metric");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
    await page.keyboard.press("j");
    expect(await page.getByRole("treeitem", { selected: true }).getAttribute("id")).toBe("node-1");
  });

  it("changes the icicle by one key, and goes into a box and back", async () => {
    const { page } = await read.open(RUN, { fragment: "view=icicle" });
    const width = page.getByLabel("Width by");
    await page.keyboard.press("m");
    expect(await width.inputValue()).toBe("self");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    expect(await page.getByRole("navigation", { name: "Above the icicle" }).innerText()).toMatch(/lead.*checker/su);
    await page.keyboard.press("f");
    expect(await page.getByRole("navigation", { name: "Above the icicle" }).count()).toBe(0);
  });
});
