import { AssertionError } from "node:assert";
import { escapeForTerminal } from "../core/escape.ts";

/** What an assertion found, and what it was to find. */
export interface Difference {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
  /** Where the stack of the error begins: at the caller of this function. */
  readonly stackStartFn: (...args: never[]) => unknown;
}

/** Throws an `AssertionError` that test runners show as a difference. */
export function fail(difference: Difference): never {
  throw new AssertionError({ ...difference, operator: difference.stackStartFn.name });
}

const SHOWN_CHARACTERS = 120;

/** A name or a text in quotes: what comes from models and tools is escaped, and no longer than a line can bear. */
export function quoted(text: string): string {
  const beginning = escapeForTerminal(text.slice(0, SHOWN_CHARACTERS));
  return text.length > SHOWN_CHARACTERS ? `'${beginning}…'` : `'${beginning}'`;
}

const LISTED = 20;

/** Names as a list, escaped; of many the first twenty and how many more there are, of a long one its beginning. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).map((name) => quoted(name).slice(1, -1));
  return `[${shown.join(", ")}${names.length > LISTED ? `, and ${names.length - LISTED} more` : ""}]`;
}
