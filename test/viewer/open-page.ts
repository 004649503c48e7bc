import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { RunRecord } from "../../src/core/run.ts";
import { toHtml, type HtmlOptions } from "../../src/viewer/to-html.ts";
import type { TestContext } from "vitest";
import { findChromium, launch, openPage, shown, type WatchedPage } from "./browser.ts";

const isBuilt = existsSync(new URL("../../src/viewer/page.html", import.meta.url));
const found = await findChromium();

/** Skips a test that needs the built page where there is none, and says why. */
export function needsPage({ skip }: TestContext): void {
  if (!isBuilt) skip("the page is not built: npm run build:viewer");
}

/** Skips a test that opens pages where that cannot be done, and says why. */
export function opensPages(test: TestContext): void {
  needsPage(test);
  if (found.path === null) test.skip(found.says);
}

/** A place for pages and other files, and the browser that opens them. */
export interface Reader {
  /** Opens a run as a page from the disk, and waits until it is shown. */
  open(run: RunRecord, options?: OpenOptions): Promise<WatchedPage>;
  /** Writes a file and returns its path. */
  file(name: string, content: string | Buffer): string;
  readonly browser: () => Promise<Browser>;
  /** Closes the browser and removes the files. */
  end(): Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions extends HtmlOptions {
  readonly fragment?: string;
  readonly context?: BrowserContextOptions;
}

/** Makes a reader; its browser starts with the first page. */
export function reader(): Reader {
  const folder = mkdtempSync(join(tmpdir(), "troupe-page-"));
  let browser: Promise<Browser> | null = null;
  let pages = 0;
  const started = (): Promise<Browser> =>
    (browser ??= found.path === null ? Promise.reject(new Error(found.says)) : launch(found));
  const file: Reader["file"] = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    file,
    browser: started,
    async open(run, { fragment = "", context, ...options } = {}) {
      const path = file(`page-${pages++}.html`, await toHtml(run, options));
      const watched = await openPage(
        await started(),
        pathToFileURL(path).href + (fragment === "" ? "" : `#${fragment}`),
        context,
      );
      await shown(watched.page);
      return watched;
    },
    async end() {
      await (await browser)?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tree's rows in sight, each in words: kind, name, standing and time. */
export async function treeRows(page: Page): Promise<string[]> {
  return page.getByRole("treeitem").evaluateAll((rows) =>
    rows.map((row) => {
      const [kind, standing] = [...row.querySelectorAll("svg[aria-label]")].map((icon) => icon.getAttribute("aria-label"));
      const [name, seconds] = [".tree-name", ".tree-seconds"].map((part) => row.querySelector(part)?.textContent);
      return `${kind} ${name}: ${standing}, ${seconds}`;
    }),
  );
}

/** The row of the tree that is selected, in words. */
export async function selectedRow(page: Page): Promise<string | undefined> {
  const place = await page
    .getByRole("treeitem")
    .evaluateAll((rows) => rows.findIndex((row) => row.getAttribute("aria-selected") === "true"));
  return (await treeRows(page))[place];
}
