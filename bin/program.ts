import { Command } from "commander";
import type { ExitCode } from "./exit.ts";
import { runGoal, type RunFlags } from "./run.ts";
import { show } from "./show.ts";
import type { Streams } from "./terminal.ts";
import { version } from "./version.ts";

const ABOUT = "Delegate work among agents: one ledger, one outcome per delegation, one nested trace.";

const EXAMPLES = `
Examples:
  $ troupe run "What does p-queue do when its concurrency is reached?"
  $ troupe run "How do I configure retries?" --docs ./docs --trace run.json
  $ troupe show run.json
`;

const RUN_EXAMPLES = `
Without --docs the built-in team reads the documentation of the packages under ./node_modules.
The answer goes to standard output, everything else to standard error.
Ctrl-C stops the run and keeps what there is; a second one leaves at once.

Keys of --budget: steps, seconds, tool-calls, delegations, tokens, cost, wrap-up
Keys of --pool:   steps, agents, tool-calls, tokens, cost
The library's names for them (maxSteps, ...) do as well.

Exit codes: 0 completed, 1 not completed, 2 wrong usage, 130 interrupted.

Examples:
  $ troupe run "What is nanoid for?"
  $ troupe run "Compare the two queues" --docs ./docs --budget steps=8,seconds=30,wrap-up
  $ troupe run "Plan the week" --agent ./planner.js --pool steps=60,agents=10 --concurrency 4
  $ troupe run "Draw the plan" --agent ./planner.js --artifacts ./out
  $ troupe run "What is in these notes?" --docs ./notes --json | jq .stopReason
`;

const SHOW_EXAMPLES = `
Marks: ✓ ended well, ✗ failed, ◐ cut short, ▸ running, ◇ waiting, · queued; ~157 tok is an estimate.

Examples:
  $ troupe show run.json
  $ troupe show run.json | less -R
`;

/** The command line. `finish` is told the exit code of the command that ran; wrong usage throws. */
export function program(streams: Streams, finish: (code: ExitCode) => void): Command {
  const troupe = new Command("troupe")
    .description(ABOUT)
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => streams.stdout.write(text) })
    .addHelpText("after", EXAMPLES);
  addRun(troupe, streams, finish);
  addShow(troupe, streams, finish);
  return troupe;
}

function addRun(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("run")
    .description("run an agent on a goal and print its answer")
    .argument("<goal>", "what the agent is to do, in quotes")
    .option("--docs <dir>", "the folder of documents the built-in team reads")
    .option("--model <name>", "who answers for the built-in team: offline, which needs no key and no network")
    .option("--agent <module>", "run the agent that this module exports as its default, instead of the built-in team")
    .option("--budget <ceilings>", "ceilings of the first agent, such as steps=12,seconds=120", both)
    .option("--pool <ceilings>", "ceilings of all agents together, such as steps=120,agents=8", both)
    .option("--concurrency <n>", "how many model calls may run at once")
    .option("--trace <file.json>", "save the run, to be shown with troupe show")
    .option("--artifacts <dir>", "write what the run produced into this folder, each artifact as a new file")
    .option("--json", "print the whole run as one JSON document instead of the answer")
    .option("--quiet", "print the answer and nothing else")
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (goal: string, flags: RunFlags) => finish(await runGoal(goal, flags, streams)));
}

// Ceilings given in several options add up to one list, where a key that stands twice is found.
function both(text: string, earlier: string | undefined): string {
  return earlier === undefined ? text : `${earlier},${text}`;
}

function addShow(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("show")
    .description("print the tree of a saved run")
    .argument("<trace.json>", "a file that troupe run --trace has written")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(async (path: string) => finish(await show(path, streams)));
}
