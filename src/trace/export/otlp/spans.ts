import type { RunRecord } from "../../../core/run.ts";
import { asWritten } from "../../as-written.ts";
import { placesOf, type Life } from "../../analyse/places/places.ts";
import { agentSpan } from "./agent-span.ts";
import { stepSpan } from "./step-span.ts";
import type { TraceSpan } from "./trace-span.ts";

/** What an export carries. */
export interface SpanOptions {
  /** Whether texts are exported: instructions, goals, answers, arguments, results, error messages. Default false. */
  readonly contents?: boolean;
}

/**
 * A run as spans, a parent before its children: `invoke_agent` for each agent, `chat` for a model turn, `execute_tool`
 * for a tool call. A delegation is an `execute_tool` span that names whom it transfers to, with the specialist's
 * `invoke_agent` below it; one that was refused has nothing below. Usage stands on `chat` spans, and on `invoke_agent`
 * as that agent's own, so that neither counts anyone twice; `troupe.subtree.*` has the rest.
 */
export function* spansOf(given: RunRecord, { contents = false }: SpanOptions): Generator<TraceSpan, void> {
  const run = asWritten(given);
  const { root, steps } = placesOf(run);
  const lives = new Map<Life, TraceSpan>();
  const invoke = (life: Life, parent: TraceSpan | null): TraceSpan => {
    const span = agentSpan({ life, run, parent, contents });
    lives.set(life, span);
    return span;
  };
  yield invoke(root, null);
  for (const placed of steps) {
    const span = stepSpan({ placed, parent: lives.get(placed.life) ?? null, contents, run });
    yield span;
    if (placed.below) yield invoke(placed.below, span);
  }
}
