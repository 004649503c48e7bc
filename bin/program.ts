import { Command } from "commander";
import type { ExitCode } from "./ending/exit.ts";
import { EXAMPLES, INIT_EXAMPLES, MODELS_EXAMPLES, RUN_EXAMPLES, SHOW_EXAMPLES } from "./help.ts";
import { initFolder } from "./init/init.ts";
import { addJournalCommands } from "./journal/commands.ts";
import { withRunOptions, type RunFlags } from "./options/run-options.ts";
import { listModels } from "./run/models.ts";
import { runGoal } from "./run/run.ts";
import type { Streams } from "./terminal/streams.ts";
import { version } from "./text/version.ts";
import { TRACE_COMMANDS } from "./trace/commands.ts";
import { show } from "./trace/show.ts";
import { addWorkerCommands } from "./worker/commands.ts";

const ABOUT = "Delegate work among agents: one ledger, one outcome per delegation, one nested trace.";

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
  for (const add of [addRun, addShow, ...TRACE_COMMANDS, addJournalCommands, addWorkerCommands, addModels, addInit]) {
    add(troupe, streams, finish);
  }
  return troupe;
}

function addRun(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  withRunOptions(troupe.command("run"))
    .description("run an agent on a goal and print its answer")
    .argument("<goal>", "what the agent is to do, in quotes")
    .option("--id <id>", "with --on: what the run is called; given again, it is the same run that is waited for")
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (goal: string, flags: RunFlags & { readonly id?: string }) => finish(await runGoal(goal, flags, streams)));
}

function addShow(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("show")
    .description("print the tree of a saved run")
    .argument("<trace.json>", "a file that troupe run --trace has written")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(async (path: string) => finish(await show(path, streams)));
}

function addModels(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("models")
    .description("say which models could answer here, and what is missing for the others")
    .option("--json", "print it as one JSON document")
    .addHelpText("after", MODELS_EXAMPLES)
    .action(async (flags: { readonly json?: boolean }) => finish(await listModels(flags, streams)));
}

function addInit(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  troupe
    .command("init")
    .description("write a first agent with a test that passes, into a folder; nothing is overwritten")
    .argument("[dir]", "the folder, which is made where it is missing", ".")
    .option("--typescript", "write TypeScript, with a test for vitest")
    .option("--javascript", "write JavaScript, with a test for node --test")
    .addHelpText("after", INIT_EXAMPLES)
    .action(async (dir: string, flags: { readonly typescript?: boolean; readonly javascript?: boolean }) =>
      finish(await initFolder(dir, flags, streams)),
    );
}
