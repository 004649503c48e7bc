/** A fenced block of a Markdown text. */
export interface Block {
  /** What stands behind the opening fence; empty for plain text. */
  readonly language: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  /** The lines between the fences, each with its line break. */
  readonly text: string;
}

/** The fenced blocks of a Markdown text, in order. Only fences of three backticks at the beginning of a line count. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks = markdown.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gmu);
  return [...blocks].map(({ index, 1: language = "", 2: text = "" }) => {
    return { language, line: markdown.slice(0, index).split("\n").length, text };
  });
}
