import { isObject } from "../../core/json.ts";
import type { Reported } from "./reported.ts";

const WORDS: ReadonlySet<string> = new Set([
  ...["insufficient_quota", "credit_balance_exhausted", "billing_not_active", "billing_hard_limit_reached"], // OpenAI
  ...["organization_spend_limit_exceeded", "project_spend_limit_exceeded", "organization_usage_limit_exceeded"], // OpenAI
  ...["billing_error", "enforced_spend_limit_reached"], // Anthropic
]);

/**
 * Whether a refusal means that an account has nothing left, or has reached a limit on its spending. It bears the same
 * status as one for requests that come too fast, and no wait within a run helps.
 */
export function isSpent({ words, details }: Reported, retryAfterSeconds: number | undefined): boolean {
  if (words.some((word) => WORDS.has(word))) return true;
  return retryAfterSeconds === undefined && isDayUsedUp(details); // Gemini calls quotas daily that it frees within the minute
}

function isDayUsedUp(details: unknown): boolean {
  const violations = listOf(details).flatMap((detail) => (isObject(detail) ? listOf(detail.violations) : []));
  return violations.some(
    (violation) => isObject(violation) && typeof violation.quotaId === "string" && violation.quotaId.includes("PerDay"),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
