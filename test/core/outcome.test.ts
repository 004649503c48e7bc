import { describe, expect, it } from "vitest";
import { outcomeOf, outcomeSchema, stopReasonSchema } from "../../src/core/outcome.ts";

const outcomes = [
  { stopReason: "completed", output: "42", outcome: "answered" },
  { stopReason: "completed", output: "", outcome: "empty" },
  { stopReason: "max_steps", output: "", outcome: "partial" },
  { stopReason: "max_tool_calls", output: "so far", outcome: "partial" },
  { stopReason: "max_delegations", output: "", outcome: "partial" },
  { stopReason: "max_tokens", output: "", outcome: "partial" },
  { stopReason: "max_cost", output: "so far", outcome: "partial" },
  { stopReason: "timeout", output: "so far", outcome: "timed_out" },
  { stopReason: "cancelled", output: "", outcome: "cancelled" },
  { stopReason: "blocked", output: "", outcome: "blocked" },
  { stopReason: "error", output: "no network", outcome: "failed" },
] as const;

describe("outcomeOf", () => {
  it.each(outcomes)("calls a specialist that stopped $stopReason with '$output' $outcome", ({ stopReason, output, outcome }) => {
    expect(outcomeOf(stopReason, output)).toBe(outcome);
  });

  it("is told here for every stop reason, and reaches every outcome but refused, which is never started", () => {
    expect(new Set(outcomes.map(({ stopReason }) => stopReason))).toStrictEqual(new Set(stopReasonSchema.options));
    expect(new Set<string>([...outcomes.map(({ outcome }) => outcome), "refused"])).toStrictEqual(new Set<string>(outcomeSchema.options));
  });
});
