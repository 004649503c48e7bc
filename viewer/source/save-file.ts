import { lineOf } from "../parts/words.ts";

const LONGEST_NAME = 120;

/**
 * Hands a file to the reader's browser to save. Whatever it calls itself, it is bytes without a type that a browser would
 * open; its name is the last part of `name`, as one line.
 */
export function saveFile(name: string, data: BlobPart): void {
  const address = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = lineOf(name.split(/[/\\]/u).at(-1) || "untitled", LONGEST_NAME);
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
