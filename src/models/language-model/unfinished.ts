import { ModelError, type ModelErrorDetails } from "../../core/errors.ts";

/** What there is of an answer that did not come to its end. */
export interface Unfinished extends ModelErrorDetails {
  /** The text up to where it broke off. */
  readonly text: string;
  /** Why it broke off, in the provider's unified words: `length` or `content-filter`. */
  readonly finishReason: string;
}

/**
 * An answer that was cut off: at a limit on its length, or by a content filter. It is no answer, so the run that asked
 * ends with `error`; asking again would cost the same and end the same, so it is not retryable. `usage` counts what it
 * cost. The message does not quote the text, which no guardrail has seen.
 */
export class UnfinishedAnswerError extends ModelError {
  readonly text: string;
  readonly finishReason: string;

  constructor(message: string, { text, finishReason, ...details }: Unfinished) {
    super(message, details);
    this.text = text;
    this.finishReason = finishReason;
  }
}
