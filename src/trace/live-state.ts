import type { RunEvent } from "../core/event.ts";
import { turnId } from "../core/ids.ts";
import type { StopReason } from "../core/outcome.ts";
import type { Limit, Step } from "../core/run.ts";
import { addUsage, noUsage, type Usage } from "../core/usage.ts";

/** One step of a run under way. The step is the event's own value, which the engine goes on filling. */
export interface LiveStep {
  step: Step;
  phase: "queued" | "running" | "ended";
  /** The last few words of what a model has written so far. */
  text: string;
  /** What is to be said of the step instead of that it runs. */
  note: "" | "trying again" | "waiting for approval";
}

/** One agent of a run under way, and what it and everyone below it has used. */
export interface LiveAgent {
  readonly path: string;
  readonly name: string;
  readonly goal: string;
  readonly steps: Map<string, LiveStep>;
  /** Those of `steps` that have not ended. */
  readonly open: Set<LiveStep>;
  readonly own: Usage;
  readonly subtree: Usage;
  subtreeSteps: number;
  ending: { readonly stopReason: StopReason; readonly limit: Limit | null; readonly seconds: number } | null;
}

/** All agents of a run by path, the root first. */
export type LiveAgents = Map<string, LiveAgent>;

/** Takes one event in. Events of agents that never started, as after a lost beginning, are passed over. */
export function takeIn(agents: LiveAgents, event: RunEvent): void {
  const agent = agents.get(event.path);
  switch (event.type) {
    case "run.started":
      agents.set(event.path, newAgent(event.path, event.agent, event.goal));
      return;
    case "step.queued":
    case "step.started":
    case "step.ended":
      if (agent) takeInStep(agents, agent, event);
      return;
    case "model.delta":
      return withStep(agent, turnId(event.path, event.turn), (live) => (live.text = endOf(live.text + event.text)));
    case "model.retried":
      return withStep(agent, turnId(event.path, event.turn), (live) => {
        live.text = ""; // what the failed try had written is void
        live.note = "trying again";
      });
    case "approval.asked":
      return withStep(agent, event.stepId, (live) => (live.note = "waiting for approval"));
    case "run.ended":
      if (agent) agent.ending = event;
      return;
    case "turn.started":
    case "call.refused":
      return;
  }
}

const KEPT_CHARACTERS = 60;

function endOf(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text;
  return `…${text.slice(1 - KEPT_CHARACTERS).replace(/^[\uDC00-\uDFFF]/u, "")}`; // never half a character
}

function newAgent(path: string, name: string, goal: string): LiveAgent {
  return { path, name, goal, steps: new Map(), open: new Set(), own: noUsage(), subtree: noUsage(), subtreeSteps: 0, ending: null };
}

const PHASES = { "step.queued": "queued", "step.started": "running", "step.ended": "ended" } as const;

function takeInStep(agents: LiveAgents, agent: LiveAgent, { type, step }: RunEvent & { type: keyof typeof PHASES }): void {
  const known = agent.steps.get(step.id);
  const live: LiveStep = Object.assign(known ?? { text: "", note: "" as const }, { step, phase: PHASES[type] });
  if (type === "step.ended") agent.open.delete(live);
  else agent.open.add(live);
  if (!known) addStep(agents, agent, live);
  if (type === "step.ended" && step.kind !== "agent") addUse(agents, agent, step.usage.own);
}

function addStep(agents: LiveAgents, agent: LiveAgent, live: LiveStep): void {
  agent.steps.set(live.step.id, live);
  for (const one of lineage(agents, agent.path)) one.subtreeSteps += 1;
}

function addUse(agents: LiveAgents, agent: LiveAgent, use: Usage): void {
  addUsage(agent.own, use);
  for (const one of lineage(agents, agent.path)) addUsage(one.subtree, use);
}

function withStep(agent: LiveAgent | undefined, id: string, change: (live: LiveStep) => void): void {
  const live = agent?.steps.get(id);
  if (live) change(live);
}

/** The agent at a path and everyone above it. */
function* lineage(agents: LiveAgents, path: string): Generator<LiveAgent> {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const agent = agents.get(at);
    if (agent) yield agent;
  }
}

/** The specialist that a delegation started, or undefined while it has not. */
export function specialistOf(agents: LiveAgents, { id }: Step): LiveAgent | undefined {
  return agents.get(id.replace("#", "/"));
}

/** What a model turn or a tool call that has not ended is doing. */
export function standingOfCall({ phase, note }: LiveStep): "running" | "queued" | "waiting" {
  if (note === "waiting for approval") return "waiting";
  return phase === "queued" ? "queued" : "running";
}

/** What an agent that has not ended is doing: own work before a wait of its own, and that before a wait for specialists. */
export function standingOfAgent(agent: LiveAgent): "running" | "queued" | "waiting" {
  if (agent.open.size === 0) return "running";
  const own = [...agent.open].filter(({ step }) => step.kind !== "agent");
  if (own.length === 0) return "waiting";
  const standings = own.map(standingOfCall);
  if (standings.includes("running")) return "running";
  return standings.includes("waiting") ? "waiting" : "queued";
}

/** How many agents do what: those that run, those that wait for specialists, those that are queued. */
export function agentCounts(agents: LiveAgents): Readonly<Record<"running" | "waiting" | "queued", number>> {
  const counts = { running: 0, waiting: 0, queued: 0 };
  for (const agent of agents.values()) if (!agent.ending) counts[standingOfAgent(agent)] += 1;
  return counts;
}
