import { SkillFileError } from "./skill-file-error.ts";
import { readTextFields, writeTextFields, type TextField } from "./text-fields.ts";

/** A Markdown file taken apart. */
export interface FrontMatter {
  /** Null where the front matter has none. */
  readonly name: TextField | null;
  /** Null where the front matter has none. */
  readonly description: TextField | null;
  /** What stands below the front matter, to the letter. */
  readonly body: string;
}

/** What `frontMatterText` puts together. */
export interface FrontMatterParts {
  readonly name?: string;
  readonly description?: string;
  readonly body: string;
}

const MAX_CHARS = 20_000; // the YAML parser compares each key with all before it: twice the text, four times the time
const BYTE_ORDER_MARK = "\uFEFF";
const OPENING = /^---[ \t]*$/u;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/u;

/**
 * Takes the front matter off a Markdown text: the YAML between a first line `---` and the next line that is exactly
 * `---` or `...` (white space after it is allowed). A byte order mark in front is passed over; line breaks are LF, CRLF
 * or CR. Keys other than `name` and `description` are allowed and ignored. Throws `SkillFileError` naming `file` for
 * front matter that is missing, without an end, longer than 20 000 characters or no YAML mapping, and for a name or a
 * description that is no text.
 */
export function frontMatterOf(text: string, file: string): FrontMatter {
  const { matter, body } = split(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, file);
  // The parser gets the opening line too: lines are then counted as in the file.
  const fields = readTextFields(matter.replace(/\r\n?/gu, "\n"), file);
  return { name: fields.textOf("name"), description: fields.textOf("description"), body };
}

function split(text: string, file: string): { readonly matter: string; readonly body: string } {
  let start = 0;
  for (const [whole, line = ""] of text.matchAll(/([^\r\n]*)(?:\r\n|[\r\n]|$)/gu)) {
    if (start === 0 && !OPENING.test(line)) {
      throw new SkillFileError({ file, line: 1, problem: "front matter is missing; the first line must be ---" });
    }
    if (start > 0 && CLOSING.test(line)) return { matter: text.slice(0, start), body: text.slice(start + whole.length) };
    start += whole.length;
    if (start > MAX_CHARS) break;
  }
  const noEnd = "the front matter has no end; a line --- must follow it";
  const tooLong = `the front matter has more than ${MAX_CHARS} characters, or no line --- that ends it`;
  throw new SkillFileError({ file, line: 1, problem: start > MAX_CHARS ? tooLong : noEnd });
}

/**
 * Puts a Markdown text with front matter together. `frontMatterOf` takes it apart into the same parts, unless the front
 * matter has become longer than it reads.
 */
export function frontMatterText({ name, description, body }: FrontMatterParts): string {
  const fields = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  return `---\n${writeTextFields(fields)}---\n${body}`;
}
