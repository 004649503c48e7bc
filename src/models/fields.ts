import { describeValue } from "../core/describe.ts";
import { ScriptError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";

/** What each field of `Thing` may be, in words and as a check. A field that may be absent accepts undefined. */
export type Fields<Thing> = { readonly [Name in keyof Required<Thing>]: Field };

type Field = readonly [allowed: string, holds: (value: unknown) => boolean];

/** True for text. */
export const isText = (value: unknown): boolean => typeof value === "string";

/** True for a whole number of at least 0. */
export const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0; // an integer is a number

/** True for a finite number of at least 0. */
export const isAmount = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0; // finite: a number

/** A check for a field that may be absent: undefined, or what `holds` accepts. */
export function maybe(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || holds(value);
}

/**
 * True for an object that was written down as one: `{ ... }`, of this realm or another. An error, a promise or an
 * instance of a class has no fields that a check by field would see.
 */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Checks an object field by field, its keys included. Throws `ScriptError` naming the subject and the first wrong field. */
export function checkFields<Thing>(subject: string, at: string, value: unknown, fields: Fields<Thing>): void {
  const allowed: readonly [string, Field][] = Object.entries(fields);
  const names = allowed.map(([name]) => name).join(", ");
  if (!isPlain(value)) throw new ScriptError(`${subject}: ${at} is ${describeValue(value)}; allowed: { ${names} }`);
  const dotted = (key: string): string => (at === "" ? key : `${at}.${key}`);
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) throw new ScriptError(`${subject}: there is no field '${dotted(key)}'; allowed: ${names}`);
  }
  for (const [key, [words, holds]] of allowed) {
    if (!holds(value[key])) throw new ScriptError(`${subject}: ${dotted(key)} is ${describeValue(value[key])}; allowed: ${words}`);
  }
}
