import { bytesOf, traceInBlock } from "./block.ts";
import type { Trace } from "../trace/trace.ts";

/** What a page carries. */
export interface Embedded {
  readonly trace: Trace | null;
  readonly other: Trace | null;
  /** Where the events of a live page come from; null for any other page. */
  readonly events: string | null;
}

/** Reads what the page carries. Rejects when a block is damaged. */
export async function embeddedIn(page: Document): Promise<Embedded> {
  const [run, other, live] = ["run", "other", "live"].map((name) => takenFrom(page, `troupe-${name}`));
  return {
    trace: run ? await traceInBlock(run, "") : null,
    other: other ? await traceInBlock(other, "") : null,
    events: live ? new TextDecoder().decode(bytesOf(live)) : null,
  };
}

// Taken out of the page, because the text of a large trace need not be kept twice.
function takenFrom(page: Document, id: string): string | null {
  const element = page.getElementById(id);
  const text = element?.textContent ?? null;
  element?.remove();
  return text;
}
