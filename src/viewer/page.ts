import { readFile } from "node:fs/promises";
import { TraceError } from "../core/errors.ts";

const BUILT_PAGE = new URL("./page.html", import.meta.url);

/** What a page is filled with; every part is ready-made HTML. */
export interface PageParts {
  readonly title: string;
  readonly summary: string;
  /** Blocks of data, `<script type="application/x-troupe">` each. */
  readonly data: string;
  /** Whether the page may connect to the server it came from. */
  readonly connects: boolean;
}

/** The built page with these parts in their places. Throws `TraceError` when the page has not been built. */
export async function filledPage({ title, summary, data, connects }: PageParts): Promise<string> {
  const page = await builtPage();
  const filled = page
    .replace("<!--troupe:title-->", () => title) // functions, because `$&` in a text would mean something
    .replace("<!--troupe:summary-->", () => summary)
    .replace("<!--troupe:data-->", () => data);
  return connects ? filled.replace("connect-src 'none'", "connect-src 'self'") : filled;
}

async function builtPage(): Promise<string> {
  try {
    return await readFile(BUILT_PAGE, "utf8");
  } catch (error) {
    throw new TraceError("the trace page has not been built: run `npm run build:viewer` once", { cause: error });
  }
}

/** Text as it may stand in HTML, between tags and inside quotes. */
export function escapeForHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
}
