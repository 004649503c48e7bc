import { secondsBetween } from "../../../core/clock.ts";
import type { UsagePair } from "../../../core/usage.ts";
import { coveredMs } from "./covered.ts";
import type { Life, Places } from "../places/places.ts";
import type { Span } from "../places/span.ts";

/** What all of one agent, tool, model, depth or outcome came to. Times are seconds. */
export interface Group {
  readonly key: string;
  readonly count: number;
  /** The lengths of all of them; what ran side by side counts side by side. */
  readonly totalSeconds: number;
  /** The same without the time in which a delegation was under way; the total where nothing can be below. */
  readonly ownSeconds: number;
  /** The median length: half of them took no longer. */
  readonly p50Seconds: number;
  /** 95 of 100 took no longer. */
  readonly p95Seconds: number;
  /** What they waited before they began. */
  readonly queuedSeconds: number;
  /** Input and output tokens, with those of everyone below. */
  readonly totalTokens: number;
  readonly ownTokens: number;
  /** Null where no price was known. */
  readonly totalCost: number | null;
  readonly ownCost: number | null;
  /** How many of them ended with an error. */
  readonly errors: number;
}

/** The tables of an analysis; the longest total first, depths in order. */
export interface Groups {
  /** By agent name: one entry of a group is one life of that agent, the root's included. */
  readonly agents: readonly Group[];
  /** By tool name: one entry is one call. */
  readonly tools: readonly Group[];
  /** By model name: one entry is one turn. */
  readonly models: readonly Group[];
  /** By depth, `0` for the root: one entry is one life. */
  readonly depths: readonly Group[];
  /** By outcome of delegations, `open` for those that have none yet: one entry is one delegation. */
  readonly outcomes: readonly Group[];
}

/** Groups the lives and the steps of a run. */
export function groupsOf({ run, lives, steps }: Places): Groups {
  const [agents, tools, models, depths, outcomes] = [new Tally(), new Tally(), new Tally(), new Tally(), new Tally()];
  const ownMs = new Map<Life, number>();
  for (const life of lives) {
    const { step, span } = life;
    const own = span.endedAt - span.startedAt - coveredMs(life.steps.flatMap(({ below }) => (below ? [below.span] : [])), span);
    ownMs.set(life, own);
    const entry = { span, ownMs: own, usage: (step ?? run).usage, failed: (step ?? run).error !== null };
    agents.add(life.agent, entry);
    depths.add(String(life.depth), entry);
  }
  for (const { step, span, below } of steps) {
    const lengthMs = span.endedAt - span.startedAt;
    const entry = { span, ownMs: (below && ownMs.get(below)) ?? lengthMs, usage: step.usage, failed: step.error !== null };
    if (step.kind === "model") models.add(step.model, entry);
    if (step.kind === "tool") tools.add(step.name, entry);
    if (step.kind === "agent") outcomes.add(step.outcome ?? "open", entry);
  }
  return {
    agents: agents.byTotal(),
    tools: tools.byTotal(),
    models: models.byTotal(),
    depths: depths.byNumber(),
    outcomes: outcomes.byTotal(),
  };
}

interface Entry {
  readonly span: Span;
  readonly ownMs: number;
  readonly usage: UsagePair;
  readonly failed: boolean;
}

class Tally {
  readonly #entries = new Map<string, Entry[]>();

  add(key: string, entry: Entry): void {
    const entries = this.#entries.get(key);
    if (entries) entries.push(entry);
    else this.#entries.set(key, [entry]);
  }

  byTotal(): Group[] {
    return this.#groups().sort((one, other) => other.totalSeconds - one.totalSeconds || (one.key < other.key ? -1 : 1));
  }

  byNumber(): Group[] {
    return this.#groups().sort((one, other) => Number(one.key) - Number(other.key));
  }

  #groups(): Group[] {
    return [...this.#entries].map(([key, entries]) => groupOf(key, entries));
  }
}

function groupOf(key: string, entries: readonly Entry[]): Group {
  const lengths = entries.map(({ span }) => span.endedAt - span.startedAt).sort((one, other) => one - other);
  return {
    key,
    count: entries.length,
    totalSeconds: secondsSummed(lengths),
    ownSeconds: secondsSummed(entries.map((entry) => entry.ownMs)),
    p50Seconds: secondsBetween(0, quantile(lengths, 0.5)),
    p95Seconds: secondsBetween(0, quantile(lengths, 0.95)),
    queuedSeconds: secondsSummed(entries.map(({ span }) => span.startedAt - span.queuedAt)),
    totalTokens: sum(entries.map(({ usage }) => usage.subtree.inputTokens + usage.subtree.outputTokens)),
    ownTokens: sum(entries.map(({ usage }) => usage.own.inputTokens + usage.own.outputTokens)),
    totalCost: costSummed(entries.map(({ usage }) => usage.subtree.cost)),
    ownCost: costSummed(entries.map(({ usage }) => usage.own.cost)),
    errors: entries.filter(({ failed }) => failed).length,
  };
}

/** The nearest-rank quantile of lengths in ascending order; 0 for none. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function secondsSummed(lengthsMs: readonly number[]): number {
  return secondsBetween(0, sum(lengthsMs));
}

const MICRO = 1_000_000; // the ledger's unit of money

function costSummed(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null);
  return known.length === 0 ? null : Math.round(sum(known) * MICRO) / MICRO;
}
