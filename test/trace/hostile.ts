import { withMethods, type RunRecord, type RunSnapshot } from "../../src/core/run.ts";
import { sampleRun } from "../core/sample-run.ts";
import { syntheticRun } from "../support/synthetic-run.ts";

/** Texts that want to be something else: markup, formulas, escapes, invisible and half characters, very long lines. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<img src=x onerror=alert(1)><script>alert(1)</script></script><!--`,
  "</textarea>]]>&lt;b&gt;&#60;i&#62;&amp;",
  `[click](javascript:alert(1)) ![x](http://evil.test/x.png) <http://evil.test> http://evil.test www.evil.test a@evil.test`,
  "# head\n- item\n\n---\n> quote\n    code\n|a|b|\n|-|-|\n1. one\n\n[ref]: http://evil.test",
  "```\n~~~\n````text\n```` `` ``` ` end",
  "`a` ``b`` *c* _d_ ~~e~~ $f$ \\g \\| | || \\\\|",
  `=cmd|' /C calc'!A0`,
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  `a,b"c"\r\nd`,
  "\u0000\u0001\u0007\b\u001b[2J\u001b]0;title\u0007\u007f\u0080\u009b31m",
  "\u202Eevil\u202C \u2066x\u2069 \u200B\u200E\uFEFF\u2028\u2029\u00AD",
  "\uD800 \uDC00 \uDFFF\uD83D",
  "😀 é 漢字 \u0301\u0301",
  "__proto__",
  "constructor",
  "${x} %s {{budget}} $(rm -rf /) `id`",
  "x".repeat(1_000_000),
];

const OWN_WORDS: ReadonlySet<string> = new Set(["kind", "outcome", "stopReason", "scope", "status", "open", "resource", "base64"]);

/** A run for each of these texts, with steps of every kind, failures, refusals, retries and findings. */
export function hostileRuns(): { readonly text: string; readonly run: RunSnapshot }[] {
  const many = syntheticRun({ steps: 40, depth: 2, failures: 0.2, refusals: 0.2, retries: 0.2, waits: 0.4 });
  return HOSTILE_TEXTS.map((text) => ({ text, run: hostileRun(text.length > 1000 ? sampleRun() : many, text) }));
}

/** The run with this text in every place where a text may be anything: names, ids, goals, keys of arguments, all of them. */
function hostileRun(run: RunRecord, text: string): RunSnapshot {
  return withMethods(replaced(JSON.parse(JSON.stringify(run)) as RunRecord, text, false) as RunRecord);
}

function replaced(value: unknown, text: string, isFree: boolean): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, text, isFree));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!isFree && typeof inner === "string" && OWN_WORDS.has(key)) return [key, inner];
      return [isFree ? text.slice(0, 1000) : key, replaced(inner, text, isFree || key === "arguments")];
    }),
  );
}
