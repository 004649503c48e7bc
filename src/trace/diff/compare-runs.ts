import { wholeCharacters } from "../../core/cut.ts";
import type { AgentStep, RunRecord } from "../../core/run.ts";
import { placesOf, type Life, type Placed, type Places } from "../analyse/places/places.ts";
import { deltaOf, deltasOf, type Measured } from "./deltas.ts";
import { divergenceAt } from "./divergence.ts";
import { beginningDifferences, endDifferences, stepDifferences, type AgentSide, type FieldDifference } from "./fields.ts";
import { pairSteps, type StepPair } from "./pair-steps.ts";
import type { AgentDiff, DiffStatus, Divergence, RunDiff, StepDiff } from "./run-diff.ts";
import { textDiff } from "./text-diff.ts";

/** Compares two runs as they stand, text by text: what `diff` does once both have their texts, or both only the lengths. */
export function compareRuns(a: RunRecord, b: RunRecord): RunDiff {
  const [one, other] = [placesOf(a), placesOf(b)];
  const comparison = new Comparison();
  const root = comparison.compare(rootSide(one), rootSide(other));
  const agents = deltaOf(one.lives.length, other.lives.length);
  return {
    id: { a: a.id, b: b.id },
    isSame: root.status === "same",
    deltas: { ...root.deltas, agents },
    firstDivergence: comparison.firstDivergence,
    agents: comparison.counts,
    root,
  };
}

/** One agent of one run, with all that is compared of it. */
interface Side extends AgentSide {
  readonly name: string;
  readonly id: string | null;
  readonly steps: readonly Placed[];
  readonly measured: Measured;
}

function rootSide({ run, root, steps }: Places): Side {
  const { agent, usage, data, dataProblem } = run;
  const measured = { steps: steps.length, span: root.span, usage: usage.subtree };
  return { ...given(run), data: data ?? dataProblem ?? null, step: null, name: agent, id: null, steps: root.steps, measured };
}

function delegationSide(placed: Placed): Side | null {
  const { step, below, span } = placed;
  if (step.kind !== "agent") return null;
  const { id, name, usage } = step;
  const measured = { steps: 1 + stepsBelow(below), span, usage: usage.subtree };
  return { ...given(step), data: null, step, name, id, steps: below?.steps ?? [], measured };
}

function given(told: RunRecord | AgentStep): Omit<AgentSide, "step" | "data"> {
  const { agent, goal, instructions, offered, output, error, stopReason, limit, artifacts } = told;
  return { agent, goal, instructions, offered, output, error, stopReason, limit, artifacts };
}

// What is still open has no total of its own yet, so the steps are counted.
function stepsBelow(life: Life | null): number {
  let count = 0;
  const rest = life ? [life] : [];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    count += next.steps.length;
    for (const { below } of next.steps) if (below) rest.push(below);
  }
  return count;
}

type Growing<Result> = { -readonly [Key in keyof Result]: Result[Key] extends readonly (infer Item)[] ? Item[] : Result[Key] };

/** Two agents that are being compared: which of their steps is next. */
interface Open {
  readonly a: Side;
  readonly b: Side;
  readonly pairs: readonly StepPair[];
  readonly found: Growing<AgentDiff>;
  next: number;
}

class Comparison {
  firstDivergence: Divergence | null = null;
  readonly counts: Record<DiffStatus, number> = { same: 0, changed: 0, added: 0, removed: 0 };
  readonly #open: Open[] = [];

  compare(a: Side, b: Side): AgentDiff {
    const root = this.#begin(a, b, false);
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      const pair = top.pairs[top.next++];
      if (pair === undefined) this.#end(top);
      else this.#compareSteps(pair, top.found);
    }
    return root;
  }

  #begin(a: Side, b: Side, isMoved: boolean): Growing<AgentDiff> {
    const found = agentDiff("same", a, b);
    if (isMoved) found.differs.push("order");
    this.#open.push({ a, b, pairs: pairSteps(a.steps, b.steps), found, next: 0 });
    this.#note(found, beginningDifferences(a, b), { a, b });
    return found;
  }

  #compareSteps(pair: StepPair, above: Growing<AgentDiff>): void {
    if (pair.type !== "both") return this.#onlyOne(pair, above);
    const [a, b] = [delegationSide(pair.a), delegationSide(pair.b)];
    if (a && b) {
      above.below.push(this.#begin(a, b, pair.isMoved));
      return;
    }
    const { step } = pair.a;
    const differences = stepDifferences(step, pair.b.step, pair.isExact);
    if (differences.length === 0) return;
    const ids = { a: step.id, b: pair.b.step.id };
    above.steps.push({ status: "changed", kind: step.kind, name: step.name, id: ids, differs: differences.map(({ field }) => field) });
    this.firstDivergence ??= divergenceAt({ type: "changed", step: pair.b.step, ids, difference: differences[0] });
  }

  #onlyOne(pair: Exclude<StepPair, { type: "both" }>, above: Growing<AgentDiff>): void {
    const placed = pair.type === "added" ? pair.b : pair.a;
    const { id, kind, name } = placed.step;
    const ids = pair.type === "added" ? { a: null, b: id } : { a: id, b: null };
    this.firstDivergence ??= divergenceAt({ type: pair.type, step: placed.step, ids });
    const side = delegationSide(placed);
    if (side) {
      this.counts[pair.type] += 1;
      above.below.push(pair.type === "added" ? agentDiff("added", null, side) : agentDiff("removed", side, null));
    } else {
      const only: StepDiff = { status: pair.type, kind, name, id: ids, differs: [] };
      above.steps.push(only);
    }
  }

  #end({ a, b, found }: Open): void {
    this.#open.pop();
    this.#note(found, endDifferences(a, b), { a, b });
    if (a.output !== b.output) found.conclusion = textDiff(a.output, b.output);
    const isChanged = found.differs.length > 0 || found.steps.length > 0 || found.below.some(({ status }) => status !== "same");
    found.status = isChanged ? "changed" : "same";
    this.counts[found.status] += 1;
  }

  #note(found: Growing<AgentDiff>, differences: readonly FieldDifference[], { a, b }: Pick<Open, "a" | "b">): void {
    found.differs.push(...differences.map(({ field }) => field));
    const [difference] = differences;
    const step = { kind: "agent", name: b.name } as const;
    if (difference) this.firstDivergence ??= divergenceAt({ type: "changed", step, ids: { a: a.id, b: b.id }, difference });
  }
}

const GOAL_CHARACTERS = 200;

function goalText({ goal }: Side): string {
  return wholeCharacters(goal.slice(0, GOAL_CHARACTERS));
}

function agentDiff(status: DiffStatus, a: Side | null, b: Side | null): Growing<AgentDiff> {
  const shown = (b ?? a) as Side; // at least one of them is given
  return {
    status,
    agent: shown.agent,
    name: shown.name,
    id: { a: a?.id ?? null, b: b?.id ?? null },
    goal: { a: a && goalText(a), b: b && goalText(b) },
    outcome: { a: a?.step?.outcome ?? null, b: b?.step?.outcome ?? null },
    stopReason: { a: a?.stopReason ?? null, b: b?.stopReason ?? null },
    deltas: deltasOf(a?.measured ?? null, b?.measured ?? null),
    differs: [],
    conclusion: null,
    steps: [],
    below: [],
  };
}
