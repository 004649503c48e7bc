import { OutputError } from "../terminal/streams.ts";
import { reserveFile } from "./reserved-file.ts";

/**
 * Writes a text into the file of `--output`, whole or not at all. The place is made sure of before the text is made.
 * Throws `UsageError` for a path that cannot be written, and `OutputError` when the disk refuses.
 */
export function writeOutput(path: string, textOf: () => string): void {
  const file = reserveFile(path, "--output");
  try {
    const text = textOf();
    attempt(path, () => file.save(text));
  } finally {
    file.discard();
  }
}

function attempt(path: string, save: () => void): void {
  try {
    save();
  } catch (error) {
    throw new OutputError(`'${path}'`, error);
  }
}
