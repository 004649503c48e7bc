import { realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { DefinitionError } from "../index.ts";

const FOLDER = "the path of a folder";
const COUNT = "a whole number of at least 1";
const SECONDS = "a number of seconds above 0, at most 86400";

/** An option that names a folder. */
export const folderOption = z.string(FOLDER).min(1, FOLDER);

/** An option that is a count, and may be left out. */
export const countOption = z.number(COUNT).int(COUNT).positive(COUNT).optional();

/** An option that is a time in seconds, and may be left out. */
export const secondsOption = z.number(SECONDS).positive(SECONDS).max(86_400, SECONDS).optional();

/** An option that is true or false, and may be left out. */
export const flagOption = z.boolean("true or false").optional();

/** Checks the options of a tool. Throws `DefinitionError` for the first thing that is wrong. */
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

/** The real path of the folder that an option names. Throws `DefinitionError` when no such folder exists. */
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
