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

/** A value as plain JSON: what JSON cannot carry is left out or becomes text, and nothing is shared with the original. */
export function jsonCopy(value: unknown): MutableJson {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as MutableJson; // JSON.parse yields nothing else
  } catch {
    return describeValue(value);
  }
}
