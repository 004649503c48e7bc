import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { describeError, describeValue } from "../../src/core/describe.ts";
import { isObject } from "../../src/core/json.ts";
import { UsageError } from "../ending/usage-error.ts";
import { readText } from "../files/text-file.ts";
import { defaultExportOf } from "../modules/module.ts";
import { reasonOf } from "../text/reason.ts";
import { HERE_ALONE, RUN_OPTIONS, type RunFlags, type RunOption } from "./run-options.ts";

const NAMES = ["ts", "mts", "js", "mjs", "json"].map((ending) => `troupe.config.${ending}`);

/** What a configuration file says. */
export interface Config {
  /** The file's name; null where there is none. */
  readonly name: string | null;
  readonly flags: RunFlags;
}

/**
 * Reads the configuration file of a folder, the current one unless another is given: `troupe.config.ts`, `.mts`, `.js`, `.mjs` or
 * `.json`, whose keys are those of the options of `troupe run`. A module is loaded, and so runs. Throws `UsageError` for a file that cannot
 * be read, for a second one beside it, and for a key or a value that is none.
 */
export async function readConfig(folder = "."): Promise<Config> {
  const found = NAMES.filter((name) => existsSync(join(folder, name)));
  const [name, other] = found;
  if (name === undefined) return { name: null, flags: {} };
  if (other !== undefined) throw new UsageError(`there are both ${name} and ${other}; keep one of them`);
  const content = name.endsWith(".json") ? await json(join(folder, name)) : await defaultExportOf("the configuration", join(folder, name));
  return { name, flags: checkedFlags(name, content) };
}

/**
 * The options of the command line over those of the file. Where the command line names an agent, what the file says of
 * the built-in team does not count, and the other way round; another model than the file's has its own price and address;
 * and so it is with workers elsewhere and what is of use here alone.
 */
export function over(given: RunFlags, { flags }: Config): RunFlags {
  return { ...without(flags, overruledBy(given)), ...given };
}

function overruledBy(given: RunFlags): readonly (keyof RunFlags)[] {
  const { agent, docs, team, model, on } = given;
  return [
    ...(on === undefined ? [] : HERE_ALONE),
    ...(HERE_ALONE.some((key) => given[key] !== undefined) ? (["on"] as const) : []),
    ...(agent === undefined ? [] : (["docs", "team"] as const)),
    ...(docs === undefined && team === undefined ? [] : (["agent"] as const)),
    ...(model === undefined ? [] : (["baseUrl", "price", "rate"] as const)),
  ];
}

function without(flags: RunFlags, keys: readonly (keyof RunFlags)[]): RunFlags {
  return Object.fromEntries(Object.entries(flags).filter(([key]) => !(keys as readonly string[]).includes(key)));
}

async function json(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(path));
  } catch (error) {
    throw new UsageError(
      `${basename(path)} ${error instanceof SyntaxError ? `is no JSON: ${error.message}` : `cannot be read: ${reasonOf(error)}`}`,
    );
  }
}

// What a module exports may throw when it is looked at.
function checkedFlags(name: string, content: unknown): RunFlags {
  try {
    return flagsFrom(name, content);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${name} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

function flagsFrom(name: string, content: unknown): RunFlags {
  if (!isObject(content) || Array.isArray(content)) {
    const where = name.endsWith(".json") ? "" : ", as the default export";
    throw new UsageError(`${name} holds ${describeValue(content)}; allowed: an object of the options of troupe run${where}`);
  }
  const entries = Object.entries(content).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, flagFrom(name, key, value)]));
}

function flagFrom(name: string, key: string, value: unknown): string | boolean {
  const option = RUN_OPTIONS.find((known) => known.key === key);
  if (!option) throw new UsageError(`${name}: no option is called '${key}'; there are ${RUN_OPTIONS.map((known) => known.key).join(", ")}`);
  const flag = FLAGS[option.kind](value);
  if (flag === null) throw new UsageError(`${name}: ${key} is ${describeValue(value)}; allowed: ${ALLOWED[option.kind]}`);
  return flag;
}

const ALLOWED: Readonly<Record<RunOption["kind"], string>> = {
  text: "a text",
  list: "a list of texts, or a text with commas between them",
  pairs: "an object of numbers, or a text such as 'steps=12,seconds=120'",
  count: "a number",
  switch: "true or false",
};

// Each value as it would stand on the command line, so that it is checked in the one place where that is; null where it is none.
const FLAGS: Readonly<Record<RunOption["kind"], (value: unknown) => string | boolean | null>> = {
  text: textOf,
  list: (value) => (Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(",") : textOf(value)),
  pairs: (value) => (isObject(value) && !Array.isArray(value) ? pairsText(value) : textOf(value)),
  count: (value) => (typeof value === "number" ? String(value) : textOf(value)),
  switch: (value) => (typeof value === "boolean" ? value : null),
};

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function pairsText(pairs: Readonly<Record<string, unknown>>): string | null {
  const entries = Object.entries(pairs).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return null;
  const isPlain = entries.every(
    ([key, value]) => isOne(key) && (value === null || ["number", "boolean"].includes(typeof value) || isOne(value)),
  );
  return isPlain
    ? entries.map(([key, value]) => `${key}=${value === null ? "none" : String(value as string | number | boolean)}`).join(",")
    : null;
}

// With these in it, it would be several on the command line.
function isOne(text: unknown): boolean {
  return typeof text === "string" && !/[,=]/u.test(text);
}
