import { escapeForTerminal } from "../../index.ts";

const MAX_CHARS = 200;

/** A URL as messages show it: on one line, and not endless. */
export function shownUrl(url: string): string {
  return escapeForTerminal(url.length > MAX_CHARS ? `${url.slice(0, MAX_CHARS)}…` : url);
}
