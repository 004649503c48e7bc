import { takeFile } from "./take-file.ts";
import type { State } from "../state/state.ts";
import type { Store } from "../state/store.ts";

/** Opens files that are dropped anywhere on the page; with Shift, or on the diff, to compare. */
export function acceptDrops(target: Window, page: Store<State>): void {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.documentElement.classList.add("is-dropping");
  });
  target.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.documentElement.classList.remove("is-dropping");
  });
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    document.documentElement.classList.remove("is-dropping");
    const [first, second] = event.dataTransfer?.files ?? [];
    const isForComparison = event.shiftKey || page.get().view === "diff";
    if (first)
      void takeFile(page, first, isForComparison ? "other" : "trace").then(() => second && takeFile(page, second, "other"));
  });
}
