import { TroupeError } from "../core/errors.ts";

/**
 * A loop ends without an accepted round: there are no more, code of the caller's threw or gave no answer, or the critic
 * had nothing to say. It never leaves the loop: the run keeps its text. A loop's own turns use no tokens.
 */
export class LoopError extends TroupeError {
  readonly usage = { inputTokens: 0, outputTokens: 0 };
}
