import { compare, open } from "../state/actions.ts";
import type { State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { openedFile } from "./dropped.ts";

/** Opens a file as the trace that is shown, or as the one to compare with; what is wrong with it is told on the page. */
export async function takeFile(page: Store<State>, file: File, as: "trace" | "other"): Promise<void> {
  const opened = await openedFile(file);
  if ("problem" in opened) return page.set({ problem: opened.problem });
  if (as === "other" && page.get().trace) return compare(page, opened.trace);
  open(page, opened.trace, "");
}
