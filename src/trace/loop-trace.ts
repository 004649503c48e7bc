import { escapeForTerminal } from "../core/escape.ts";
import type { CallRecord, ModelStep, RunSnapshot, Step } from "../core/run.ts";
import { asWritten } from "./as-written.ts";
import { pythonFloat, pythonText } from "./python.ts";

/** How a loop trace is printed. */
export interface LoopTraceOptions {
  /**
   * `full`: every record, kinds aligned to seven characters, then the final answer, the turns and the tools. `page`: the
   * short form that the page prints: kinds aligned to six, the first four turns, no final record, and the answer alone.
   */
  readonly form?: "full" | "page";
  /** Names of tools whose results are Python floats: a result `18` is printed as `18.0`. */
  readonly floats?: readonly string[];
}

interface LoopRecord {
  readonly kind: "user" | "thought" | "action" | "final";
  readonly text: string;
}

const FORMS = {
  full: { kindWidth: 7, turns: Infinity },
  page: { kindWidth: 6, turns: 4 },
} as const;

/**
 * The run as the bare agent loop of the first page prints itself: `[02  action] kv_get({'key': 'base'}) -> 120`, with
 * values the way Python writes them. A turn with calls is a thought and one action for each call; the turn without is
 * the final answer, which is `budget exhausted` for a run cut by its steps. One line per record, escaped.
 */
export function renderLoopTrace(given: RunSnapshot, { form = "full", floats = [] }: LoopTraceOptions = {}): string {
  const run = asWritten(given);
  const turns = turnsOf(run.steps, new Set(floats));
  const answer = escapeForTerminal(answerOf(run));
  const records: LoopRecord[] = [{ kind: "user", text: run.goal }, ...turns.slice(0, FORMS[form].turns).flat()];
  if (form === "full") records.push({ kind: "final", text: answer });
  const lines = records.map(({ kind, text }, index) => {
    return `[${String(index).padStart(2, "0")} ${kind.padStart(FORMS[form].kindWidth)}] ${escapeForTerminal(text)}`;
  });
  const tail = form === "full" ? ["", `final answer: ${answer}`, ...totals(run, turns.length)] : [`final answer: ${answer}`];
  return [...lines, ...tail].join("\n");
}

function totals(run: RunSnapshot, turns: number): readonly string[] {
  const tools = [...new Set(run.toolCalls)].sort();
  return [`turns used:   ${turns}`, `tools used:   ${pythonText(tools)}`];
}

// What the loop would have returned: it knows one ceiling, its turns, and says so in place of an answer.
function answerOf({ stopReason, output }: RunSnapshot): string {
  if (stopReason === "max_steps") return "budget exhausted";
  return output === "" && stopReason !== "completed" ? (stopReason ?? "running") : output;
}

/** The records of each turn that asked for calls; what a ceiling kept from running stands last, as it did in the turn. */
function turnsOf(steps: readonly Step[], floats: ReadonlySet<string>): LoopRecord[][] {
  const turns: { readonly thought: ModelStep; readonly actions: string[] }[] = [];
  for (const step of steps) {
    if (step.kind !== "model") turns.at(-1)?.actions.push(actionText(step, floats));
    else if (step.calls.length > 0) turns.push({ thought: step, actions: [] });
  }
  return turns.map(({ thought, actions }) => {
    const all = [...actions, ...thought.calls.filter(({ status }) => status === "not_run").map(notRunText)];
    return [{ kind: "thought", text: thought.output }, ...all.map((text) => ({ kind: "action", text }) as const)];
  });
}

function notRunText({ name, arguments: args, reason }: CallRecord): string {
  return `${name}(${pythonText(args)}) -> not run: ${reason}`;
}

function actionText({ name, arguments: args, observation }: Step, floats: ReadonlySet<string>): string {
  const isFloat = floats.has(name) && observation.trim() !== "" && Number.isFinite(Number(observation));
  return `${name}(${pythonText(args)}) -> ${isFloat ? pythonFloat(Number(observation)) : observation}`;
}
