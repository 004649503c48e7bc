/** What stands below the commands in `troupe --help`. */

export const EXAMPLES = `
Examples:
  $ troupe run "What does p-queue do when its concurrency is reached?"
  $ troupe run "How do I configure retries?" --docs ./docs --trace run.json
  $ troupe show run.json
  $ troupe models
  $ troupe init my-agents
`;

/** Below the options of `troupe run`. */
export const RUN_EXAMPLES = `
Without --docs the built-in team reads the documentation of the packages under ./node_modules.
The answer goes to standard output, everything else to standard error.
Ctrl-C stops the run and keeps what there is; a second one leaves at once.
Tools that need approval are asked for on the terminal; without one they are refused.
The analyst of --team calculates with packages of its own: npm install expr-eval-fork quickjs-emscripten
Options that are always the same may stand in troupe.config.ts, .js or .json.

Keys of --budget: steps, seconds, tool-calls, delegations, tokens, cost, wrap-up
Keys of --pool:   steps, agents, tool-calls, tokens, cost
Keys of --price:  input, output, cached (per million tokens)
Keys of --rate:   requests, tokens (per minute)
The library's names for them (maxSteps, ...) do as well.

Exit codes: 0 completed, 1 not completed, 2 wrong usage, 130 interrupted.

Examples:
  $ troupe run "What is nanoid for?"
  $ troupe run "Compare the two queues" --docs ./docs --budget steps=8,seconds=30,wrap-up
  $ troupe run "Calculate 15 % of 1,299 and (3 + 4) * 12" --team analyst
  $ troupe run "What is nanoid for?" --model openai/gpt-5-mini --price input=0.25,output=2 --budget cost=0.05
  $ troupe run "What is nanoid for?" --model ollama/qwen3 --rate requests=30
  $ troupe run "What is nanoid for?" --model compatible/my-model --base-url http://localhost:8080/v1
  $ troupe run "Plan the week" --agent ./planner.js --pool steps=60,agents=10 --concurrency 4
  $ troupe run "Draw the plan" --agent ./planner.js --artifacts ./out
  $ troupe run "What is in these notes?" --docs ./notes --json | jq .stopReason
`;

/** Below the options of `troupe show`. */
export const SHOW_EXAMPLES = `
Marks: ✓ ended well, ✗ failed, ◐ cut short, ▸ running, ◇ waiting, · queued; ~157 tok is an estimate.

Examples:
  $ troupe show run.json
  $ troupe show run.json | less -R
`;

/** Below the options of `troupe models`. */
export const MODELS_EXAMPLES = `
Nothing is loaded and no server is asked: a key may still be refused, and a local server may not be running.

Examples:
  $ troupe models
  $ troupe models --json
`;

/** Below the options of `troupe init`. */
export const INIT_EXAMPLES = `
TypeScript is written where the package.json of the folder names vitest; --typescript and --javascript decide otherwise.

Examples:
  $ troupe init
  $ troupe init my-agents
  $ troupe init my-agents --typescript
`;
