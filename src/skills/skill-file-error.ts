import { cutInTheMiddle } from "../core/cut.ts";
import { oneLine } from "../core/describe.ts";
import { TroupeError } from "../core/errors.ts";
import { escapeForTerminal } from "../core/escape.ts";

/** What a `SkillFileError` is about: the file, the line where there is one (counted from 1), and what is wrong. */
export interface SkillFileProblem {
  readonly file: string;
  readonly line?: number | null;
  readonly problem: string;
}

const MAX_PROBLEM_CHARS = 600; // a parser may quote a whole file

/** A skill file, or the folder of skills, cannot be used. The message is one line, safe to show: `file:line: what is wrong`. */
export class SkillFileError extends TroupeError {
  /** The path, as it follows from the folder that was given. */
  readonly file: string;
  readonly line: number | null;

  constructor({ file, line = null, problem }: SkillFileProblem) {
    const place = line === null ? file : `${file}:${line}`;
    super(escapeForTerminal(`${place}: ${oneLine(cutInTheMiddle(problem, MAX_PROBLEM_CHARS))}`));
    this.file = file;
    this.line = line;
  }
}
