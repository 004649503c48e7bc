import { wholeCharacters } from "../../core/cut.ts";
import type { Step } from "../../core/run.ts";
import type { FieldDifference } from "./fields.ts";
import type { Change, Divergence } from "./run-diff.ts";

/** Where two runs part, and by what. */
export interface Parting {
  readonly type: Divergence["type"];
  readonly step: Pick<Step, "kind" | "name">;
  readonly ids: Change<string>;
  readonly difference?: FieldDifference | undefined;
}

/** A parting with the two texts cut to where they part. */
export function divergenceAt({ type, step, ids, difference }: Parting): Divergence {
  const { kind, name } = step;
  const field = difference?.field ?? null;
  return { type, kind, name, id: ids, field, text: difference ? partingTexts(difference.a, difference.b) : { a: null, b: null } };
}

const BEFORE = 60; // characters of what both have, so that a reader knows where it is
const MOST = 200;

function partingTexts(a: string, b: string): Change<string> {
  const shared = sharedLength(a, b);
  const from = Math.max(0, shared - BEFORE);
  return { a: excerpt(a, from), b: excerpt(b, from) };
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function excerpt(text: string, from: number): string {
  const start = from === 0 ? "" : "…";
  const room = MOST - start.length - 1;
  const shown = wholeCharacters(text.slice(from, from + room)).replace(LOW_HALF, "");
  return `${start}${shown}${text.length > from + room ? "…" : ""}`;
}

const LOW_HALF = /^[\uDC00-\uDFFF]/u; // what a cut leaves of a character that needs two units
