import type { Hit } from "../documents/passages.ts";
import { askedOf, isNamedIn, scoresOf, type Asked, type Candidate } from "./scoring.ts";

/** Lines of a file to be read: from `line` on, at most `lines` of them. */
export interface Window {
  readonly file: string;
  readonly line: number;
  readonly lines: number;
}

const LINES_BEFORE = 4; // enough for the heading a passage stands under
const LINES = 40;
const MAX_LINES = 80;
const LINES_AFTER = 10; // a passage nearer than this to the end of a window is not covered by it

/** The windows around the best hits of a question, the best first, at most `max`; one window serves all hits near it. */
export function windowsFor(question: string, hits: readonly Hit[], max: number): readonly Window[] {
  const windows: Window[] = [];
  for (const hit of ranked(question, hits)) {
    const near = windows.findIndex((window) => isNear(window, hit));
    const window = windows[near];
    if (window) windows[near] = widenedTo(window, hit.line);
    else if (windows.length < max) windows.push({ file: hit.file, line: startFor(hit.line), lines: LINES });
  }
  return windows;
}

function isNear({ file, line, lines }: Window, hit: Hit): boolean {
  const end = line + lines;
  const isAbove = hit.line >= line - LINES / 2 && end - startFor(hit.line) <= MAX_LINES;
  return file === hit.file && hit.line <= end - LINES_AFTER && (hit.line >= line || isAbove);
}

/** The window, begun earlier where a passage stands right above it. */
function widenedTo(window: Window, line: number): Window {
  const start = Math.min(window.line, startFor(line));
  return { ...window, line: start, lines: window.lines + window.line - start };
}

function startFor(line: number): number {
  return Math.max(1, line - LINES_BEFORE);
}

/** True when some hit speaks of what is asked, as far as its excerpt shows. */
export function isPromising(question: string, hits: readonly Hit[]): boolean {
  const asked = askedOf(question, hits.map(({ file }) => file));
  return asked.topics.length === 0 ? hits.length > 0 : scoresOf(asked, candidatesFrom(hits)).some((score) => score > 0);
}

function candidatesFrom(hits: readonly Hit[]): readonly Candidate[] {
  return hits.map(({ file, text }, block) => ({ file, text, headings: [], block }));
}

function ranked(question: string, hits: readonly Hit[]): readonly Hit[] {
  const asked = askedOf(question, hits.map(({ file }) => file));
  if (asked.topics.length === 0) return beginnings(asked, hits);
  const scores = scoresOf(asked, candidatesFrom(hits));
  // What the search put high counts too: it saw the whole passage and its headings, this only an excerpt.
  const valued = hits.map((hit, index) => ({ hit, value: proseShare(hit.text) * ((scores[index] ?? 0) + FIRST_RANK / (1 + hit.rank)) }));
  return valued.toSorted((one, other) => other.value - one.value).map(({ hit }) => hit);
}

const FIRST_RANK = 2;
const MARKS_PER_CODE = 6; // about one character in six of program text is such a mark
const LEAST_SHARE = 0.3;

/** How much of a passage is for reading, roughly: 1 for prose, less the more of its characters are those of program text. */
function proseShare(text: string): number {
  const marks = text.match(/[{}()[\];=<>|]/gu)?.length ?? 0;
  return Math.max(LEAST_SHARE, 1 - (MARKS_PER_CODE * marks) / Math.max(1, text.length));
}

/** For a question that only names a thing: the beginnings of its own documents, prose before source, upper folders first. */
function beginnings(asked: Asked, hits: readonly Hit[]): readonly Hit[] {
  const own = hits.filter(({ file }) => isNamedIn(asked, file));
  return own.map((hit) => ({ ...hit, line: 1 })).toSorted((one, other) => placeOf(one.file) - placeOf(other.file));
}

function placeOf(file: string): number {
  const isSource = /\.[cm]?[jt]sx?$/iu.test(file);
  return file.split("/").length + (isSource ? 100 : 0);
}
