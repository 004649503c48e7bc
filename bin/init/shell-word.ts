/** A word as it has to stand on a command line, so that nothing in it acts and no `-` at its beginning makes it an option. */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  const path = word.startsWith("-") ? `./${word}` : word;
  if (/^[\w./\\:@+-]+$/u.test(path) && (platform === "win32" || !path.includes("\\"))) return path;
  return platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`; // no name on Windows holds a quote
}
