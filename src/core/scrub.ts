import { types } from "node:util";

/** A text to take out of others, and the mark that takes its place. */
export interface Secret {
  readonly value: string;
  readonly mark: string;
}

/** Where a secret stands in a text: from `start` up to, not including, `end`. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** The text with every secret in it replaced by its mark. Secrets that overlap leave their marks side by side. */
export function scrubbedText(text: string, secrets: readonly Secret[]): string {
  const places: Place[] = [];
  for (const { value, mark } of secrets) {
    for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
      places.push({ start, end: start + value.length, mark });
    }
  }
  if (places.length === 0) return text;
  return withMarks(text, places.sort((a, b) => a.start - b.start || b.end - a.end));
}

function withMarks(text: string, places: readonly Place[]): string {
  let marked = "";
  let done = 0;
  let lastMark = "";
  for (const { start, end, mark } of places) {
    if (end <= done) continue;
    const overlaps = start < done;
    if (!overlaps) marked += text.slice(done, start);
    if (!overlaps || mark !== lastMark) marked += mark;
    done = end;
    lastMark = mark;
  }
  return marked + text.slice(done);
}

type ScrubText = (text: string) => string;

/**
 * The value with every text in it scrubbed, keys included; the value itself when nothing had to change. Lists, maps,
 * sets and plain objects are copied where needed, and cycles stay cycles. Other objects stay the very same unless a
 * field of theirs has to change; then a copy of their fields with the same prototype stands for them.
 */
export function scrubbedValue(value: unknown, scrub: ScrubText): unknown {
  return hidesSecret(value, scrub) ? copied(value, scrub) : value;
}

// Both walks keep lists of their own instead of recursing: a model may nest its arguments deeper than the call stack.
function hidesSecret(value: unknown, scrub: ScrubText): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at === "string" && scrub(at) !== at) return true;
    if (typeof at !== "object" || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const [key, part] of partsOf(at)) waiting.push(key, part);
  }
  return false;
}

function copied(value: unknown, scrub: ScrubText): unknown {
  const copies = new Map<object, object>();
  const waiting: object[] = [];
  const scrubbed = (part: unknown): unknown => {
    if (typeof part === "string") return scrub(part);
    if (typeof part !== "object" || part === null) return part;
    const known = copies.get(part);
    if (known) return known;
    const copy = mustStay(part, scrub) ? part : emptyLike(part);
    copies.set(part, copy);
    if (copy !== part) waiting.push(part);
    return copy;
  };
  const root = scrubbed(value);
  for (let from = waiting.pop(); from; from = waiting.pop()) {
    const into = copies.get(from) as object; // everything that waits has its copy
    for (const [key, part] of partsOf(from)) put(into, scrubbed(key), scrubbed(part));
  }
  return root;
}

type Part = readonly [key: unknown, part: unknown];

function partsOf(holder: object): readonly Part[] {
  try {
    if (types.isMap(holder)) return [...holder];
    if (types.isSet(holder)) return [...holder].map((part) => [null, part]);
    if (ArrayBuffer.isView(holder)) return [];
    return Object.entries(holder);
  } catch {
    return []; // a getter or a proxy that throws: what cannot be read cannot be shown either
  }
}

// A copy would lose what such an object keeps in private, so it is only made where a secret leaves no choice.
function mustStay(holder: object, scrub: ScrubText): boolean {
  return !isPlain(holder) && !hidesSecret(holder, scrub);
}

function isPlain(holder: object): boolean {
  try {
    if (Array.isArray(holder) || types.isMap(holder) || types.isSet(holder)) return true;
    const prototype: unknown = Object.getPrototypeOf(holder);
    return prototype === null || prototype === Object.prototype;
  } catch {
    return false;
  }
}

function emptyLike(holder: object): object {
  if (Array.isArray(holder)) return new Array<unknown>(holder.length);
  if (types.isMap(holder)) return new Map<unknown, unknown>();
  if (types.isSet(holder)) return new Set<unknown>();
  return Object.create(Object.getPrototypeOf(holder) as object | null) as object; // its type is any
}

function put(into: object, key: unknown, part: unknown): void {
  if (types.isMap(into)) into.set(key, part);
  else if (types.isSet(into)) into.add(part);
  // Defined, not assigned: a key such as __proto__ must become a field like any other.
  else Object.defineProperty(into, key as string, { value: part, writable: true, enumerable: true, configurable: true });
}
