import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../browser.ts";

const PAGE = new URL("dist/release/index.html", import.meta.resolve("speedscope/package.json"));
const OF_THE_DRIVER = /GL Driver Message/u; // how slow a drawing without a graphics card is

/** One profile as speedscope shows it: its name, its whole weight, and a row `total self name` for each frame. */
export interface ShownProfile {
  readonly name: string;
  readonly weight: string;
  readonly frames: readonly string[];
}

/** What speedscope makes of a file. */
export interface Shown {
  readonly profiles: readonly ShownProfile[];
  /** What it complained of, on the page or in the console. */
  readonly problems: readonly string[];
  /** What it asked of the network. */
  readonly requests: readonly string[];
}

/** Opens a file in the page that the package `speedscope` ships, and reads what it shows. */
export async function shownBySpeedscope(browser: Browser, name: string, content: unknown): Promise<Shown> {
  const { page, problems, requests } = await openPage(browser, pathToFileURL(PAGE.pathname).href);
  await page.setInputFiles("input[type=file]", { name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(content)) });
  await page.getByText("Sandwich").click();
  const profiles: ShownProfile[] = [];
  for (const [place, { name, weight }] of (await listed(page)).entries()) {
    if (place > 0) await page.keyboard.press("n");
    await page.getByText(`${name} (${place + 1}/`).waitFor();
    profiles.push({ name, weight, frames: await framesOn(page) });
  }
  await page.context().close();
  return { profiles, problems: problems.filter((problem) => !OF_THE_DRIVER.test(problem)), requests: requests.filter((address) => !address.startsWith("file:")) };
}

// The list of profiles is there, unseen, until it is asked for; where there is but one, the page has none.
async function listed(page: Page): Promise<{ readonly name: string; readonly weight: string }[]> {
  const rows = page.locator("table tbody tr[title]");
  return rows.evaluateAll((all) => {
    const texts = all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));
    return texts.flatMap(([place = "", name = "", weight = ""]) => (/^\d+$/u.test(place) ? [{ name, weight }] : []));
  });
}

async function framesOn(page: Page): Promise<string[]> {
  const rows = page.locator("table:not(:has(thead)) tr"); // the heading is a table of its own
  const texts = await rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
  return texts.map((cells) => cells.map((cell) => cell.replace(/ \(<?[\d.]+%\)$/u, "")).join(" ")).sort();
}
