import type { RunSnapshot } from "../../../core/run.ts";
import { countOf, countText, moneyText, secondsText } from "../../amounts.ts";
import { drawnHeading, headingOf, joined } from "../../heading.ts";
import { inLine } from "../../in-line.ts";
import { paintFor } from "../../paint.ts";
import { cutToWidth } from "../../width.ts";
import { analyse, type Analysis } from "../analyse.ts";
import type { CriticalPart } from "../figures/critical-path.ts";
import type { Group } from "../figures/groups.ts";
import type { OpenStep } from "../figures/open-steps.ts";
import type { CeilingUse, Totals } from "../figures/totals.ts";
import { drawnFindings } from "./findings-list.ts";
import { tableLines, type Column } from "./table.ts";
import { widthFrom, type TextOptions } from "./text-width.ts";

/**
 * What a run came to, as text: totals, one table each for agents, tools, models, depths, outcomes and ceilings, the
 * critical path, what no limit on concurrency would give, and findings with the ids of their steps. Works on a run that
 * has ended and on one under way. Everything that came from models, tools and files is escaped; no line is wider than
 * `width`, none ends in a blank, and the text does not end in a line break. Throws `DefinitionError` for a width that
 * is none.
 */
export function renderStats(run: RunSnapshot, options: TextOptions = {}): string {
  const width = widthFrom(options, "renderStats");
  const paint = paintFor(options.color ?? false);
  const analysis = analyse(run);
  const { groups, totals, criticalPath, openSteps } = analysis;
  const sections = [
    [...drawnHeading({ ...headingOf(run), hasTree: false }, { width, paint }), ...factLines(analysis, width)],
    groupTable("agent", groups.agents, width),
    groupTable("tool", groups.tools, width),
    groupTable("model", groups.models, width),
    groupTable("depth", groups.depths, width),
    groupTable("outcome", groups.outcomes, width),
    titled(totals.ceilings, CEILINGS, width),
    titled(criticalPath.parts.slice(0, MOST_PARTS), PARTS, width, criticalPath.parts.length - MOST_PARTS),
    titled(openSteps.slice(0, MOST_PARTS), OPEN, width, openSteps.length - MOST_PARTS),
  ].filter((section) => section.length > 0);
  const tables = sections.map(([title = "", ...rows], index) => [index === 0 ? title : paint("strong", title), ...rows].join("\n"));
  return [...tables, ...drawnFindings(analysis.findings, { width, paint })].join("\n\n");
}

function factLines({ totals, unlimited }: Analysis, width: number): string[] {
  const { parallelism, workSeconds, queuedSeconds, agents, depth, errors } = totals;
  const work = `work ${secondsText(workSeconds)}${parallelism === null ? "" : `, ${parallelism.toFixed(2)} calls at a time`}`;
  const facts = [
    work,
    `waited ${secondsText(queuedSeconds)}`,
    tokensText(totals),
    `${countOf(agents, "agent")}, depth ${depth}`,
    countOf(errors, "error"),
  ];
  if (unlimited.savedSeconds > 0) facts.push(`without waits ${secondsText(unlimited.seconds)}`);
  return joined(facts, width - INDENT.length).map((line) => INDENT + line);
}

const INDENT = "  ";

function tokensText({ tokens }: Totals): string {
  const { fresh, cached, reasoning, output } = tokens;
  const parts = [
    `${countText(fresh)} fresh`,
    `${countText(cached)} cached`,
    `${countText(reasoning)} reasoning`,
    `${countText(output)} output`,
  ];
  return `tokens ${parts.join(" + ")}`;
}

const LONGEST_NAME = 60; // columns

const TOKENS: readonly Column<Group>[] = [
  { title: "tokens", text: ({ totalTokens }) => countText(totalTokens), worth: 6 },
  { title: "own tokens", text: ({ ownTokens }) => countText(ownTokens), worth: 4 },
];

function groupTable(title: string, groups: readonly Group[], width: number): string[] {
  const hasCost = groups.some(({ totalCost }) => totalCost !== null);
  const hasTokens = groups.some(({ totalTokens }) => totalTokens > 0);
  const hasErrors = groups.some(({ errors }) => errors > 0);
  const columns: Column<Group>[] = [
    { title, text: ({ key }) => inLine(key, LONGEST_NAME), worth: Infinity },
    { title: "count", text: ({ count }) => countText(count), worth: 8 },
    { title: "total", text: ({ totalSeconds }) => secondsText(totalSeconds), worth: 9 },
    { title: "own", text: ({ ownSeconds }) => secondsText(ownSeconds), worth: 7 },
    { title: "p50", text: ({ p50Seconds }) => secondsText(p50Seconds), worth: 2 },
    { title: "p95", text: ({ p95Seconds }) => secondsText(p95Seconds), worth: 3 },
    { title: "waited", text: ({ queuedSeconds }) => secondsText(queuedSeconds), worth: 1 },
    ...(hasTokens ? TOKENS : []),
    ...(hasCost ? [{ title: "cost", text: ({ totalCost }: Group) => (totalCost === null ? "" : moneyText(totalCost)), worth: 5 }] : []),
    ...(hasErrors ? [{ title: "errors", text: ({ errors }: Group) => (errors === 0 ? "" : countText(errors)), worth: 5 }] : []),
  ];
  return titled(groups, columns, width);
}

const CEILINGS: readonly Column<CeilingUse>[] = [
  { title: "ceiling", text: ({ scope, name }) => `${name} of the ${scope}`, worth: Infinity },
  { title: "value", text: ({ name, value }) => amountText(name, value), worth: 2 },
  { title: "spent", text: ({ name, spent }) => amountText(name, spent), worth: 3 },
  { title: "used", text: ({ share }) => percentText(share), worth: 1 },
];

function amountText(name: string, amount: number): string {
  if (name === "maxCost") return moneyText(amount);
  return name === "maxSeconds" ? secondsText(amount) : countText(amount);
}

const MOST_PARTS = 10;

const PARTS: readonly Column<CriticalPart>[] = [
  { title: "critical path", text: ({ agent, path }) => inLine(`${agent} ${path}`, LONGEST_NAME), worth: Infinity },
  { title: "seconds", text: ({ seconds }) => secondsText(seconds), worth: 2 },
  { title: "share", text: ({ share }) => percentText(share), worth: 1 },
];

const OPEN: readonly Column<OpenStep>[] = [
  { title: "open step", text: ({ stepId, name }) => inLine(`${stepId} ${name}`, LONGEST_NAME), worth: Infinity },
  { title: "state", text: ({ state }) => state, worth: 3 },
  { title: "for", text: ({ ageSeconds }) => secondsText(ageSeconds), worth: 2 },
  { title: "waits on", text: ({ waitingOn }) => waitingText(waitingOn), worth: 1 },
];

function waitingText([first, ...more]: readonly string[]): string {
  if (first === undefined) return "";
  return inLine(first, LONGEST_NAME) + (more.length === 0 ? "" : ` and ${more.length} more`);
}

function percentText(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

function titled<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number, left = 0): string[] {
  if (rows.length === 0) return [];
  const more = left > 0 ? [cutToWidth(`… and ${countText(left)} more`, width)] : [];
  return [...tableLines(rows, columns, width), ...more];
}
