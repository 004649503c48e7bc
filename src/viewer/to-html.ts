import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RunRecord } from "../core/run.ts";
import { asWritten } from "../trace/as-written.ts";
import { filledPage } from "./page.ts";
import { pack } from "./pack.ts";
import { summaryOf, titleOf } from "./summary.ts";

/** How a trace page is made. */
export interface HtmlOptions {
  /** A second run: the page opens with the two compared. */
  readonly compare?: RunRecord;
}

const compressed = promisify(gzip);

/**
 * The trace as one HTML file that opens from disk and makes no request: the page with the run inside it, compressed.
 * Works on a run that has ended and on a snapshot of one that has not; a run made with `contents: false` stays without.
 * Rejects with `TraceError` where the page has not been built, which an installed package always is.
 */
export async function toHtml(run: RunRecord, { compare }: HtmlOptions = {}): Promise<string> {
  const written = asWritten(run);
  const blocks = [await blockOf("run", written), ...(compare ? [await blockOf("other", compare)] : [])];
  return filledPage({ title: titleOf(written), summary: summaryOf(written), data: blocks.join("\n"), connects: false });
}

/**
 * The page that follows a growing run: it connects to `events`, an address on the server that it came from, and reads
 * the messages that `live.ts` describes. The query of the page's own address, where a token may stand, is sent along.
 */
export async function liveHtml(events: string): Promise<string> {
  const data = `<script type="application/x-troupe" id="troupe-live">${base64(Buffer.from(events))}</script>`;
  return filledPage({
    title: "Live run",
    summary: "<p>A live run can be followed only with scripts on.</p>",
    data,
    connects: true,
  });
}

async function blockOf(name: string, run: RunRecord): Promise<string> {
  const bytes = await compressed(JSON.stringify(pack(run)));
  return `<script type="application/x-troupe" id="troupe-${name}">${base64(bytes)}</script>`;
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64");
}
