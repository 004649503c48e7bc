import { wrapUpText } from "../../src/core/instructions.ts";
import { notRunText } from "../../src/core/observation.ts";
import type { StopReason } from "../../src/core/outcome.ts";
import type { BudgetRecord, CallRecord, ModelStep, Offered, RunRecord, Step } from "../../src/core/run.ts";
import type { Nodes } from "./nodes.ts";
import { message, Talk, type Conversation, type Growing } from "./spoken.ts";

/**
 * The conversation of one agent, rebuilt from its steps: instructions, goal, then of each turn the model's message and the
 * observations in the order of the calls. `givenIn` says what of it the model was given in one turn.
 */
export function conversationOf(run: RunRecord, nodes: Nodes, agent: number): Conversation {
  const step = nodes.steps[agent];
  const record = step?.kind === "agent" ? step : run;
  const talk = new Talk(message("system", record.instructions), message("user", record.goal));
  const turns = turnsOf(nodes, agent);
  const wrapUp = wrapUpTurn(record);
  turns.forEach(({ model, calls }, index) => {
    const thought = nodes.steps[model];
    const turn = index + 1;
    if (thought?.kind !== "model") return;
    if (thought.name === "compact") return talk.sumUp(thought, model, turn);
    if (turn === wrapUp) talk.add(message("user", wrapUpText(record.stopReason ?? "max_steps"), { turn }));
    talk.add(message("assistant", thought.output, { node: model, turn, calls: thought.calls }));
    for (const read of observationsOf(nodes, thought, calls, { turn, isLast: turn === turns.length })) talk.add(read);
  });
  return talk;
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

function observationsOf(nodes: Nodes, thought: ModelStep, calls: readonly number[], { turn, isLast }: Place): Growing[] {
  const left = new Set(calls);
  const asked = thought.calls.flatMap((call): Growing[] => {
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
function notRun({ name, reason }: CallRecord, turn: number): Growing {
  const text = notRunText((reason ?? "") as StopReason); // whatever the trace gives as the reason
  return message("tool", text, { turn, called: name });
}

function observation(step: Step, node: number, turn: number): Growing {
  const specialist = step.kind === "agent" ? step.agent : null;
  return message("tool", step.observation, { node, turn, called: step.name, specialist });
}
