/** What the head comment of an example promises. */
export interface Header {
  /** What the example shows, in its own words. */
  readonly shows: string;
  /** The command that runs it, from the top of the project. */
  readonly command: string;
  /** Everything it writes to standard output, to the letter. */
  readonly prints: string;
}

const COMMAND = "Run:";
const OUTPUT = "Prints:";
const INDENT = "  ";

/**
 * Reads the head comment of an example: `//` lines from the first line of the file on, in three parts, each with at
 * least one line. First what the example shows; then `Run:` and the command; then `Prints:` and the output. Command
 * and output are indented by two more spaces, and an output line may itself begin with spaces or be empty.
 * `examples/README.md` describes the form. Throws an `Error` that names the part that is missing.
 */
export function headerOf(file: string, text: string): Header {
  const lines = commentLines(text);
  const command = lines.indexOf(COMMAND);
  const output = lines.indexOf(OUTPUT);
  const shows = lines.slice(0, command).join(" ").trim();
  if (command < 0 || shows === "") throw new Error(`${file}: the head comment says what it shows, then '${COMMAND}'`);
  if (output < command) throw new Error(`${file}: the head comment has '${OUTPUT}' after '${COMMAND}' and the command`);
  const [ran, ...more] = indented(file, lines.slice(command + 1, output));
  const printed = indented(file, lines.slice(output + 1));
  if (ran === undefined || more.length > 0) throw new Error(`${file}: one line with the command stands under '${COMMAND}'`);
  if (printed.length === 0) throw new Error(`${file}: at least one line of output stands under '${OUTPUT}'`);
  return { shows, command: ran, prints: printed.map((line) => `${line}\n`).join("") };
}

// The lines of the head comment without `// `.
function commentLines(text: string): string[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^\/\/ ?/, ""));
}

// The lines without their indent; empty ones at either end only set the parts apart.
function indented(file: string, lines: readonly string[]): string[] {
  const kept = lines.slice(lines.findIndex((line) => line !== ""), lines.findLastIndex((line) => line !== "") + 1);
  return kept.map((line) => {
    if (line !== "" && !line.startsWith(INDENT)) throw new Error(`${file}: '${line}' in the head comment is not indented by two spaces`);
    return line.slice(INDENT.length);
  });
}
