import { fitted } from "./fit.ts";
import type { Paint } from "./paint.ts";
import { cutToWidth, widthOf } from "./width.ts";
import type { Words } from "./words.ts";

/** The figures at the end of a line, each already a text; empty where a line has none. */
export interface Figures {
  readonly seconds: string;
  readonly tokens: string;
  readonly cost: string;
}

/** One line of a tree: a step with its figures, or a remark about lines that are folded away. */
export type Line =
  | { readonly kind: "step"; readonly words: Words; readonly figures: Figures }
  | { readonly kind: "remark"; readonly text: string };

/** A line and the lines below it. */
export interface Branch {
  readonly line: Line;
  readonly below: readonly Branch[];
}

/** A line with its place: for every level above, whether that level goes on; then whether this line is the last of its own. */
export interface Placed {
  readonly line: Line;
  readonly isLast: readonly boolean[];
}

/** The lines of a tree from top to bottom. */
export function placed(branches: readonly Branch[]): Placed[] {
  const lines: Placed[] = [];
  const place = (level: readonly Branch[], above: readonly boolean[]): void => {
    level.forEach(({ line, below }, index) => {
      const isLast = [...above, index === level.length - 1];
      lines.push({ line, isLast });
      if (below.length > 0) place(below, isLast);
    });
  };
  place(branches, []);
  return lines;
}

/** How a tree is drawn: the columns there are, and the paint. */
export interface Canvas {
  readonly width: number;
  readonly paint: Paint;
}

/** Draws placed lines, none wider than the canvas: guides, mark, words, and the figures in columns at the right. */
export function drawn(lines: readonly Placed[], canvas: Canvas): string[] {
  const columns = columnsOf(lines, canvas.width);
  return lines.map((line) => drawnLine(line, columns, canvas));
}

const FIGURES = ["seconds", "tokens", "cost"] as const;
const GAP = "  ";
const LEAST_FOR_WORDS = 44;
const DROPPED_FIRST = ["cost", "tokens", "seconds"] as const;

interface Column {
  readonly figure: keyof Figures;
  readonly width: number;
}

/** The columns of figures, each as wide as its widest figure; where they would leave too little for words, fewer. */
function columnsOf(lines: readonly Placed[], width: number): readonly Column[] {
  let columns = FIGURES.map((figure) => ({ figure, width: widestOf(lines, figure) })).filter((column) => column.width > 0);
  for (const figure of DROPPED_FIRST) {
    if (width - totalOf(columns) >= LEAST_FOR_WORDS) break;
    columns = columns.filter((column) => column.figure !== figure);
  }
  return columns;
}

function widestOf(lines: readonly Placed[], figure: keyof Figures): number {
  let widest = 0;
  for (const { line } of lines) if (line.kind === "step") widest = Math.max(widest, line.figures[figure].length);
  return widest;
}

function totalOf(columns: readonly Column[]): number {
  return columns.reduce((total, column) => total + GAP.length + column.width, 0);
}

function drawnLine({ line, isLast }: Placed, columns: readonly Column[], { width, paint }: Canvas): string {
  const guides = guidesOf(isLast, Math.floor(width / 3));
  const room = width - widthOf(guides);
  if (line.kind === "remark") return paint("quiet", guides + cutToWidth(line.text, room));
  const words = fitted(line.words, room - totalOf(columns));
  const figures = figuresOf(line.figures, columns);
  const gap = figures === "" ? "" : " ".repeat(Math.max(0, room - totalOf(columns) - words.width)) + paint("quiet", figures);
  return paint("quiet", guides) + words.painted(paint) + gap;
}

function figuresOf(figures: Figures, columns: readonly Column[]): string {
  return columns.map(({ figure, width }) => GAP + figures[figure].padStart(width)).join("").trimEnd();
}

const LEVEL = 3; // columns a level of guides takes

// Deep lines keep the guides of their innermost levels and say how many are left out, so that words always have room.
function guidesOf(isLast: readonly boolean[], room: number): string {
  const levels = isLast.length;
  const shown = Math.max(1, Math.min(levels, Math.floor(room / LEVEL) - 2));
  const hidden = levels - shown;
  const whole = hidden > 2 ? isLast.slice(hidden) : isLast;
  const own = whole.at(-1) ? "╰─ " : "├─ ";
  const above = whole.slice(0, -1).map((last) => (last ? "   " : "│  "));
  return `${hidden > 2 ? `[${hidden}]`.padEnd(2 * LEVEL) : ""}${above.join("")}${own}`;
}
