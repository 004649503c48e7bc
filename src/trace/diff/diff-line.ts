import type { Role } from "../paint.ts";

/** A line of a rendered diff. */
export interface DiffLine {
  readonly level: number;
  readonly role: Role;
  /** The words, escaped; of a long text no more than fills `columns`. */
  readonly text: (columns: number) => string;
}
