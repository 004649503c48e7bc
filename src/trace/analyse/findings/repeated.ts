import { secondsBetween } from "../../../core/clock.ts";
import type { Placed, Places } from "../places/places.ts";
import type { RepeatedCalls } from "./finding.ts";
import { hidesContents } from "./spoken.ts";

/** Tool calls and delegations that have the name and, whatever the order of their keys, the arguments of an earlier one. */
export function repeatedCallsIn({ run, steps }: Places): RepeatedCalls[] {
  if (hidesContents(run)) return [];
  const calls = new Map<string, Placed[]>();
  for (const placed of steps) {
    const key = keyOf(placed);
    if (key === null) continue;
    const same = calls.get(key);
    if (same) same.push(placed);
    else calls.set(key, [placed]);
  }
  return [...calls.values()].filter(({ length }) => length > 1).map(findingOf);
}

function keyOf({ step }: Placed): string | null {
  if (step.kind === "model") return null;
  try {
    return `${step.kind}\n${step.name}\n${JSON.stringify(step.arguments, withSortedKeys)}`;
  } catch {
    return null; // nested deeper than the call stack: nothing is known to be the same
  }
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function findingOf(calls: readonly Placed[]): RepeatedCalls {
  const repeatedMs = calls.slice(1).reduce((total, { span }) => total + span.endedAt - span.startedAt, 0);
  return {
    kind: "repeated_calls",
    stepIds: calls.map(({ step }) => step.id),
    name: calls[0]?.step.name ?? "",
    failed: calls.filter(({ step }) => step.error !== null).length,
    repeatedSeconds: secondsBetween(0, repeatedMs),
  };
}
