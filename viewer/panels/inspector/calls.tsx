import type { JSX } from "preact";
import type { ModelStep } from "../../../src/core/run.ts";
import { argumentsLine } from "../../parts/step-words.ts";
import { usePage } from "../../parts/use-store.ts";
import { lineOf } from "../../parts/words.ts";
import { select } from "../../state/actions.ts";
import type { Trace } from "../../trace/trace.ts";
import { Section } from "./section.tsx";

/** The calls that a model turn asked for; each that was run leads to its step. */
export function Calls({ trace, step, node }: { trace: Trace; step: ModelStep; node: number }): JSX.Element {
  const page = usePage();
  const ran = callsAfter(trace, node);
  return (
    <Section title={`Calls (${step.calls.length})`}>
      <ul class="plain calls">
        {step.calls.map((call, index) => {
          const target = ran.find((at) => trace.nodes.steps[at]?.callId === call.id);
          return (
            <li key={index}>
              <button disabled={target === undefined} onClick={() => target !== undefined && select(page, target)}>
                <b>{lineOf(call.name, 80)}</b> <span>{argumentsLine(call.arguments)}</span>
              </button>
              {call.status === "not_run" && <span class="tone-cut">not run: {lineOf(call.reason ?? "")}</span>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

// The calls of a turn are the steps that follow it, up to the next turn.
function callsAfter({ nodes }: Trace, node: number): number[] {
  const calls: number[] = [];
  const end = nodes.end[nodes.parent[node] ?? 0] ?? 0;
  for (let at = node + 1; at < end && nodes.steps[at]?.kind !== "model"; at = nodes.end[at] ?? at + 1) calls.push(at);
  return calls;
}
