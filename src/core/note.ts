/** The note of a tool that did not stop at its time limit. */
export const STILL_RUNNING = "still running";

/** The note of a call that was made a second time. */
export const MADE_AGAIN = "made again: the process ended while it was under way";

/** The note of a compaction whose summary was not taken in. */
export const HISTORY_STAYS = "the history stays as it was";

const OURS: ReadonlySet<string> = new Set([STILL_RUNNING, MADE_AGAIN, HISTORY_STAYS]);
const BETWEEN = "; ";

/** Several notes of one step as one. */
export function noteOf(parts: readonly string[]): string {
  return parts.join(BETWEEN);
}

/** A note with `hidden` in the place of what others have said in it: a guardrail's words may quote what it was shown. */
export function noteWithout(note: string, hidden: (text: string) => string): string {
  if (OURS.has(note)) return note;
  const ours = [...OURS].find((text) => note.endsWith(BETWEEN + text));
  if (ours === undefined) return hidden(note);
  return noteOf([hidden(note.slice(0, -(BETWEEN.length + ours.length))), ours]);
}
