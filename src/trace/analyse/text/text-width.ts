import { DefinitionError } from "../../../core/errors.ts";

/** How a text about a run is drawn. */
export interface TextOptions {
  /** Columns; longer lines are cut with an ellipsis. 20 to 1000, default 100. */
  readonly width?: number;
  /** Terminal colours. Default false. */
  readonly color?: boolean;
}

const DEFAULT_WIDTH = 100;
const WIDTHS = { least: 20, most: 1000 };

/** The columns to draw in. Throws `DefinitionError` for a width that is none; `subject` is the function that was called. */
export function widthFrom({ width = DEFAULT_WIDTH }: TextOptions, subject: string): number {
  if (Number.isInteger(width) && width >= WIDTHS.least && width <= WIDTHS.most) return width;
  const allowed = `a whole number of columns from ${WIDTHS.least} to ${WIDTHS.most}`;
  throw new DefinitionError({ subject, field: "width", value: width, allowed });
}
