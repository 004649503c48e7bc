/** One passage of a search observation; `text` is its beginning on one line, `rank` its place in the list, from 0. */
export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly rank: number;
}

/** Lines of one file as a read observation gave them; `firstLine` counts from 1. */
export interface Excerpt {
  readonly file: string;
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Whether the last of them is the last of the file. */
  readonly isToEnd: boolean;
}

const HIT = /^\d+\. (.+):(\d+)$/u;
const HIT_TEXT = /^ {3}(.*)$/u;

/** The passages of a search observation; none for a failure or for anything of another form. */
export function hitsIn(observation: string): readonly Hit[] {
  const hits: Hit[] = [];
  const lines = observation.split("\n");
  lines.forEach((line, index) => {
    const [, file, number] = HIT.exec(line) ?? [];
    if (file === undefined || number === undefined) return;
    const text = HIT_TEXT.exec(lines[index + 1] ?? "")?.[1] ?? "";
    hits.push({ file, line: Number(number), text, rank: hits.length });
  });
  return hits;
}

const EXCERPT = /^(.+), lines (\d+)-(\d+) of (\d+):$/u;

/** The lines of a read observation, or null for a failure or anything of another form. */
export function excerptIn(observation: string): Excerpt | null {
  const [head = "", ...lines] = observation.split(/\r?\n/u);
  const [, file, first, last, total] = EXCERPT.exec(head) ?? [];
  return file === undefined ? null : { file, firstLine: Number(first), lines, isToEnd: last === total };
}
