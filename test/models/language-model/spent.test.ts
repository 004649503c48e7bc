import { describe, expect, test } from "vitest";
import { reported } from "../../../src/models/language-model/reported.ts";
import { isSpent } from "../../../src/models/language-model/spent.ts";

const perDay = { violations: [{ quotaId: "GenerateRequestsPerMinutePerProject" }, { quotaId: "GenerateRequestsPerDayPerProject" }] };

describe("a refusal because an account has nothing left", () => {
  test.each([
    { title: "a type says so", error: { type: "billing_error" }, spent: true },
    { title: "a code says so", error: { error: { type: "requests", code: "billing_hard_limit_reached" } }, spent: true },
    { title: "a code in the details says so", error: { error: { type: "rate_limit_error", details: { error_code: "enforced_spend_limit_reached" } } }, spent: true },
    { title: "it is for the rate", error: { error: { type: "rate_limit_error", code: "rate_limit_exceeded", details: { error_code: 7 } } }, spent: false },
    { title: "a quota for a day is used up", error: { error: { details: [perDay] } }, spent: true },
    { title: "a quota for a day is used up that is free again in a moment", error: { error: { details: [perDay] } }, retryAfter: 36, spent: false },
    { title: "a quota for a minute is used up", error: { error: { details: [{ violations: [{ quotaId: "RequestsPerMinute" }] }] } }, spent: false },
    { title: "it says nothing", error: undefined, spent: false },
  ])("is told when $title: $spent", ({ error, retryAfter, spent }) => {
    expect(isSpent(reported(error), retryAfter)).toBe(spent);
  });
});
