import { readFile } from "node:fs/promises";

/** The text of a file. Files that come from Windows may bear a byte order mark and be UTF-16; all others are UTF-8. */
export async function readText(path: string): Promise<string> {
  return textIn(await readFile(path));
}

/** The text in the bytes of a file, without its byte order mark. */
export function textIn(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
