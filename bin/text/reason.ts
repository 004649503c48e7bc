/** Why the system refused a file, in words: `permission denied`, `no such file or directory`, ... */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9_]+: ([^,]+)/u.exec(message)?.[1] ?? message;
}
