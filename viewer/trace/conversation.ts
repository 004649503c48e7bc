import { wrapUpText } from "../../src/core/instructions.ts";
import { notRunText } from "../../src/core/observation.ts";
import type { StopReason } from "../../src/core/outcome.ts";
import type { BudgetRecord, CallRecord, ModelStep, Offered, RunRecord, Step } from "../../src/core/run.ts";
import { summaryMessage } from "../../src/core/summary.ts";
import type { Nodes } from "./nodes.ts";

/** One message as an agent's model saw it, or gave it. */
export interface Spoken {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  /** The step it comes from; null for instructions and goal. */
  readonly node: number | null;
  /** The turn it belongs to, from 1; 0 for what stands before the first. */
  readonly turn: number;
  /** What an assistant message asks for. */
  readonly calls: readonly CallRecord[];
  /** The name that was called, on a tool message. */
  readonly called: string | null;
  /** The specialist whose conclusion it is, or null. */
  readonly specialist: string | null;
  /** True for a summary that stands, from here on, in the place of earlier turns; how many of the last ones stayed, no trace tells. */
  readonly isSummary: boolean;
}

/**
 * The conversation of one agent, rebuilt from its steps: instructions, goal, then of each turn the model's message and the
 * observations in the order of the calls. Up to turn `n`'s own message, it is exactly what the model was given in turn `n`,
 * as long as nothing was summed up on the way.
 */
export function conversationOf(run: RunRecord, nodes: Nodes, agent: number): Spoken[] {
  const step = nodes.steps[agent];
  const record = step?.kind === "agent" ? step : run;
  const spoken = [message("system", record.instructions), message("user", record.goal)];
  const turns = turnsOf(nodes, agent);
  const wrapUp = wrapUpTurn(record);
  turns.forEach(({ model, calls }, index) => {
    const thought = nodes.steps[model];
    const turn = index + 1;
    if (thought?.kind !== "model") return;
    if (thought.name === "compact") return void spoken.push(...summaryOf(thought, model, turn));
    if (turn === wrapUp) spoken.push(message("user", wrapUpText(record.stopReason ?? "max_steps"), { turn }));
    spoken.push(message("assistant", thought.output, { node: model, turn, calls: thought.calls }));
    spoken.push(...observationsOf(nodes, thought, calls, { turn, isLast: turn === turns.length }));
  });
  return spoken;
}

const PLAIN = { node: null, turn: 0, calls: [], called: null, specialist: null, isSummary: false } as const;

function message(role: Spoken["role"], text: string, rest: Partial<Spoken> = {}): Spoken {
  return { ...PLAIN, role, text, ...rest };
}

// A summary that failed, or was longer than what it sums up, left the history as it was.
function summaryOf(thought: ModelStep, node: number, turn: number): Spoken[] {
  if (thought.error !== null || thought.note !== null) return [];
  return [message("user", summaryMessage(thought.output).content, { node, turn, isSummary: true })];
}

interface Ended {
  readonly budget: BudgetRecord;
  readonly stopReason: StopReason | null;
  readonly offered: readonly Offered[];
}

// The turn that an agent's budget kept for a last answer: the one from which no tool was offered any more.
function wrapUpTurn({ budget, stopReason, offered }: Ended): number | null {
  const last = offered.at(-1);
  const isCut = stopReason?.startsWith("max_") ?? false;
  return budget.wrapUp && isCut && last?.tools.length === 0 && last.turn > 1 ? last.turn : null;
}

interface Turn {
  readonly model: number;
  readonly calls: readonly number[];
}

function turnsOf(nodes: Nodes, agent: number): Turn[] {
  const turns: { model: number; calls: number[] }[] = [];
  for (let at = agent + 1; at < (nodes.end[agent] ?? 0); at = nodes.end[at] ?? at + 1) {
    if (nodes.steps[at]?.kind === "model") turns.push({ model: at, calls: [] });
    else turns.at(-1)?.calls.push(at);
  }
  return turns;
}

interface Place {
  readonly turn: number;
  readonly isLast: boolean;
}

function observationsOf(nodes: Nodes, thought: ModelStep, calls: readonly number[], { turn, isLast }: Place): Spoken[] {
  const left = new Set(calls);
  const asked = thought.calls.flatMap((call): Spoken[] => {
    const node = [...left].find((at) => nodes.steps[at]?.callId === call.id);
    if (node === undefined) return isLast || call.status === "run" ? [] : [notRun(call, turn)];
    left.delete(node);
    return [observation(nodes.steps[node] as Step, node, turn)]; // only node 0 has no step
  });
  if (thought.calls.length === 0) return []; // what follows an answer, an extractor, no model of this agent ever reads
  const others = [...left].map((node) => observation(nodes.steps[node] as Step, node, turn)); // likewise
  return [...asked, ...others];
}

// What the model reads of a call that a ceiling kept from running, when it is asked once more.
function notRun({ name, reason }: CallRecord, turn: number): Spoken {
  const text = notRunText((reason ?? "") as StopReason); // whatever the trace gives as the reason
  return message("tool", text, { turn, called: name });
}

function observation(step: Step, node: number, turn: number): Spoken {
  const specialist = step.kind === "agent" ? step.agent : null;
  return message("tool", step.observation, { node, turn, called: step.name, specialist });
}
