import { AgentToolError } from "../../index.ts";
import { ThreadError } from "../thread/report.ts";
import { runThread } from "../thread/run.ts";
import type { Page } from "./article.ts";
import type { ReadArticle } from "./reader.ts";

/** How long a page may take to be read, and how much of it is wanted. */
export interface ReadingLimits {
  readonly signal: AbortSignal;
  readonly seconds: number;
  readonly maxChars: number;
}

const HEAP_MEGABYTES = 256; // some hundred bytes for each byte of a page that is all markup
const STACK_MEGABYTES = 16; // elements lie in one another as deep as a page likes

/** Reads a page in a thread of its own. Throws `AgentToolError` for one that takes too long, or more than there is. */
export async function readPage(page: Page, { signal, seconds, maxChars }: ReadingLimits): Promise<ReadArticle> {
  const module = new URL("./reader.ts", import.meta.url);
  const limits = { signal, seconds, heapMegabytes: HEAP_MEGABYTES, stackMegabytes: STACK_MEGABYTES };
  const end = await runThread<ReadArticle>({ module, data: { ...page, maxChars }, ...limits }).catch((error: unknown) => {
    if (!(error instanceof ThreadError) || error.isMissingPackage) throw error;
    throw new AgentToolError(
      error.name === "RangeError" ? "the page is nested too deeply to be read" : `the page cannot be read: ${error.message}`,
    );
  });
  switch (end.type) {
    case "ended":
      return end.result;
    case "timed_out":
      throw new AgentToolError(`the page could not be read within ${seconds} s`);
    case "out_of_memory":
      throw new AgentToolError("reading the page takes more memory than there is for it");
  }
}
