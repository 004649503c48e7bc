import { countOf, countText, secondsText } from "../amounts.ts";
import { inLine } from "../in-line.ts";
import type { Role } from "../paint.ts";
import { conclusionLines } from "./conclusion-lines.ts";
import type { DiffLine } from "./diff-line.ts";
import type { AgentDiff, DiffStatus, StepDiff } from "./run-diff.ts";
import { idText, signed } from "./signs.ts";

const MARKS: Readonly<Record<DiffStatus, string>> = { same: "=", changed: "~", added: "+", removed: "-" };
const ROLES: Readonly<Record<DiffStatus, Role>> = { same: "quiet", changed: "cut", added: "good", removed: "bad" };

/** The lines of an agent and everyone below it; of what is the same only a count. Takes any depth. */
export function agentLines(root: AgentDiff): DiffLine[] {
  const lines: DiffLine[] = [];
  const rest: { readonly agent: AgentDiff; readonly level: number }[] = [{ agent: root, level: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { agent, level } = next;
    lines.push(headLine(agent, level), ...insideLines(agent, level + 1));
    const changed = agent.below.filter(({ status }) => status !== "same");
    for (const below of changed.reverse()) rest.push({ agent: below, level: level + 1 });
  }
  return lines;
}

function headLine(agent: AgentDiff, level: number): DiffLine {
  const { status, name, goal, id, deltas, differs } = agent;
  const figures = [
    signed(deltas.steps.change, (steps) => countOf(steps, "step")),
    signed(deltas.tokens.change, (tokens) => `${countText(tokens)} tok`),
    signed(deltas.seconds.change, secondsText),
  ];
  const told = status === "changed" ? [...differs.filter((field) => !IN_HEAD.has(field)), ...figures] : ownFigures(agent);
  const facts = [endText(agent), ...told].filter((fact) => fact !== "").join(", ");
  const text = (columns: number): string => {
    const asked = inLine(goal.b ?? goal.a ?? "", Math.ceil(columns / 2));
  return `${MARKS[status]} ${inLine(name, columns)}${idText(id, columns)} "${asked}" → ${facts}`;
  };
  return { level, role: ROLES[status], text };
}

// What the head says anyway.
const IN_HEAD: ReadonlySet<string> = new Set(["outcome", "stopReason", "output", "observation"]);

function ownFigures({ deltas }: AgentDiff): string[] {
  const [steps, tokens] = [deltas.steps.b ?? deltas.steps.a ?? 0, deltas.tokens.b ?? deltas.tokens.a ?? 0];
  return [countOf(steps, "step"), `${countText(tokens)} tok`];
}

function endText({ status, outcome, stopReason }: AgentDiff): string {
  const end = outcome.a === null && outcome.b === null ? stopReason : outcome;
  if (status === "added" || status === "removed" || end.a === end.b) return end.b ?? end.a ?? "not ended";
  return `${end.a ?? "not ended"}, then ${end.b ?? "not ended"}`;
}

function insideLines({ steps, conclusion, below }: AgentDiff, level: number): DiffLine[] {
  const same = below.filter(({ status }) => status === "same").length;
  return [
    ...steps.map((step) => stepLine(step, level)),
    ...(conclusion ? conclusionLines(conclusion, level) : []),
    ...(same === 0 ? [] : [{ level, role: "quiet" as const, text: () => `= ${countOf(same, "delegation")} the same` }]),
  ];
}

function stepLine({ status, kind, name, id, differs }: StepDiff, level: number): DiffLine {
  const what = differs.length === 0 ? "" : `: ${differs.join(", ")}`;
  return {
    level,
    role: ROLES[status],
    text: (columns) => `${MARKS[status]} ${kind} ${inLine(name, columns)}${idText(id, columns)}${what}`,
  };
}
