import { cutToWidth, widthOf } from "../../width.ts";

/** A column of a text table. The first of a table holds names and gives way; the others hold figures. */
export interface Column<Row> {
  readonly title: string;
  /** The cell; escaped, on one line. */
  readonly text: (row: Row) => string;
  /** Which columns go first where there is no room: the lowest. The first column never goes. */
  readonly worth: number;
}

const GAP = "  ";
const LEAST_FOR_NAMES = 12;

/**
 * Draws a table of at most `width` columns: a line of titles, then one line a row; figures to the right. Where they
 * would leave too little for the names, the columns worth least are left out. No line ends in a blank.
 */
export function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string[] {
  const cells = columns.map((column) => ({ ...column, texts: [column.title, ...rows.map((row) => column.text(row))] }));
  const measured = cells.map((column) => ({ ...column, width: column.texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0) }));
  const [names, ...figures] = measured;
  if (names === undefined) return [];
  const kept = fitting(figures, width - Math.min(names.width, LEAST_FOR_NAMES));
  const forNames = Math.max(1, Math.min(names.width, width - totalOf(kept)));
  return names.texts.map((name, row) => {
    const cut = cutToWidth(name, forNames);
    const rest = kept.map((column) => GAP + padded(column.texts[row] ?? "", column.width)).join("");
    return `${cut}${" ".repeat(forNames - widthOf(cut))}${rest}`.trimEnd();
  });
}

interface Figures {
  readonly width: number;
  readonly worth: number;
  readonly texts: readonly string[];
}

function fitting(figures: readonly Figures[], room: number): readonly Figures[] {
  let kept = figures;
  while (kept.length > 0 && totalOf(kept) > room) {
    const least = Math.min(...kept.map(({ worth }) => worth));
    kept = kept.filter(({ worth }) => worth !== least);
  }
  return kept;
}

function totalOf(figures: readonly Figures[]): number {
  return figures.reduce((total, { width }) => total + GAP.length + width, 0);
}

function padded(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}
