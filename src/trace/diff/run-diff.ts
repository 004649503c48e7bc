import type { Outcome, StopReason } from "../../core/outcome.ts";
import type { Step } from "../../core/run.ts";
import type { Field } from "./fields.ts";
import type { TextDiff } from "./text-diff.ts";

/** A value in the first run and in the second; null where a run has none. */
export interface Change<Value> {
  readonly a: Value | null;
  readonly b: Value | null;
}

/** A figure in both runs, and the second minus the first; null where one of them is not known. */
export interface Delta extends Change<number> {
  readonly change: number | null;
}

/** The figures that a diff compares: seconds, and of an agent with everyone below it. */
export interface Deltas {
  readonly steps: Delta;
  readonly seconds: Delta;
  readonly tokens: Delta;
  readonly cost: Delta;
}

/** How an agent or a step of one run stands to its partner in the other: `added` is in the second alone, `removed` in the first. */
export type DiffStatus = "same" | "changed" | "added" | "removed";

/** A model turn or a tool call that is not the same in both runs. */
export interface StepDiff {
  readonly status: Exclude<DiffStatus, "same">;
  readonly kind: Step["kind"];
  readonly name: string;
  /** The step's id in each run. */
  readonly id: Change<string>;
  /** What differs; empty for a step that only one run has. */
  readonly differs: readonly Field[];
}

/** An agent in both runs: the root, or a delegation. One that only one run has tells its figures, not its steps. */
export interface AgentDiff {
  readonly status: DiffStatus;
  readonly agent: string;
  /** The name that was called; the agent's own for the root. */
  readonly name: string;
  /** The delegation's id in each run; null for the root. */
  readonly id: Change<string>;
  /** The beginning of the goal, at most 200 characters. */
  readonly goal: Change<string>;
  readonly outcome: Change<Outcome>;
  readonly stopReason: Change<StopReason>;
  readonly deltas: Deltas;
  /** What differs of the agent itself: what it was given, what it came to, `order` where it changed places. */
  readonly differs: readonly Field[];
  /** How the conclusion changed; null where it is the same, or only one run has it. */
  readonly conclusion: TextDiff | null;
  /** Its own model turns and tool calls that are not the same. */
  readonly steps: readonly StepDiff[];
  /** Its delegations, the same ones too. */
  readonly below: readonly AgentDiff[];
}

/** The first place where two runs part, in the order in which the first one went. */
export interface Divergence {
  readonly type: "changed" | "added" | "removed";
  readonly kind: Step["kind"];
  readonly name: string;
  /** Null for the run itself: its goal or its instructions. */
  readonly id: Change<string>;
  /** Null for a step that only one run has. */
  readonly field: Field | null;
  /** Both values around the first character that differs, at most 200 characters each. */
  readonly text: Change<string>;
}

/** Two runs side by side. Plain JSON. */
export interface RunDiff {
  readonly id: { readonly a: string; readonly b: string };
  /** True when nothing but times and figures differs. */
  readonly isSame: boolean;
  readonly deltas: Deltas & { readonly agents: Delta };
  readonly firstDivergence: Divergence | null;
  /** How many agents, of the whole tree, stand in each way; below one that only one run has, nobody is counted. */
  readonly agents: Readonly<Record<DiffStatus, number>>;
  readonly root: AgentDiff;
}
