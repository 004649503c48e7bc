import { DefinitionError } from "../../core/errors.ts";
import type { AgentDiff, Delta, RunDiff } from "./run-diff.ts";

/** A condition that a diff failed: the term as it was given, and what was found, in one sentence without a full stop. */
export interface Failure {
  readonly term: string;
  readonly reason: string;
}

const MEASURES = ["steps", "tokens", "cost", "seconds", "agents"] as const;
type Measure = (typeof MEASURES)[number];

const TERM = /^([a-z]+)(?:>(\d+(?:\.\d+)?)(%)?)?$/u;
const ALLOWED = `any, outcome, output, structure, ${MEASURES.join(", ")}, or one of the last five with a limit, as in cost>10% or steps>3`;

/**
 * What of a diff must not be, for use in CI. `any`: anything but times and figures differs. `outcome`: the run's stop
 * reason differs, or the outcome of a delegation that both have. `output`: the answer differs, as text or as data.
 * `structure`: a delegation was added or removed. `steps`, `tokens`, `cost`, `seconds`, `agents`: the figure differs; with
 * `>10%` or `>3` it grew by more than that. A cost that is known of one run only counts as grown. Returns nothing when
 * all is well. Throws `DefinitionError` for a term that is none.
 */
export function failOn(diff: RunDiff, terms: readonly string[]): Failure[] {
  return terms.flatMap((term) => {
    const reason = reasonFor(diff, term);
    return reason === null ? [] : [{ term, reason }];
  });
}

function reasonFor(diff: RunDiff, term: string): string | null {
  const [, name = "", limit, percent] = TERM.exec(term) ?? [];
  const measure = MEASURES.find((each) => each === name);
  if (measure) {
    return measureReason(
      measure,
      diff.deltas[measure],
      limit === undefined ? null : { limit: Number(limit), isPercent: percent !== undefined },
    );
  }
  if (limit !== undefined) throw wrongTerm(term);
  switch (name) {
    case "any":
      return diff.isSame ? null : "the runs are not the same";
    case "outcome":
      return outcomeReason(diff.root);
    case "output":
      return diff.root.differs.some((field) => field === "output" || field === "data") ? "the answer differs" : null;
    case "structure":
      return structureReason(diff);
    default:
      throw wrongTerm(term);
  }
}

function wrongTerm(term: string): DefinitionError {
  return new DefinitionError({ subject: "failOn", field: "a term", value: term, allowed: ALLOWED });
}

function outcomeReason(root: AgentDiff): string | null {
  const rest: AgentDiff[] = [root];
  for (let agent = rest.pop(); agent !== undefined; agent = rest.pop()) {
    const { stopReason, outcome, id } = agent;
    if (agent.status === "added" || agent.status === "removed") continue;
    if (agent === root && stopReason.a !== stopReason.b) {
      return `the run ended ${stopReason.a ?? "not yet"}, then ${stopReason.b ?? "not yet"}`;
    }
    if (outcome.a !== outcome.b) return `${id.b ?? ""} ended ${outcome.a ?? "not yet"}, then ${outcome.b ?? "not yet"}`;
    rest.push(...[...agent.below].reverse());
  }
  return null;
}

function structureReason({ agents }: RunDiff): string | null {
  const { added, removed } = agents;
  return added + removed === 0 ? null : `delegations: ${added} added, ${removed} removed`;
}

function measureReason(
  measure: Measure,
  { a, b, change }: Delta,
  ceiling: { readonly limit: number; readonly isPercent: boolean } | null,
): string | null {
  if (a === null && b === null) return null;
  if (a === null || b === null || change === null) return `${measure} known of one run only: ${a ?? "unknown"}, then ${b ?? "unknown"}`;
  if (ceiling === null) return change === 0 ? null : `${measure}: ${a}, then ${b}`;
  const { limit, isPercent } = ceiling;
  const allowed = isPercent ? (a * limit) / 100 : limit;
  return change > allowed ? `${measure}: ${a}, then ${b}, more than ${limit}${isPercent ? " %" : ""} above` : null;
}
