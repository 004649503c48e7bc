import { isObject } from "../core/json.ts";
import type { AgentStep, RunRecord, Step } from "../core/run.ts";
import { asWritten } from "../trace/as-written.ts";
import { hasSameFields } from "../trace/same-json.ts";

/**
 * What the server of a live page sends, as server-sent events whose data is JSON: `run` events, each one a message of
 * this type, and at last one event `end` without data. The first message after each connection must be whole.
 */
export type LiveMessage =
  | { readonly whole: RunRecord }
  | {
      /** The run without steps and ledger. */
      readonly head: Omit<RunRecord, "steps" | "ledger">;
      /** Steps that are new or have changed, a delegation before those below it, each with its parent. */
      readonly changed: readonly LiveStep[];
      /** How many entries the ledger had before, and those that are new. */
      readonly booked: { readonly after: number; readonly entries: RunRecord["ledger"] };
    };

/** One step without `children`, the id of the delegation it stands under (null for the run's own), and its place there. */
export interface LiveStep {
  readonly under: string | null;
  readonly place: number;
  readonly step: ModelOrTool | Omit<AgentStep, "children">;
}

type ModelOrTool = Exclude<Step, AgentStep>;

/** The message that turns the snapshot `before` into `run`; whole where there is none before, or it is of another run. */
export function liveMessage(before: RunRecord | null, run: RunRecord): LiveMessage {
  const after = asWritten(run);
  if (before?.id !== after.id || before.ledger.length > after.ledger.length) return { whole: after };
  const { steps, ledger, ...head } = after;
  const changed: LiveStep[] = [];
  collect(before.steps, steps, null, changed);
  return { head, changed, booked: { after: before.ledger.length, entries: ledger.slice(before.ledger.length) } };
}

function collect(before: readonly Step[], after: readonly Step[], under: string | null, changed: LiveStep[]): void {
  after.forEach((step, place) => {
    const known = before[place];
    // A closed step may still change: what the model reads of a call, and what it made, are told when the turn ends.
    if (!known || !hasSameFields(known, step, "children")) changed.push({ under, place, step: withoutChildren(step) });
    if (step.kind === "agent" && step.children.length > 0) collect(childrenOf(known), step.children, step.id, changed);
  });
}

function withoutChildren(step: Step): LiveStep["step"] {
  if (step.kind !== "agent") return step;
  const { children: _, ...rest } = step;
  return rest;
}

function childrenOf(step: Step | undefined): readonly Step[] {
  return step?.kind === "agent" ? step.children : [];
}

/** A run that grows by live messages. */
export class LiveRun {
  /** The run so far; its steps and its ledger grow in place. Null before the first message. */
  run: RunRecord | null = null;
  readonly #lists = new Map<string | null, Step[]>();

  /** Takes a message in. False where it does not fit what is here; then a whole one is needed, and nothing has changed. */
  take(message: unknown): boolean {
    if (!isObject(message)) return false;
    if (isObject(message.whole)) return this.#begin(message.whole as RunRecord); // its fields are checked where they are shown
    const { head, changed, booked } = message as Extract<LiveMessage, { head: unknown }>; // as far as it is one
    if (!this.run || !isObject(head) || booked?.after !== this.run.ledger.length || !this.#fits(changed)) return false;
    for (const { under, place, step } of changed) this.#put(this.#lists.get(under) ?? [], place, step);
    this.run.ledger.push(...booked.entries);
    this.run = { ...head, steps: this.run.steps, ledger: this.run.ledger };
    return true;
  }

  #begin(run: RunRecord): boolean {
    if (!Array.isArray(run.steps) || !Array.isArray(run.ledger)) return false;
    this.run = run;
    this.#lists.clear();
    this.#index(null, run.steps);
    return true;
  }

  #index(under: string | null, steps: Step[]): void {
    this.#lists.set(under, steps);
    for (const step of steps) if (step.kind === "agent") this.#index(step.id, step.children);
  }

  #fits(changed: readonly LiveStep[]): boolean {
    if (!isList(changed)) return false;
    const lengths = new Map<string | null, number>();
    return changed.every(({ under, place, step }) => {
      const length = lengths.get(under) ?? this.#lists.get(under)?.length;
      if (length === undefined || place > length) return false;
      if (place === length) lengths.set(under, length + 1);
      if (step.kind === "agent" && !this.#lists.has(step.id) && !lengths.has(step.id)) lengths.set(step.id, 0);
      return true;
    });
  }

  #put(list: Step[], place: number, step: LiveStep["step"]): void {
    if (step.kind !== "agent") {
      list[place] = step;
      return;
    }
    const children = this.#lists.get(step.id) ?? [];
    this.#lists.set(step.id, children);
    list[place] = { ...step, children };
  }
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}
