import { append, beginHistory, requestHash, type History } from "../core/history.ts";
import { wrapUpText } from "../core/instructions.ts";
import type { JsonValue } from "../core/json.ts";
import type { Message } from "../core/message.ts";
import type { OfferedTool } from "../core/model.ts";
import { notRunText } from "../core/observation.ts";
import type { ModelStep, RunRecord, Step } from "../core/run.ts";
import { earlierTurns, SUMMARISE, summaryMessage, transcriptOf } from "../core/summary.ts";
import { livesOf, placeOf, type Life } from "./lives.ts";

/** What a model was asked in one turn, or a tool in one call, as a trace tells it. `{{budget}}` stands as it was written. */
export type TracedRequest =
  | {
      readonly kind: "model";
      readonly id: string;
      readonly agent: string;
      readonly model: string;
      readonly messages: readonly Message[];
      readonly tools: readonly OfferedTool[];
    }
  | { readonly kind: "tool"; readonly id: string; readonly agent: string; readonly name: string; readonly arguments: JsonValue };

/** A model step and its request, rebuilt from what stands before it; `hash` is the fingerprint of what was rebuilt. */
export interface RebuiltTurn {
  readonly step: ModelStep;
  readonly history: History;
  /** How many messages of the history the request has. */
  readonly length: number;
  readonly tools: readonly OfferedTool[];
  readonly hash: string;
}

const CUTS = ["max_steps", "max_tool_calls", "max_delegations", "max_tokens", "max_cost"] as const;
const NO_TOOLS: readonly OfferedTool[] = [];

/** The requests of an agent's model steps, in order: instructions, goal, then every turn with its calls and observations. */
export function* rebuiltTurns(life: Life): Generator<RebuiltTurn> {
  let history = beginHistory(life.instructions, life.goal);
  for (const [index, step] of life.steps.entries()) {
    if (step.kind !== "model") continue;
    if (step.name === "compact") {
      const compacted = compaction(life, step, history);
      yield compacted.turn;
      history = compacted.history;
      continue;
    }
    const turn = turnOf(life, step, history);
    yield turn;
    if (step.calls.length > 0) appendCalls(history, step, life.steps.slice(index + 1));
  }
}

function turnOf(life: Life, step: ModelStep, history: History): RebuiltTurn {
  const tools = toolsAt(life, placeOf(step.id).turn);
  const plain = rebuilt(step, history, tools);
  if (plain.hash === step.requestHash || !life.budget.wrapUp) return plain;
  for (const reason of CUTS) {
    const wrapped: History = { messages: [...history.messages], characters: history.characters };
    append(wrapped, { role: "user", content: wrapUpText(reason) });
    const turn = rebuilt(step, wrapped, tools);
    if (turn.hash === step.requestHash) return turn;
  }
  return plain;
}

function rebuilt(step: ModelStep, history: History, tools: readonly OfferedTool[]): RebuiltTurn {
  const { length } = history.messages;
  return { step, history, length, tools, hash: requestHash(history.messages, length, tools) };
}

function toolsAt({ offered }: Life, turn: number): readonly OfferedTool[] {
  return offered.findLast((entry) => entry.turn <= turn)?.tools ?? NO_TOOLS;
}

function appendCalls(history: History, step: ModelStep, after: readonly Step[]): void {
  const toolCalls = step.calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }));
  append(history, { role: "assistant", content: step.output, toolCalls });
  const admitted = step.calls.filter(({ status }) => status === "run");
  for (const [index, { id }] of admitted.entries()) append(history, { role: "tool", content: after[index]?.observation ?? "", callId: id });
  for (const { id, status, reason } of step.calls) {
    if (status !== "not_run") continue;
    const why = (reason ?? "max_steps") as "max_steps"; // the engine writes stop reasons alone
    append(history, { role: "tool", content: notRunText(why), callId: id });
  }
}

interface Compacted {
  readonly turn: RebuiltTurn;
  readonly history: History;
}

// Where a trace does not tell how many turns a compaction was to leave, as where it failed, the fingerprint says which number it was.
function compaction(life: Life, step: ModelStep, history: History): Compacted {
  const turns = history.messages.filter(({ role }) => role === "assistant").length;
  let first: Compacted | null = null;
  for (let keepTurns = step.keptTurns ?? 0; keepTurns <= turns; keepTurns++) {
    const { earlier, kept } = earlierTurns(history.messages, keepTurns);
    const turn = rebuilt(step, beginHistory(SUMMARISE, transcriptOf(life.goal, earlier)), NO_TOOLS);
    const compacted = { turn, history: hasReplaced(step) ? shortened(life, step.output, kept) : history };
    if (turn.hash === step.requestHash) return compacted;
    first ??= compacted;
  }
  return first ?? { turn: rebuilt(step, history, NO_TOOLS), history }; // more turns kept than there were: a trace that was changed
}

function hasReplaced({ note, error, output }: ModelStep): boolean {
  return note === null && error === null && output.trim() !== "";
}

function shortened({ instructions, goal }: Life, summary: string, kept: readonly Message[]): History {
  const history = beginHistory(instructions, goal);
  for (const message of [summaryMessage(summary), ...kept]) append(history, message);
  return history;
}

/** The request of one step of a trace; null where there is no such model step or tool step. */
export function requestAt(run: RunRecord, id: string): TracedRequest | null {
  const { path } = placeOf(id);
  const life = livesOf(run).find((each) => each.path === path);
  const step = life?.steps.find((each) => each.id === id);
  if (!life || !step) return null;
  const { agent } = life;
  if (step.kind !== "model") return { kind: "tool", id, agent, name: step.name, arguments: step.arguments };
  for (const turn of rebuiltTurns(life)) if (turn.step === step) return requestOf(agent, turn);
  return null;
}

/** A rebuilt turn as a request. */
export function requestOf(agent: string, { step, history, length, tools }: RebuiltTurn): TracedRequest {
  return { kind: "model", id: step.id, agent, model: step.model, messages: history.messages.slice(0, length), tools };
}
