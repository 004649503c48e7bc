import { DefinitionError } from "../core/errors.ts";
import type { RunSnapshot } from "../core/run.ts";
import { drawnHeading, headingOf } from "./heading.ts";
import { paintFor } from "./paint.ts";
import { branchesOf } from "./steps.ts";
import { drawn, placed } from "./tree.ts";

/** How a run is rendered. */
export interface RenderOptions {
  /** Columns; longer lines are cut with an ellipsis. 20 to 1000, default 100. */
  readonly width?: number;
  /** Terminal colours. Default false. */
  readonly color?: boolean;
  /** Levels of delegation shown below the run's own steps. Default all; 0 shows the run's own steps alone. */
  readonly depth?: number;
}

const DEFAULT_WIDTH = 100;
const WIDTHS = { least: 20, most: 1000 };

/**
 * The nested trace as indented text: first the run itself, then one line per step with its kind, its name, what it was
 * asked, how it ended, and, in columns, seconds and tokens. Figures of the run and of a delegation count everyone below;
 * where the own steps are fewer, they are told (`9 steps (4 own)`). Works on a run that has ended and on one that is
 * under way. Everything that came from models, tools and files is escaped. No line ends in a blank and the text does
 * not end in a line break.
 * Throws `DefinitionError` for a width or depth that is none.
 */
export function render(run: RunSnapshot, options: RenderOptions = {}): string {
  const { width = DEFAULT_WIDTH, color = false, depth = Infinity } = options;
  checkWidth(width);
  checkDepth(depth);
  const canvas = { width, paint: paintFor(color) };
  const branches = branchesOf(run.steps, { depth, cost: (run.usage.subtree.cost ?? 0) > 0, columns: width });
  return [...drawnHeading(headingOf(run), canvas), ...drawn(placed(branches), canvas)].join("\n");
}

function checkWidth(width: number): void {
  if (Number.isInteger(width) && width >= WIDTHS.least && width <= WIDTHS.most) return;
  const allowed = `a whole number of columns from ${WIDTHS.least} to ${WIDTHS.most}`;
  throw new DefinitionError({ subject: "render", field: "width", value: width, allowed });
}

function checkDepth(depth: number): void {
  if (depth === Infinity || (Number.isInteger(depth) && depth >= 0)) return;
  throw new DefinitionError({ subject: "render", field: "depth", value: depth, allowed: "a whole number of at least 0" });
}
