import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TraceError, type RunSnapshot } from "../../src/index.ts";
import { liveHtml, toHtml } from "../../src/viewer/to-html.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { UsageError } from "../ending/usage-error.ts";
import { openTrace } from "../files/open-trace.ts";
import { writeOutput } from "../files/output-file.ts";
import { tellFile } from "../files/tell-file.ts";
import type { Streams } from "../terminal/streams.ts";
import { safeLine } from "../text/safe-line.ts";
import { openBrowser } from "./browser.ts";

/** The options of `troupe view`. */
export interface ViewFlags {
  readonly output?: string;
  readonly compare?: string;
}

/** `troupe view <trace.json>`: a saved run as a page, in the browser where there is one, or as a file. */
export async function view(path: string, { output, compare }: ViewFlags, streams: Streams): Promise<ExitCode> {
  const run = await openTrace(path);
  const html = await pageOf(run, compare === undefined ? undefined : await openTrace(compare));
  if (output === undefined) return show(html, streams);
  writeOutput(output, () => html);
  tellFile(output, streams);
  return EXIT.completed;
}

/** The page of a run. Throws `UsageError` where the page has not been built. */
export function pageOf(run: RunSnapshot, compare?: RunSnapshot): Promise<string> {
  return built(toHtml(run, compare ? { compare } : {}));
}

/** Throws `UsageError` where the page has not been built, before there is a run to lose. */
export async function checkPage(): Promise<void> {
  await built(liveHtml(""));
}

async function built(page: Promise<string>): Promise<string> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof TraceError) throw new UsageError(error.message);
    throw error;
  }
}

// A folder of its own, which nobody else can read; the browser needs the file for as long as the page is open.
async function show(html: string, { stderr }: Streams): Promise<ExitCode> {
  const path = join(mkdtempSync(join(tmpdir(), "troupe-")), "trace.html");
  writeOutput(path, () => html);
  const isOpen = await openBrowser(pathToFileURL(path).href);
  stderr.write(`${isOpen ? "opened" : "there is no browser to open it in; the page is"} ${safeLine(path)}\n`);
  return EXIT.completed;
}
