import { UsageError } from "../ending/usage-error.ts";

/** A list of pairs as it stands on the command line: `steps=12,seconds=120`. */
export interface Pairs<Value> {
  readonly option: string;
  readonly text: string;
  /** The fields by the names users give; the names of fields themselves do as well. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the keys are called in a message: `ceiling`. */
  readonly noun: string;
  /** Reads one value, under the field it stands for and the key that was written. Throws `UsageError`. */
  readonly read: (field: string, value: string, key: string) => Value;
}

/** The values of a list of pairs by field. Throws `UsageError` for a key that is none or stands twice. */
export function pairsFrom<Value>({ option, text, fields, noun, read }: Pairs<Value>): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const pair of text.split(",")) {
    const { key, value } = split(pair);
    const field = fieldCalled(key, fields);
    if (field === undefined) throw new UsageError(`${option}: no ${noun} is called '${key}'; there are ${Object.keys(fields).join(", ")}`);
    if (Object.hasOwn(values, field)) throw new UsageError(`${option}: '${key}' is given twice`);
    values[field] = read(field, value, key);
  }
  return values;
}

/** The field a key means: `tool-calls`, `toolCalls`, or the library's own `maxToolCalls`. */
function fieldCalled(key: string, fields: Readonly<Record<string, string>>): string | undefined {
  if (Object.values(fields).includes(key)) return key;
  const name = key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function split(pair: string): { readonly key: string; readonly value: string } {
  const equals = pair.indexOf("=");
  const key = (equals === -1 ? pair : pair.slice(0, equals)).trim();
  const value = equals === -1 ? "" : pair.slice(equals + 1).trim();
  return { key, value };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The number that a text is, or NaN. */
export function numberIn(text: string): number {
  return NUMBER.test(text) ? Number(text) : NaN;
}
