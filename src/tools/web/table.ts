import type { Converter } from "./packages.ts";
import type { PageElement } from "./dom.ts";

const MAX_SPAN = 50; // what a page claims need not be true

/** Teaches a converter tables as GitHub writes them; one without columns, or that holds another, becomes its text. */
export function writeTables(converter: Converter): void {
  const isPart = (node: PageElement, names: readonly string[]): boolean => names.includes(node.nodeName) && isData(tableOf(node));
  converter.addRule("tableCell", {
    filter: (node) => isPart(node, ["TH", "TD"]),
    replacement: (content, node) => ` ${inCell(content)} |${" |".repeat(spanOf(node) - 1)}`,
  });
  converter.addRule("tableRow", {
    filter: (node) => isPart(node, ["TR"]),
    replacement: (content, node) => `\n|${content}${isFirst(node) ? `\n|${" --- |".repeat(widthOf(node))}` : ""}`,
  });
  converter.addRule("tableCaption", {
    filter: (node) => isPart(node, ["CAPTION"]),
    replacement: () => "", // the table writes it
  });
  converter.addRule("tableSection", {
    filter: (node) => isPart(node, ["THEAD", "TBODY", "TFOOT"]),
    replacement: (content) => content,
  });
  converter.addRule("table", {
    filter: (node) => isPart(node, ["TABLE"]),
    replacement: (content, node) => `\n\n${captionOf(node)}\n\n${content.replace(/\n{2,}/gu, "\n").trim()}\n\n`,
  });
}

function inCell(content: string): string {
  return content.trim().replace(/\s*\n\s*/gu, " ").replace(/\|/gu, "\\|");
}

function captionOf(table: PageElement): string {
  return (table.querySelector("caption")?.textContent ?? "").trim().replace(/\s+/gu, " ");
}

function spanOf(cell: PageElement): number {
  const span = Number(cell.getAttribute("colspan") ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

function cellsOf(row: PageElement): readonly PageElement[] {
  return [...row.children].filter(({ nodeName }) => nodeName === "TH" || nodeName === "TD");
}

function widthOf(row: PageElement): number {
  return cellsOf(row).reduce((width, cell) => width + spanOf(cell), 0);
}

function tableOf(node: PageElement): PageElement | null {
  return node.nodeName === "TABLE" ? node : node.closest("table");
}

function isFirst(row: PageElement): boolean {
  return tableOf(row)?.querySelector("tr") === row;
}

const known = new WeakMap<PageElement, boolean>();

function isData(table: PageElement | null): boolean {
  if (!table) return false;
  const before = known.get(table);
  if (before !== undefined) return before;
  const isOne =
    !table.querySelector("table, pre, ul, ol, h1, h2, h3") && [...table.querySelectorAll("tr")].some((row) => cellsOf(row).length > 1);
  known.set(table, isOne);
  return isOne;
}
