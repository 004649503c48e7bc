import { summaryMessage } from "../../src/core/summary.ts";
import type { CallRecord, ModelStep } from "../../src/core/run.ts";

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
  /** True for a summary, which stands in the history right behind the goal, in the place of what it sums up. */
  readonly isSummary: boolean;
  /** The turn that summed it up, after which the model no longer saw it; null for what stayed. */
  readonly until: number | null;
}

/** What one agent's model saw, in the order in which it came to be. */
export interface Conversation {
  readonly spoken: readonly Spoken[];
  /** False where a summary took the place of earlier turns and the trace, an older one, does not tell of how many. */
  readonly isExact: boolean;
}

/** How many messages the summary of this turn took the place of. */
export function summedUpIn({ spoken }: Conversation, turn: number): number {
  return spoken.filter(({ until }) => until === turn).length;
}

/** What the model was given in one turn that was no summing up, in its order: exactly that, where the conversation is exact. */
export function givenIn({ spoken }: Conversation, turn: number): Spoken[] {
  const own = spoken.findIndex((each) => each.turn === turn && each.role === "assistant");
  const given = spoken.slice(0, own < 0 ? spoken.length : own).filter(({ until }) => until === null || until > turn);
  const others = given.filter(({ isSummary }) => !isSummary);
  return [...others.slice(0, FIRST_MESSAGES), ...given.filter(({ isSummary }) => isSummary), ...others.slice(FIRST_MESSAGES)];
}

const FIRST_MESSAGES = 2; // the instructions and the goal, which are never summed up

/** A message whose end may still come. */
export type Growing = { -readonly [Field in keyof Spoken]: Spoken[Field] };

/** A conversation that grows, turn by turn. */
export class Talk implements Conversation {
  readonly spoken: Growing[];
  isExact = true;
  /** What the model would be given now, in its order. */
  #history: Growing[];

  constructor(...first: Growing[]) {
    this.spoken = [...first];
    this.#history = [...first];
  }

  add(spoken: Growing): void {
    this.spoken.push(spoken);
    this.#history.push(spoken);
  }

  // A summary that failed, or was longer than what it sums up, left the history as it was.
  sumUp(thought: ModelStep, node: number, turn: number): void {
    if (thought.error !== null || thought.note !== null) return;
    const summary = message("user", summaryMessage(thought.output).content, { node, turn, isSummary: true });
    this.spoken.push(summary);
    const kept = new Set(this.#keptAfter(thought.keptTurns));
    for (const each of this.#history.slice(FIRST_MESSAGES)) if (!kept.has(each)) each.until = turn;
    this.#history = [...this.#history.slice(0, FIRST_MESSAGES), summary, ...kept];
  }

  // How many turns stayed is missing in older traces.
  #keptAfter(turns: number | undefined): Growing[] {
    if (turns === undefined) this.isExact = false;
    const begins = this.#history.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
    const from = turns === undefined ? FIRST_MESSAGES : turns === 0 ? this.#history.length : (begins.at(-turns) ?? FIRST_MESSAGES);
    return this.#history.slice(from).filter(({ isSummary }) => !isSummary);
  }
}

const PLAIN = { node: null, turn: 0, calls: [], called: null, specialist: null, isSummary: false, until: null } as const;

/** A message; what is not said of it is what a plain one has. */
export function message(role: Spoken["role"], text: string, rest: Partial<Spoken> = {}): Growing {
  return { ...PLAIN, role, text, ...rest };
}
