import type { RunSnapshot } from "../../../core/run.ts";
import { countText, moneyText, secondsText } from "../../amounts.ts";
import { asWritten } from "../../as-written.ts";
import { analyse, type Analysis } from "../../analyse/analyse.ts";
import type { Group } from "../../analyse/figures/groups.ts";
import { ofEachKind } from "../../analyse/text/findings-list.ts";
import { describeFinding } from "../../analyse/text/describe-finding.ts";
import { render } from "../../render.ts";
import { codeSpan, fenced, markdownTable } from "../text/markdown.ts";

const WIDTH = 120;

/**
 * A run as a report in Markdown: goal, answer, figures, tables, findings, and the whole tree. Every text from the trace
 * stands in a code span or a fenced block, so that none of it can become markup, a link, HTML, or end a table or a block.
 * Ends in a line break.
 */
export function toMarkdown(given: RunSnapshot): string {
  const run = asWritten(given);
  const analysis = analyse(run);
  const { groups, findings } = analysis;
  const sections = [
    `# A run of ${codeSpan(run.agent) || "an agent"}`,
    figures(run, analysis),
    `## Goal\n\n${fenced(run.goal)}`,
    ...(run.error === null || run.error === run.output ? [] : [`## Error\n\n${fenced(run.error)}`]),
    `## Answer\n\n${fenced(run.output)}`,
    ...groupSection("Agents", groups.agents),
    ...groupSection("Tools", groups.tools),
    ...groupSection("Models", groups.models),
    ...(findings.length === 0 ? [] : [`## Findings\n\n${findingLines(findings).join("\n")}`]),
    `## Steps\n\n${fenced(render(run, { width: WIDTH }))}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function figures(run: RunSnapshot, { totals, criticalPath, unlimited }: Analysis): string {
  const { wallSeconds, workSeconds, parallelism, queuedSeconds, steps, tokens, cost, agents, depth, errors } = totals;
  const [longest] = criticalPath.parts;
  const rows: readonly (readonly [string, string])[] = [
    ["id", codeSpan(run.id)],
    ["ended", run.stopReason ?? "not yet"],
    ["time", secondsText(wallSeconds)],
    ["work", `${secondsText(workSeconds)}${parallelism === null ? "" : `, ${parallelism.toFixed(2)} calls at a time`}`],
    ["waited", secondsText(queuedSeconds)],
    ["without waits", secondsText(unlimited.seconds)],
    [
      "longest part of the critical path",
      longest ? `${codeSpan(`${longest.agent} ${longest.path}`)}, ${secondsText(longest.seconds)}` : "none",
    ],
    ["steps", countText(steps)],
    ["tokens", countText(tokens.total)],
    ["cost", cost === null ? "unknown" : moneyText(cost)],
    ["agents", `${countText(agents)}, depth ${depth}`],
    ["errors", countText(errors)],
  ];
  return markdownTable(["figure", "value"], rows);
}

function groupSection(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  const rows = groups.map(({ key, count, totalSeconds, ownSeconds, p95Seconds, totalTokens, totalCost, errors }) => [
    codeSpan(key) || "(no name)",
    countText(count),
    secondsText(totalSeconds),
    secondsText(ownSeconds),
    secondsText(p95Seconds),
    countText(totalTokens),
    totalCost === null ? "" : moneyText(totalCost),
    countText(errors),
  ]);
  return [`## ${title}\n\n${markdownTable(["name", "count", "total", "own", "p95", "tokens", "cost", "errors"], rows)}`];
}

const MOST_OF_A_KIND = 20;
const MOST_IDS = 5;

function findingLines(findings: Analysis["findings"]): string[] {
  return ofEachKind(findings).flatMap((same) => {
    const shown = same.slice(0, MOST_OF_A_KIND).map(findingLine);
    return same.length > MOST_OF_A_KIND ? [...shown, `- … and ${countText(same.length - MOST_OF_A_KIND)} more like these`] : shown;
  });
}

function findingLine(finding: Analysis["findings"][number]): string {
  const { stepIds } = finding;
  const ids = stepIds.slice(0, MOST_IDS).map(codeSpan).join(" ");
  const more = stepIds.length > MOST_IDS ? ` and ${countText(stepIds.length - MOST_IDS)} more` : "";
  return `- ${describeFinding(finding, codeSpan)}${ids === "" ? "" : ` (${ids}${more})`}`;
}
