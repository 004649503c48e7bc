import type { StopReason } from "./outcome.ts";

/**
 * What an agent is told when its definition says nothing: exactly 301 ASCII characters, none of which JSON escapes,
 * so that the message sizes measured on the seed page (384 / 557 / 729 / 902 characters) come out the same.
 */
export const DEFAULT_INSTRUCTIONS =
  "You are a careful worker with one goal: the user's message. " +
  "Use a tool when it brings you closer, and answer at once when none is needed. " +
  "If a call fails, read what it says and change your approach; never send the same failing call twice. " +
  "Finish by replying with the answer alone, and ask for no more.";

/** The mark in instructions that is filled, in each request, with what is left of the budget. */
export const BUDGET_MARK = "{{budget}}";

/** What an agent that was cut is asked in its wrap-up turn. */
export function wrapUpText(reason: StopReason): string {
  return `Your budget is used up (${reason}). Give your best answer now, from what you have.`;
}
