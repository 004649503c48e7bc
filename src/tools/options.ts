import { realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { DefinitionError } from "../index.ts";

/** Which folder, and how much of it. */
export interface FolderOptions {
  /** The folder, as a path. It must exist when the tools are made. */
  readonly root: string;
  /** At most so many files; the rest is left out, upper folders and early names first. */
  readonly maxFiles?: number;
  /** Larger files are left out. Default 1 000 000. */
  readonly maxFileBytes?: number;
  /** At most so many bytes of all files are searched. */
  readonly maxTotalBytes?: number;
}

/** How much of a folder is looked at. */
export interface Limits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
}

const COUNT = "a whole number of at least 1";
const count = z.number(COUNT).int(COUNT).positive(COUNT).optional();
const optionsSchema = z.strictObject(
  { root: z.string("the path of a folder").min(1, "the path of a folder"), maxFiles: count, maxFileBytes: count, maxTotalBytes: count },
  "an object: { root, ... }",
);

const SECONDS = "a number of seconds above 0";

/** An option that is a time. */
export const secondsOption = z.number(SECONDS).positive(SECONDS).max(MOST_SECONDS, SECONDS).optional();

/** An option that is a count. */
export const countOption = count;

/** An option that is on or off. */
export const flagOption = z.boolean("true or false").optional();

/** Checks options and fills in limits. The folder comes back as its real path. Throws `DefinitionError`. */
export function checkedOptions(subject: string, options: FolderOptions, defaults: Limits): Limits & { readonly folder: string } {
  const given = valid(subject, optionsSchema, options);
  const { root, maxFiles = defaults.maxFiles, maxFileBytes = defaults.maxFileBytes, maxTotalBytes = defaults.maxTotalBytes } = given;
  return { folder: realFolder(subject, "root", root), maxFiles, maxFileBytes, maxTotalBytes };
}

/** Checks the options of a tool against a schema. Throws one `DefinitionError` for the first thing that is wrong. */
export function valid<Schema extends z.ZodObject>(subject: string, schema: Schema, options: unknown): z.output<Schema> {
  const result = schema.safeParse(options);
  if (!result.success) throw wrongOption(subject, options, result.error);
  return result.data;
}

function wrongOption(subject: string, options: unknown, error: z.ZodError): DefinitionError {
  const issue = error.issues[0];
  const isUnknownKey = issue?.code === "unrecognized_keys";
  const field = String((isUnknownKey ? issue.keys[0] : issue?.path[0]) ?? "the value");
  const value = field === "the value" ? options : (options as Record<string, unknown>)[field]; // a named field implies an object
  const allowed = isUnknownKey ? "no key of this name" : (issue?.message ?? "another value");
  return new DefinitionError({ subject, field, value, allowed });
}

/** The real path of the folder that an option names. Throws `DefinitionError` when it is no folder that exists. */
export function realFolder(subject: string, field: string, path: string): string {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch {
    throw new DefinitionError({ subject, field, value: path, allowed: "the path of a folder that exists and may be read" });
  }
  if (!isFolder) {
    const allowed = "the path of a folder (this is something else)";
    throw new DefinitionError({ subject, field, value: path, allowed });
  }
  return realpathSync.native(path);
}
