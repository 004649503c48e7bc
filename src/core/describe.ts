import { inspect, types, type InspectOptions } from "node:util";

const INSPECTED: InspectOptions = { breakLength: Infinity, depth: 3, maxArrayLength: 20, maxStringLength: 200 };

// Line breaks inside texts are escaped by `inspect`, so a line that begins so can only come from an error's stack.
const STACK_LINE = /\n\s+(?:at .*?|\.{3} \d+ lines matching cause stack trace \.{3})(?=,?$| [{[]$)/gmu;

/** Any text on one line: line breaks and runs of white space become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/gu, " ").trim();
}

/** What `JSON.parse` says is wrong with a text, on one line and in the words that every Node has: some add line and column. */
export function jsonProblem(error: unknown): string {
  return oneLine((error as SyntaxError).message).replace(/ \(line \d+ column \d+\)$/u, ""); // JSON.parse throws nothing else
}

// What Node keeps on a promise for itself once something in the process traces asynchronous calls.
const NODES_OWN = /,?\s*\[Symbol\((?:async_id_symbol|trigger_async_id_symbol|kResourceStore)\)\]: (?:\d+|undefined)/gu;

/** What `util.inspect` shows of a value, without the stacks of errors in it. Throws what the value's inspection throws. */
export function inspected(value: unknown, options: InspectOptions = {}): string {
  return inspect(value, options).replace(STACK_LINE, "").replace(NODES_OWN, "");
}

/** Any value in one line, for messages. Never throws, whatever the value's own inspection does. */
export function describeValue(value: unknown): string {
  try {
    return oneLine(inspected(value, INSPECTED));
  } catch {
    return `a value of type ${typeof value} that cannot be shown`;
  }
}

/** True for every Error, also one of another realm (a `vm` context, a worker). */
export function isError(value: unknown): value is Error {
  try {
    return types.isNativeError(value) || value instanceof Error;
  } catch {
    return false; // a proxy may refuse to name its prototype
  }
}

/**
 * An error's name, a colon and its message, without a stack. A class that never set `name` is called by its class
 * name, so that it reads `KeyError: zz`. What is no Error is shown as `Error: ` and the thing in one line.
 * Never throws, whatever the error's own properties do.
 */
export function describeError(error: unknown): string {
  if (!isError(error)) return `Error: ${describeValue(error)}`;
  const name = errorName(error);
  const message = textOf(() => error.message);
  return message === "" ? name : `${name}: ${message}`;
}

const BUILT_IN = [Error, TypeError, RangeError, SyntaxError, ReferenceError, AggregateError, EvalError, URIError];
const BUILT_IN_NAMES: ReadonlySet<string> = new Set(BUILT_IN.map(({ name }) => name));

function errorName(error: Error): string {
  const name = textOf(() => error.name) || "Error";
  if (!BUILT_IN_NAMES.has(name) || setsItsName(error)) return name;
  return textOf(() => error.constructor.name) || name;
}

function setsItsName(error: Error): boolean {
  try {
    return Object.hasOwn(error, "name") && error.name !== "";
  } catch {
    return false;
  }
}

// A getter on a foreign error may throw or return anything; a failure to read it must not become a second failure.
function textOf(read: () => unknown): string {
  try {
    const value = read();
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
