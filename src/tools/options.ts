import { z } from "zod";
import { countOption, folderOption, realFolder, valid } from "./valid.ts";

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

const optionsSchema = z.strictObject(
  { root: folderOption, maxFiles: countOption, maxFileBytes: countOption, maxTotalBytes: countOption },
  "an object: { root, ... }",
);

/** Checks options and fills in limits. The folder comes back as its real path. Throws `DefinitionError`. */
export function checkedOptions(subject: string, options: FolderOptions, defaults: Limits): Limits & { readonly folder: string } {
  const given = valid(subject, optionsSchema, options);
  const { root, maxFiles = defaults.maxFiles, maxFileBytes = defaults.maxFileBytes, maxTotalBytes = defaults.maxTotalBytes } = given;
  return { folder: realFolder(subject, "root", root), maxFiles, maxFileBytes, maxTotalBytes };
}
