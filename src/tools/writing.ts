import { z } from "zod";
import { AgentToolError } from "../index.ts";
import { shownName } from "./file-name.ts";
import { countOption, flagOption, folderOption, realFolder, valid } from "./valid.ts";

/** Where files may be written, and what is asked first. */
export interface WritingOptions {
  /** The folder that is never left, as a path. It must exist when the tool is made. */
  readonly folder: string;
  /** A larger file is neither written nor edited. Default 1 000 000. */
  readonly maxFileBytes?: number;
  /** Asks `approve` of the run's options before each call. Default false. */
  readonly needsApproval?: boolean;
}

/** The longest name that a model may give. */
export const MAX_NAME_CHARS = 1000;

const HALF_A_CHARACTER = /[\uD800-\uDFFF]/u; // whole pairs are one character to this expression

const optionsSchema = z.strictObject(
  { folder: folderOption, maxFileBytes: countOption, needsApproval: flagOption },
  "an object: { folder, ... }",
);

/** Checks the options and fills them in. The folder comes back as its real path. Throws `DefinitionError`. */
export function checkedWriting(subject: string, options: WritingOptions): Required<WritingOptions> {
  const { folder, maxFileBytes = 1_000_000, needsApproval = false } = valid(subject, optionsSchema, options);
  return { folder: realFolder(subject, "folder", folder), maxFileBytes, needsApproval };
}

/** The text as the bytes of a file. Throws `AgentToolError` when these are more than is allowed, or would not be the text. */
export function encoded(name: string, text: string, maxBytes: number): Uint8Array {
  if (HALF_A_CHARACTER.test(text)) {
    throw new AgentToolError(`'${shownName(name)}' would hold half a character: a surrogate without its other half`);
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return bytes;
  throw new AgentToolError(`'${shownName(name)}' would have ${bytes.length} bytes; files of at most ${maxBytes} bytes are written`);
}
