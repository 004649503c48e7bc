import type { Command } from "commander";
import type { ExitCode } from "../ending/exit.ts";
import { withResumeOptions } from "../options/run-options.ts";
import type { Streams } from "../terminal/streams.ts";
import { resumeRun, type ResumeFlags } from "./resume.ts";
import { listRuns, type RunsFlags } from "./runs.ts";

const RUNS_EXAMPLES = `
An interrupted run has not ended and nobody works on it: troupe resume goes on with it.

Examples:
  $ troupe run "Plan the week" --agent ./planner.js --journal ./runs
  $ troupe runs --journal ./runs
  $ troupe runs --journal ./runs --json | jq '.[] | select(.state == "interrupted") | .id'
`;

const RESUME_EXAMPLES = `
Nothing that had finished is paid for again. A call that was under way when the process died is made once more; a tool
that does not say it is idempotent is not: the model reads that nobody knows whether it took effect, and decides.
Deadlines stand as they were set; a cancelled run stays cancelled; a run that has ended is told again without a call.

Examples:
  $ troupe resume V1StGXR8_Z5jdHi6B-myT --journal ./runs
  $ troupe resume V1St --journal ./runs --accept-changes --trace run.json
`;

/** Adds the commands over runs that are kept in a journal. */
export function addJournalCommands(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("runs")
    .description("list the runs that are kept in a journal, with state, age and spend")
    .option("--journal <dir>", "the folder they are kept in")
    .option("--json", "print them as one JSON document")
    .addHelpText("after", RUNS_EXAMPLES)
    .action(async (flags: RunsFlags) => finish(await listRuns(flags, streams)));
  withResumeOptions(troupe.command("resume"))
    .description("go on with a run that was kept in a journal and has not ended")
    .argument("<id>", "the run's id, or as much of its beginning as no other has")
    .option("--accept-changes", "go on although an agent is defined differently now; calls that are the same still count")
    .addHelpText("after", RESUME_EXAMPLES)
    .action(async (id: string, flags: ResumeFlags) => finish(await resumeRun(id, flags, streams)));
}
