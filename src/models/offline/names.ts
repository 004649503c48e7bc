import type { Word } from "./words.ts";

/** The name of what a file documents: its first folder, with the scope for scoped ones; null for a file of the root. */
export function packageOf(file: string): string | null {
  const [first = "", second, third] = file.split("/");
  if (second === undefined) return null;
  return first.startsWith("@") && third !== undefined ? `${first}/${second}` : first;
}

/** True when a keyword is the name of what a file documents: `zod` of `zod/README.md`, `expect` of `@vitest/expect/...`. */
export function names(keyword: Word, file: string): boolean {
  const name = packageOf(file)?.toLowerCase();
  return name !== undefined && (name === keyword.key || (name.startsWith("@") && name.endsWith(`/${keyword.key}`)));
}
