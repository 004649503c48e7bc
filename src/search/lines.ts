/** The lines of a text, whatever ends them; a last line break begins no further line. Line 1 is the first element. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** One line of readable text on its way into a passage. Several may share a number: one file line can hold several. */
export interface TextLine {
  /** The line of the file it stands in, counted from 1. */
  readonly number: number;
  /** Without markup; empty for a blank line. */
  readonly text: string;
  /** 0 for body text, 1 to 6 for a heading. */
  readonly level: number;
  /** A passage may begin here: after a blank line, at a block of HTML, at a doc comment. */
  readonly begins: boolean;
}
