import { DefinitionError } from "../../core/errors.ts";
import type { RunRecord } from "../../core/run.ts";
import { matchingSteps, type FoundStep } from "./matching-steps.ts";
import { readQuery } from "./query.ts";

/**
 * Finds steps of a run: `agent:researcher kind:tool error: ms>500 "no such file"`. All words must hold; `-` in front of
 * one turns it around. See `docs/studying-traces.md` for the fields. The result is in the order of the trace, a
 * delegation before the steps below it. Throws `DefinitionError` for a query that cannot be read; its message names the
 * part and what is allowed.
 */
export function findSteps(run: RunRecord, query: string): FoundStep[] {
  const read = readQuery(query);
  if (read.ok) return matchingSteps(run, read.terms);
  const { part, allowed } = read.problem;
  throw new DefinitionError({ subject: "findSteps", field: "the query's part", value: part, allowed });
}
