import type { Trace } from "../trace/trace.ts";
import { traceInBlock, traceInJson, unzipped } from "./block.ts";

/** What came of opening a file: a trace, or one sentence that says why there is none. */
export type Dropped = { readonly trace: Trace } | { readonly problem: string };

const BLOCK_IN_PAGE = /<script type="application\/x-troupe" id="troupe-run">([A-Za-z0-9+/=]*)<\/script>/u;

/** Opens a file: the JSON of a trace, the same compressed with gzip, or another trace page. */
export async function openedFile(file: File): Promise<Dropped> {
  try {
    const text = await textOf(file);
    const block = BLOCK_IN_PAGE.exec(text)?.[1];
    const trace = block === undefined ? traceInJson(JSON.parse(text), file.name) : await traceInBlock(block, file.name);
    return trace ? { trace } : { problem: `${file.name} is JSON, but no trace: it has no list of steps.` };
  } catch (error) {
    return { problem: `${file.name} could not be opened: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? unzipped(bytes) : new TextDecoder().decode(bytes);
}
