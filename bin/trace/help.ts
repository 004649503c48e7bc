/** Below the options of `troupe view`. */
export const VIEW_EXAMPLES = `
The page is one file: it opens from disk, needs no network and can be mailed.

Examples:
  $ troupe view run.json
  $ troupe view run.json -o run.html
  $ troupe view after.json --compare before.json
`;

/** Below the options of `troupe stats`. */
export const STATS_EXAMPLES = `
Examples:
  $ troupe stats run.json
  $ troupe stats run.json --json | jq .criticalPath
`;

/** Below the options of `troupe diff`. */
export const DIFF_EXAMPLES = `
Terms of --fail-on: any, outcome, output, structure, steps, tokens, cost, seconds, agents, and the last five with a
limit, as in cost>10% or steps>3.

Exit codes: 0 nothing that --fail-on names differs, 1 something does, 2 wrong usage.

Examples:
  $ troupe diff before.json after.json
  $ troupe diff before.json after.json --fail-on "outcome,cost>10%"
  $ troupe diff before.json after.json --json | jq .firstDivergence
`;

/** Below the options of `troupe export`. */
export const EXPORT_EXAMPLES = `
Formats: otlp (for a collector's /v1/traces), chrome (Perfetto), speedscope, csv, markdown.

Examples:
  $ troupe export run.json --format chrome -o run.chrome.json
  $ troupe export run.json --format csv | head
  $ troupe export run.json --format otlp --contents | curl -H 'content-type: application/json' -d @- http://localhost:4318/v1/traces
`;

/** Below the options of `troupe replay`. */
export const REPLAY_EXAMPLES = `
Without --agent the requests are rebuilt from the trace and compared with what was asked; no code of an agent runs.
With --agent its code runs on the recorded answers, and what it asks otherwise is asked live from there.
--set changes one thing: the path of a specialist (its conclusion), the id of a step (its result), or
<agent>.instructions. What came before is replayed, what depends on it is asked live.

Exit codes: 0 the same run, or with --set a run that completed; 1 not; 2 wrong usage; 130 interrupted.

Examples:
  $ troupe replay run.json
  $ troupe replay run.json --agent ./planner.js --no-live
  $ troupe replay run.json --agent ./planner.js --set "0/1.0=The tide is at noon." --trace what-if.json
  $ troupe replay run.json --agent ./planner.js --set "researcher.instructions=Answer in one sentence."
  $ troupe replay run.json --agent ./planner.js --set "0/1.0=At noon." --model compatible/qwen3 --base-url http://localhost:8080/v1
`;
