import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const SWITCHES = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-dev-shm-usage",
];

/** A browser that was found, or why there is none. */
export type Found =
  | { readonly path: string; readonly switches: readonly string[]; readonly says: string }
  | { readonly path: null; readonly says: string };

/**
 * Looks for a Chromium: the one that `TROUPE_CHROMIUM` names, one that is installed, or the one that `@sparticuz/chromium`
 * unpacks on Linux. `says` tells what was found, or why the tests that need one are skipped.
 */
export async function findChromium(): Promise<Found> {
  const named = process.env.TROUPE_CHROMIUM;
  const path = named ?? INSTALLED.find((place) => existsSync(place));
  if (path !== undefined && existsSync(path)) return { path, switches: SWITCHES, says: `Chromium at ${path}` };
  if (process.platform !== "linux") return { path: null, says: "no Chromium found; TROUPE_CHROMIUM may name one" };
  return unpacked();
}

async function unpacked(): Promise<Found> {
  try {
    createRequire(import.meta.url).resolve("@sparticuz/chromium");
    const { default: bundled } = await import("@sparticuz/chromium");
    return {
      path: await bundled.executablePath(),
      switches: [...bundled.args, ...SWITCHES],
      says: "Chromium of @sparticuz/chromium",
    };
  } catch (error) {
    return {
      path: null,
      says: `no Chromium found, and @sparticuz/chromium has none: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Starts the browser that was found. */
export async function launch(found: Extract<Found, { path: string }>): Promise<Browser> {
  return chromium.launch({ executablePath: found.path, args: [...found.switches] });
}

/** A page under watch: what it asked of the network, and what went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Addresses that were asked for, other than the file itself and `data:` and `blob:` ones. */
  readonly requests: readonly string[];
  /** Errors that nobody caught, and complaints of the browser. */
  readonly problems: readonly string[];
}

/** Opens a page and watches it from the first moment. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (url !== address.split("#")[0] && !/^(data|blob):/u.test(url)) requests.push(url);
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  await page.goto(address);
  return { page, requests, problems };
}

/** Waits until the page has shown its first picture. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("troupe-shown").length > 0);
}
