import type { Word } from "../language/words.ts";

/** True when a keyword is the whole name of what a file documents: `zod` of `zod/README.md`. */
export function names({ key }: Word, file: string): boolean {
  return packageOf(file)?.toLowerCase() === key;
}

/** True when a keyword is the name without its scope: `expect` of `@vitest/expect/README.md`. */
export function namesWithoutScope({ key }: Word, file: string): boolean {
  const name = packageOf(file)?.toLowerCase();
  return name !== undefined && name.startsWith("@") && name.endsWith(`/${key}`);
}

/** The name of what a file documents: its first folder, with the scope for scoped ones; null for a file of the root. */
function packageOf(file: string): string | null {
  const [first = "", second, third] = file.split("/");
  if (second === undefined) return null;
  return first.startsWith("@") && third !== undefined ? `${first}/${second}` : first;
}
