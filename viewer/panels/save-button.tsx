import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { usePage } from "../parts/use-store.ts";
import { saveFile } from "../source/save-file.ts";
import type { Trace } from "../trace/trace.ts";

/** Saves the trace that is shown, as the JSON of its run: the way back from a page that somebody sent, or that followed a run. */
export function SaveButton({ trace: { run } }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const save = (): void => {
    try {
      saveFile(`${run.id}.json`, JSON.stringify(run));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error); // such as one nested too deep
      page.set({ problem: `The trace could not be saved: ${reason}` });
    }
  };
  return (
    <button class="icon-button" title="Save this trace as JSON" aria-label="Save this trace" onClick={save}>
      <Icon name="save" />
    </button>
  );
}
