import { secondsBetween } from "../core/clock.ts";
import { ROOT_PATH } from "../core/ids.ts";
import { countOf, countText, countWithOwn, secondsText } from "./amounts.ts";
import { inLine } from "./in-line.ts";
import { specialistOf, standingOfAgent, standingOfCall, type LiveAgent, type LiveAgents, type LiveStep } from "./live-state.ts";
import { figuresOf } from "./steps.ts";
import type { Branch, Figures } from "./tree.ts";
import { wordsOf, type Words } from "./words.ts";

/** How much of a run under way is shown. */
export interface Folding {
  /** Of each agent's steps that have ended, how many of the latest keep a line. */
  readonly ended: number;
  /** Whether an agent's own open steps have lines, or are told on the agent's line. */
  readonly leaves: boolean;
  /** Of each agent's open steps, how many have a line; those that run come first. */
  readonly open: number;
}

/** What is needed to draw: the agents, this moment in milliseconds since the epoch, and the columns of a line. */
export interface LiveScene {
  readonly agents: LiveAgents;
  readonly now: number;
  readonly columns: number;
}

/** The lines of an agent's steps, folded. A delegation that has ended is one line, whatever it did. */
export function liveBranches(agent: LiveAgent, folding: Folding, scene: LiveScene): Branch[] {
  const steps = [...agent.steps.values()];
  const ended = steps.filter(({ phase }) => phase === "ended");
  const earlier = ended.slice(0, Math.max(0, ended.length - folding.ended));
  const open = steps.filter(({ phase, step }) => phase !== "ended" && (folding.leaves || step.kind === "agent"));
  const shown = new Set([...ended.slice(earlier.length), ...mostLively(open, folding.open, scene)]);
  const others = open.filter((live) => !shown.has(live));
  const isTold = folding.leaves || agent.path === ROOT_PATH; // else the agent's own line says how many there are
  return [
    ...(earlier.length > 0 && isTold ? [remark(endedText(earlier))] : []),
    ...steps.filter((live) => shown.has(live)).map((live) => branch(live, folding, scene)),
    ...(others.length > 0 ? [remark(othersText(others, scene))] : []),
  ];
}

const LIVELINESS = { running: 0, waiting: 1, queued: 2 } as const;

function mostLively(open: readonly LiveStep[], most: number, scene: LiveScene): readonly LiveStep[] {
  if (open.length <= most) return open;
  const rank = (live: LiveStep): number => LIVELINESS[standingOfStep(live, scene)];
  return [...open].sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

function standingOfStep(live: LiveStep, { agents }: LiveScene): "running" | "waiting" | "queued" {
  if (live.step.kind !== "agent") return standingOfCall(live);
  const specialist = specialistOf(agents, live.step);
  return specialist ? standingOfAgent(specialist) : "queued";
}

function remark(text: string): Branch {
  return { line: { kind: "remark", text }, below: [] };
}

function endedText(ended: readonly LiveStep[]): string {
  const failed = ended.filter(({ step }) => step.error !== null).length;
  return `… ${countOf(ended.length, "step")} before${failed > 0 ? `, ${failed} failed` : ""}`;
}

function othersText(others: readonly LiveStep[], scene: LiveScene): string {
  const counts = { running: 0, waiting: 0, queued: 0 };
  for (const live of others) counts[standingOfStep(live, scene)] += 1;
  return `… ${countsText(counts).replace(" ", " more ")}`;
}

/** Counts of what is under way, without those that are none: `2 running, 14 queued`. */
export function countsText(counts: Readonly<Record<"running" | "waiting" | "queued", number>>): string {
  return Object.entries(counts).flatMap(([standing, count]) => (count > 0 ? [`${count} ${standing}`] : [])).join(", ");
}

function branch(live: LiveStep, folding: Folding, scene: LiveScene): Branch {
  const { step, phase } = live;
  if (phase === "ended") {
    return { line: { kind: "step", words: wordsOf(step, scene.columns), figures: figuresOf(step, false) }, below: [] };
  }
  const specialist = step.kind === "agent" ? specialistOf(scene.agents, step) : undefined;
  const words = specialist ? agentWords(live, specialist, folding, scene) : openWords(live, scene);
  const line = { kind: "step", words, figures: openFigures(live, specialist, scene) } as const;
  return { line, below: specialist ? liveBranches(specialist, folding, scene) : [] };
}

function openWords(live: LiveStep, scene: LiveScene): Words {
  const standing = standingOfStep(live, scene);
  const said = inLine(live.text, scene.columns);
  return { ...wordsOf(live.step, scene.columns), standing, ended: live.note || standing, said };
}

function agentWords(live: LiveStep, specialist: LiveAgent, { leaves }: Folding, scene: LiveScene): Words {
  const { size: own } = specialist.steps;
  const steps = own === 0 ? "" : `, ${countWithOwn({ own, subtree: specialist.subtreeSteps }, "step")}`;
  const words = openWords(live, scene);
  return { ...words, ended: `${words.standing}${steps}`, said: leaves ? "" : activityOf(specialist, scene) };
}

// What the agent is at, in a few words, where its own steps have no lines.
function activityOf(specialist: LiveAgent, { columns }: LiveScene): string {
  const own = [...specialist.open].find(({ step }) => step.kind !== "agent");
  if (!own) return "";
  if (own.note !== "") return own.note;
  if (own.step.kind === "model") return own.phase === "running" ? "thinking" : "";
  const { name, asked } = wordsOf(own.step, columns);
  return name + asked;
}

function openFigures({ step }: LiveStep, specialist: LiveAgent | undefined, { now }: LiveScene): Figures {
  const tokens = specialist ? tokensText(specialist) : "";
  return { seconds: secondsText(secondsBetween(step.startedAt, now)), tokens, cost: "" };
}

function tokensText({ subtree }: LiveAgent): string {
  const total = subtree.inputTokens + subtree.outputTokens;
  return total === 0 ? "" : `${countText(total)} tok`;
}
