import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/trace/analyse/findings/finding.ts";
import { describeFinding } from "../../../../src/trace/analyse/text/describe-finding.ts";

const stepIds = ["0#1.0", "0#2.0"];
const place = { agent: "lead", path: "0" };
const CASES: readonly { readonly finding: Finding; readonly says: string }[] = [
  { finding: { kind: "unfinished", stepIds, oldestSeconds: 12 }, says: "the run has not ended: 2 open steps that wait for no other, the oldest for 12 s" },
  { finding: { kind: "unfinished", stepIds: [], oldestSeconds: 0 }, says: "the run has not ended, and no step is open" },
  {
    finding: { kind: "ceiling_hit", stepIds, ...place, limit: { name: "maxSteps", scope: "pool", value: 9 }, callsNotRun: 1 },
    says: "<lead> was cut by <maxSteps> 9 of the pool; 1 call not run",
  },
  {
    finding: { kind: "ceiling_hit", stepIds, ...place, limit: { name: "maxTokens", scope: "share", value: 9 }, callsNotRun: 0 },
    says: "<lead> was cut by <maxTokens> 9 of its share",
  },
  { finding: { kind: "refused_delegations", stepIds, ...place, reason: "a cycle" }, says: "2 delegations of <lead> refused: <a cycle>" },
  {
    finding: { kind: "failed_branch", stepIds, agent: "digger", outcome: "timed_out", seconds: 3, tokens: 1200, cost: 0.5 },
    says: "<digger> came to nothing (timed_out) after 3.00 s, 1,200 tokens, cost 0.5",
  },
  { finding: { kind: "empty_conclusion", stepIds, agent: "digger" }, says: "<digger> concluded without a word" },
  {
    finding: { kind: "unused_conclusion", stepIds, agent: "digger", why: "not_repeated", tokens: 1, cost: null },
    says: "what <digger> concluded was not used, 1 token: its parent repeated nothing of it",
  },
  {
    finding: { kind: "unused_conclusion", stepIds, agent: "digger", why: "no_later_turn", tokens: 2, cost: null },
    says: "what <digger> concluded was not used, 2 tokens: its parent had no later turn",
  },
  {
    finding: { kind: "repeated_calls", stepIds, name: "search", failed: 1, repeatedSeconds: 0.25 },
    says: "<search> was called 2 times with the same arguments, 1 failed; all but the first took 0.25 s",
  },
  {
    finding: { kind: "serial_delegations", stepIds, ...place, seconds: 5, togetherSeconds: 3 },
    says: "<lead> delegated one after another in 5.00 s; together it could be 3.00 s",
  },
  { finding: { kind: "long_waits", stepIds, stepKind: "agent", seconds: 3, longestSeconds: 2 }, says: "2 delegations waited 3.00 s in all, at most 2.00 s" },
  { finding: { kind: "idle_gap", stepIds, startSeconds: 1, seconds: 2 }, says: "nothing was under way for 2.00 s, 1.00 s after the start" },
];

describe("describeFinding", () => {
  it.each(CASES)("says: $says", ({ finding, says }) => {
    expect(describeFinding(finding, (text) => `<${text}>`)).toBe(says);
  });
});
