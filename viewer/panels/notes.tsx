import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { lineOf } from "../parts/words.ts";

/** What a reader must know before believing what is shown: what is odd about the trace, and what could not be opened. */
export function Notes(): JSX.Element | null {
  const page = usePage();
  const { trace, other, problem } = useStateOf("trace", "other", "problem");
  const notes = [...(trace?.notes ?? []), ...(other?.notes ?? []).map((note) => `Compared trace: ${note}`)];
  if (notes.length === 0 && problem === null) return null;
  return (
    <div class="notes" role="status">
      {problem !== null && (
        <p class="note note-problem">
          <Icon name="bad" tone="bad" />
          <span>{lineOf(problem, 500)}</span>
          <button class="icon-button" aria-label="Dismiss" onClick={() => page.set({ problem: null })}>
            <Icon name="close" />
          </button>
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="note">
          <Icon name="note" tone="cut" />
          <span>{lineOf(note, 500)}</span>
        </p>
      ))}
    </div>
  );
}
