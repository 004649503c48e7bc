import { createHash } from "node:crypto";
import { z } from "zod";
import { isObject } from "../core/json.ts";
import { JOURNAL_VERSION, journalEntrySchema, runHeaderSchema, type JournalEntry, type RunHeader } from "../core/journal.ts";

/**
 * One line of a stored journal: JSON with its number, what it holds and, at the end, a checksum over all of that and the
 * checksum of the line before. A line that was changed, lost, repeated, moved or taken from another run is seen.
 */
export type Line = { readonly type: "header"; readonly header: RunHeader } | JournalEntry;

/** Where the lines of a journal have got to: how many there are, and the checksum of the last one. */
export interface LinesEnd {
  readonly lines: number;
  readonly checksum: string;
}

/** Where a journal is that has no line yet. */
export const NO_LINES: LinesEnd = { lines: 0, checksum: "" };

/** A line as it is stored, without a line break, and where the journal is with it. */
export interface WrittenLine {
  readonly text: string;
  readonly end: LinesEnd;
}

const CHECKSUM_CHARACTERS = 16; // 96 bits
const BEFORE = ',"checksum":"';
const AFTER = '"}';
const TAIL_CHARACTERS = BEFORE.length + CHECKSUM_CHARACTERS + AFTER.length;

/** Writes the line that comes next. Lines are counted from 1. */
export function writeLine(line: Line, { lines, checksum: before }: LinesEnd): WrittenLine {
  const number = lines + 1;
  const body = JSON.stringify({ number, ...line }).slice(0, -1);
  const checksum = checksumOf(before, body);
  return { text: `${body}${BEFORE}${checksum}${AFTER}`, end: { lines: number, checksum } };
}

/** A line that was read, and where the journal is with it; or why it cannot be trusted. */
export type ReadLine = { readonly ok: true; readonly line: Line; readonly end: LinesEnd } | UntrustedLine;

/** Why a line cannot be trusted: `is` goes on where `line 7` begins the sentence. */
export interface UntrustedLine {
  readonly ok: false;
  readonly is: string;
  /** It was written by a later version of this library. */
  readonly isNewer?: true;
}

/** Reads what `writeLine` has written after the same lines. */
export function readLine(text: string, { lines, checksum: before }: LinesEnd): ReadLine {
  const number = lines + 1;
  const body = text.slice(0, -TAIL_CHARACTERS);
  const checksum = checksumOf(before, body);
  if (text !== `${body}${BEFORE}${checksum}${AFTER}`) return { ok: false, is: "is not as it was written, or a line before it is missing" };
  const raw: unknown = JSON.parse(`${body}}`); // the checksum says that it was written above
  if (isObject(raw) && raw.type === "header" && isOfLaterVersion(raw.header)) {
    return { ok: false, is: `is of a later version than this program knows, which is ${JOURNAL_VERSION}`, isNewer: true };
  }
  const line = lineSchema.safeParse(raw);
  if (!line.success || !isObject(raw) || raw.number !== number) return { ok: false, is: `is no line ${number} of a journal` };
  return { ok: true, line: line.data, end: { lines: number, checksum } };
}

const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("header"), header: runHeaderSchema }),
  ...journalEntrySchema.options,
]);

function isOfLaterVersion(header: unknown): boolean {
  return isObject(header) && typeof header.version === "number" && header.version > JOURNAL_VERSION;
}

function checksumOf(before: string, body: string): string {
  return createHash("sha256").update(before).update("\n").update(body).digest("base64url").slice(0, CHECKSUM_CHARACTERS);
}
