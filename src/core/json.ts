import { describeValue } from "./describe.ts";

/** A value that survives `JSON.parse(JSON.stringify(value))`. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A plain JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The mutable form of a JSON value, as zod types it. */
export type MutableJson = string | number | boolean | null | MutableJson[] | { [key: string]: MutableJson };

const MOST_LEVELS = 200; // checking a trace recurses per level and was measured to overflow near 1 500

/**
 * A value as plain JSON: what JSON cannot carry is left out or becomes text, and so does what is nested too deep for a
 * trace to be read again. Nothing is shared with the original.
 */
export function jsonCopy(value: unknown): MutableJson {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  try {
    const flat = flatCopy(value);
    if (flat) return flat;
    const copy = JSON.parse(JSON.stringify(value) ?? "null") as MutableJson; // JSON.parse yields nothing else
    return isNestedDeeper(copy, MOST_LEVELS) ? describeValue(copy) : copy;
  } catch {
    return describeValue(value);
  }
}

// Arguments are nearly always one level of plain values, which need no detour through text.
function flatCopy(value: unknown): MutableJson | null {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return null;
  const copy: Record<string, MutableJson> = {};
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const isPlain = typeof inner === "string" || typeof inner === "boolean" || inner === null || isFiniteNumber(inner);
    if (!isPlain || key === "__proto__") return null;
    copy[key] = inner;
  }
  return copy;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0); // JSON writes -0 as 0
}

function isNestedDeeper(value: MutableJson, levels: number): boolean {
  let holders: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth++) {
    holders = holders.filter((holder) => typeof holder === "object" && holder !== null);
    if (holders.length === 0) return false;
    holders = holders.flatMap((holder) => Object.values(holder as Record<string, unknown>)); // objects, by the filter
  }
  return true;
}

/** A value that JSON carries without loss, or what in it JSON cannot carry. */
export type PlainJson = { readonly ok: true; readonly value: MutableJson } | { readonly ok: false; readonly problem: string };

/** A copy of a value that is plain JSON through and through; keys without a value are left out. Never throws. */
export function plainJson(value: unknown): PlainJson {
  try {
    return { ok: true, value: copyPlain(value, "", MOST_LEVELS) };
  } catch (error) {
    return { ok: false, problem: error instanceof NotPlainJson ? error.message : describeValue(error) };
  }
}

class NotPlainJson extends Error {}

function copyPlain(value: unknown, path: string, levels: number): MutableJson {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const place = path === "" ? "the value" : path;
  if (levels === 0) throw new NotPlainJson(`${place} is nested deeper than ${MOST_LEVELS} levels or holds itself`);
  if (Array.isArray(value)) return value.map((inner, index) => copyPlain(inner, `${path}[${index}]`, levels - 1));
  if (!isPlainObject(value)) throw new NotPlainJson(`${place} is ${describeValue(value)}`);
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const within = path === "" ? "" : `${path}.`;
  return Object.fromEntries(kept.map(([key, inner]) => [key, copyPlain(inner, `${within}${key}`, levels - 1)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
