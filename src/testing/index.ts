// Time and order: what a test moves by hand.
export { virtualClock, type SettleOptions, type VirtualClock, type VirtualClockOptions } from "./clock.ts";
export { ClockError } from "./quiet.ts";
export { gate, type ManualGate } from "./gate.ts";

// Assertions: each names the difference.
export { assertArtifact, assertCompleted, assertDelegated, assertQuiet, assertUsedTools, type Surroundings } from "./assertions.ts";
export { assertConserved } from "./conserved.ts";
export { expectRun, type RunExpectations } from "./expect-run.ts";
export {
  assertCalled,
  assertOutcome,
  assertOutput,
  assertSpentAtMost,
  assertStopped,
  type SpendingTerms,
  type ToolCallTerms,
} from "./tree-assertions.ts";
