import { inspect, types } from "node:util";

const INSPECTED = { breakLength: Infinity, compact: true, depth: 3, maxArrayLength: 20, maxStringLength: 200 } as const;

/** Any text on one line: line breaks and runs of white space become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Any value in one line, for messages. Never throws, whatever the value's own inspection does. */
export function describeValue(value: unknown): string {
  try {
    return oneLine(inspect(value, INSPECTED));
  } catch {
    return `a value of type ${typeof value} that cannot be shown`;
  }
}

/** True for every Error, also one of another realm (a `vm` context, a worker). */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/**
 * An error's name, a colon and its message, without a stack. A class that never set `name` is called by its class
 * name, the way `KeyError: zz` reads in the seed. What is no Error is shown as `Error: ` and the thing in one line.
 */
export function describeError(error: unknown): string {
  if (!isError(error)) return `Error: ${describeValue(error)}`;
  const name = errorName(error);
  const message = ownText(() => error.message);
  return message === "" ? name : `${name}: ${message}`;
}

function errorName(error: Error): string {
  const name = ownText(() => error.name) || "Error";
  if (name !== "Error") return name;
  return ownText(() => error.constructor.name) || name;
}

// A getter on a foreign error may throw or return anything; a failure to read it must not become a second failure.
function ownText(read: () => unknown): string {
  try {
    const value = read();
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
