import type { ModelCallOptions, ModelRequest } from "../../src/core/model.ts";
import { virtualClock } from "../../src/testing/clock.ts";

/** A request of the root's first turn, with what a test wants different. */
export function requestOf(different: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: "user", content: "How far is the moon?" }], tools: [], path: "0", turn: 1, ...different };
}

/** What a model is called with, under a clock and a signal that nobody touches unless the test brings its own. */
export function optionsOf(different: Partial<ModelCallOptions> = {}): ModelCallOptions {
  return { signal: new AbortController().signal, clock: virtualClock(), secondsLeft: () => 120, ...different };
}
