import { countText, moneyText, secondsText } from "../amounts.ts";
import { tableLines, type Column } from "../analyse/text/table.ts";
import { widthFrom, type TextOptions } from "../analyse/text/text-width.ts";
import { inLine } from "../in-line.ts";
import { paintFor } from "../paint.ts";
import type { Canvas } from "../tree.ts";
import { cutToWidth, widthOf } from "../width.ts";
import { agentLines } from "./agent-lines.ts";
import type { Delta, Divergence, RunDiff } from "./run-diff.ts";
import { idText, signed } from "./signs.ts";

/**
 * A diff as indented text: the figures of both runs, where they part first, and the tree of what is not the same, each
 * line with a mark: `~` changed, `+` only in the second run, `-` only in the first. What is the same is counted, not
 * shown. Everything that came from models, tools and files is escaped; no line is wider than `width` or ends in a blank,
 * and the text does not end in a line break. Throws `DefinitionError` for a width that is none.
 */
export function renderDiff(diff: RunDiff, options: TextOptions = {}): string {
  const canvas = { width: widthFrom(options, "renderDiff"), paint: paintFor(options.color ?? false) };
  const sections = [figureLines(diff, canvas.width), divergenceLines(diff.firstDivergence, canvas), treeLines(diff, canvas)];
  return sections.filter(({ length }) => length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

interface Row {
  readonly name: string;
  readonly delta: Delta;
  readonly text: (amount: number) => string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "", text: ({ name }) => name, worth: Infinity },
  { title: "a", text: ({ delta, text }) => (delta.a === null ? "unknown" : text(delta.a)), worth: 2 },
  { title: "b", text: ({ delta, text }) => (delta.b === null ? "unknown" : text(delta.b)), worth: 3 },
  { title: "change", text: ({ delta, text }) => signed(delta.change, text), worth: 1 },
];

function figureLines({ deltas }: RunDiff, width: number): string[] {
  const { steps, agents, seconds, tokens, cost } = deltas;
  const hasCost = cost.a !== null || cost.b !== null;
  const rows: Row[] = [
    { name: "steps", delta: steps, text: countText },
    { name: "agents", delta: agents, text: countText },
    { name: "seconds", delta: seconds, text: secondsText },
    { name: "tokens", delta: tokens, text: countText },
    ...(hasCost ? [{ name: "cost", delta: cost, text: moneyText }] : []),
  ];
  return tableLines(rows, COLUMNS, width);
}

function divergenceLines(divergence: Divergence | null, { width, paint }: Canvas): string[] {
  if (divergence === null) return [];
  const { type, kind, name, id, field, text } = divergence;
  const what = field === null ? ` ${type}` : `: ${field}`;
  const title = cutToWidth(`first difference: ${kind} ${inLine(name, width)}${idText(id, width)}${what}`, width);
  const sides = [text.a, text.b].flatMap((side, index) => (side === null ? [] : [`  ${index === 0 ? "a" : "b"}: ${inLine(side, width)}`]));
  return [paint("strong", title), ...sides.map((line) => cutToWidth(line, width).trimEnd())];
}

function treeLines(diff: RunDiff, { width, paint }: Canvas): string[] {
  if (diff.isSame) return [cutToWidth("nothing differs but times and figures", width)];
  return agentLines(diff.root).map(({ level, role, text }) => {
    const indent = indentOf(level, width);
    return (indent + paint(role, cutToWidth(text(width), width - widthOf(indent)))).trimEnd();
  });
}

const LEVEL = 2; // columns a level takes

// Deep lines stop moving to the right and say how deep they are, so that words always have room.
function indentOf(level: number, width: number): string {
  const most = Math.floor(width / 3 / LEVEL);
  return level <= most ? " ".repeat(level * LEVEL) : `${" ".repeat((most - 3) * LEVEL)}[${level}] `;
}
