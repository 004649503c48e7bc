import type { Limit } from "../../../core/run.ts";
import { countOf, moneyText, secondsText } from "../../amounts.ts";
import type { Finding } from "../findings/finding.ts";

/** Makes a text from a trace safe for where the sentence will stand: an escape, quotes, a code span. */
export type Quote = (text: string) => string;

/** A finding as one sentence without a full stop. Every text from the trace goes through `quote`; ids are not in it. */
export function describeFinding(finding: Finding, quote: Quote = (text) => text): string {
  switch (finding.kind) {
    case "unfinished":
      return unfinishedText(finding.stepIds.length, finding.oldestSeconds);
    case "ceiling_hit": {
      const left = finding.callsNotRun === 0 ? "" : `; ${countOf(finding.callsNotRun, "call")} not run`;
      return `${quote(finding.agent)} was cut by ${ceilingText(finding.limit, quote)}${left}`;
    }
    case "refused_delegations":
      return `${countOf(finding.stepIds.length, "delegation")} of ${quote(finding.agent)} refused: ${quote(finding.reason)}`;
    case "failed_branch":
      return `${quote(finding.agent)} came to nothing (${finding.outcome}) after ${secondsText(finding.seconds)}${spentText(finding)}`;
    case "empty_conclusion":
      return `${quote(finding.agent)} concluded without a word`;
    case "unused_conclusion": {
      const why = finding.why === "no_later_turn" ? "its parent had no later turn" : "its parent repeated nothing of it";
      return `what ${quote(finding.agent)} concluded was not used${spentText(finding)}: ${why}`;
    }
    case "repeated_calls": {
      const failed = finding.failed === 0 ? "" : `, ${finding.failed} failed`;
      const times = `${countOf(finding.stepIds.length, "time")} with the same arguments${failed}`;
      return `${quote(finding.name)} was called ${times}; all but the first took ${secondsText(finding.repeatedSeconds)}`;
    }
    case "serial_delegations": {
      const took = `one after another in ${secondsText(finding.seconds)}`;
      return `${quote(finding.agent)} delegated ${took}; together it could be ${secondsText(finding.togetherSeconds)}`;
    }
    case "long_waits": {
      const steps = countOf(finding.stepIds.length, STEP_NOUNS[finding.stepKind]);
      return `${steps} waited ${secondsText(finding.seconds)} in all, at most ${secondsText(finding.longestSeconds)}`;
    }
    case "idle_gap":
      return `nothing was under way for ${secondsText(finding.seconds)}, ${secondsText(finding.startSeconds)} after the start`;
  }
}

const STEP_NOUNS = { model: "model call", tool: "tool call", agent: "delegation" } as const;
const OWNERS = { budget: "its budget", share: "its share", pool: "the pool" } as const;

function ceilingText({ name, scope, value }: Limit, quote: Quote): string {
  return `${quote(name)} ${value} of ${OWNERS[scope]}`;
}

function unfinishedText(open: number, oldestSeconds: number): string {
  if (open === 0) return "the run has not ended, and no step is open";
  return `the run has not ended: ${countOf(open, "open step")} that wait for no other, the oldest for ${secondsText(oldestSeconds)}`;
}

function spentText({ tokens, cost }: { readonly tokens: number; readonly cost: number | null }): string {
  return `, ${countOf(tokens, "token")}${cost === null ? "" : `, cost ${moneyText(cost)}`}`;
}
