// Measures the trace page in a headless Chromium against the figures it is held to: the best of five counts, and only three
// times the bar fails, because the machine may be shared. `npm run bars:viewer`, which builds the page first.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { toHtml } from "../../src/viewer/to-html.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { findChromium, launch, openPage, shown } from "./browser.ts";

// In the page: a wheel, then the main thread's time for the whole frame that answers it, painting included. As text, because
// what compiles this file would add to a function that the page does not have.
const ZOOM = `(async () => {
  const canvas = document.querySelector(".lanes-canvas");
  const { left, top, width } = canvas.getBoundingClientRect();
  const channel = new MessageChannel();
  const frames = [];
  for (let turn = 0; turn < 120; turn++) {
    const wheel = new WheelEvent("wheel", { deltaY: turn < 60 ? -90 : 90, clientX: left + width * (0.3 + turn / 300), clientY: top + 200, cancelable: true });
    frames.push(await new Promise((resolve) => {
      let begun = 0;
      const asked = performance.now();
      requestAnimationFrame(() => (begun = performance.now()));
      canvas.dispatchEvent(wheel);
      const handled = performance.now() - asked;
      requestAnimationFrame(() => channel.port2.postMessage(null));
      channel.port1.onmessage = () => resolve(handled + performance.now() - begun);
    }));
  }
  return frames;
})()`;

const SLACK = 3;
const ROUNDS = 5;
const folder = mkdtempSync(join(tmpdir(), "troupe-bars-"));
const results: boolean[] = [];

const found = await findChromium();
if (found.path === null) throw new Error(found.says);
console.log(found.says);
const browser = await launch(found);
try {
  report(
    "the page without a trace",
    readFileSync(new URL("../../src/viewer/page.html", import.meta.url)).length / 1000,
    150,
    "kB",
    1,
  );
  await barsOfManySteps(browser);
  await barsOfMuchText(browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`bars: ${results.filter(Boolean).length} hold, ${results.filter((holds) => !holds).length} fail`);
process.exitCode = results.every(Boolean) ? 0 : 1;

async function barsOfManySteps(opener: Browser): Promise<void> {
  const address = await written("steps.html", toHtml(syntheticRun({ steps: 50_000, depth: 50 })));
  const opened: number[] = [];
  const frames: number[] = [];
  const unfolded: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openPage(opener, address);
    opened.push(await shownAfter(page));
    frames.push(percentile(await zoomFrames(page), 0.95));
    await page.keyboard.press("]");
    unfolded.push(percentile(await zoomFrames(page), 0.95));
    await page.keyboard.press("6");
    await page.keyboard.press("End");
    rows.push(await page.locator(".tree-row, .table-row").count());
    await page.context().close();
  }
  report("50 000 steps at depth 50, opened, to the first picture", Math.min(...opened), 1500, "ms");
  report("the same, one frame of zooming, 95 of 100", Math.min(...frames), 16.7, "ms");
  report("the same with everything unfolded", Math.min(...unfolded), 16.7, "ms");
  report("the same, rows in the page with everything unfolded", Math.max(...rows), 200, "rows", 1);
}

async function barsOfMuchText(opener: Browser): Promise<void> {
  const run = syntheticRun({ steps: 4000, depth: 6, contentChars: 4800 });
  const json = JSON.stringify(run);
  const megabytes = `${(json.length / 1e6).toFixed(0)} MB`;
  const path = join(folder, "text.json");
  writeFileSync(path, json);
  const [address, small] = [
    await written("text.html", toHtml(run)),
    await written("small.html", toHtml(syntheticRun({ steps: 10 }))),
  ];
  const opened: number[] = [];
  const dropped: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openPage(opener, address);
    opened.push(await shownAfter(page));
    await page.context().close();
    dropped.push(await choosingTakes(opener, small, path));
  }
  report(`${megabytes}, opened as a page`, Math.min(...opened), 3000, "ms");
  report(`${megabytes}, opened as JSON in a page that is open`, Math.min(...dropped), 3000, "ms");
}

async function written(name: string, html: Promise<string>): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await html);
  return pathToFileURL(path).href;
}

/** Milliseconds from the beginning of the navigation to the second frame after everything was drawn. */
async function shownAfter(page: Page): Promise<number> {
  await shown(page);
  return page.evaluate<number>("performance.getEntriesByName('troupe-shown')[0].startTime");
}

async function choosingTakes(opener: Browser, address: string, path: string): Promise<number> {
  const { page } = await openPage(opener, address);
  await shown(page);
  const begun = performance.now();
  await page.getByLabel("Open another trace", { exact: true }).setInputFiles(path);
  await page.locator(".metric-value", { hasText: "4,000" }).waitFor();
  const taken = performance.now() - begun;
  await page.context().close();
  return taken;
}

async function zoomFrames(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(ZOOM);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
}

function report(title: string, value: number, bar: number, unit: string, slack = SLACK): void {
  const holds = value <= slack * bar;
  results.push(holds);
  const limit = slack === 1 ? "" : `, fails above ${(slack * bar).toFixed(slack * bar < 100 ? 1 : 0)}`;
  console.log(`${holds ? "ok    " : "FAILS "}${title}: ${value.toFixed(value < 100 ? 1 : 0)} ${unit} (bar ${bar}${limit})`);
}
