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
