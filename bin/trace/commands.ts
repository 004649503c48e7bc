import type { Command } from "commander";
import type { ExitCode } from "../ending/exit.ts";
import type { ViewFlags } from "../pages/view.ts";
import type { Streams } from "../terminal/streams.ts";
import type { DiffFlags } from "./diff.ts";
import type { ExportFlags } from "./export.ts";
import { DIFF_EXAMPLES, EXPORT_EXAMPLES, REPLAY_EXAMPLES, STATS_EXAMPLES, VIEW_EXAMPLES } from "./help.ts";
import type { ReplayFlags } from "./replay.ts";
import type { StatsFlags } from "./stats.ts";

type AddCommand = (troupe: Command, streams: Streams, finish: (code: ExitCode) => void) => void;

const A_TRACE = "a file that troupe run --trace has written";

// Each command's code is loaded when it is asked for: `troupe run` has no use for any of it.
const addView: AddCommand = (troupe, streams, finish) => {
  troupe
    .command("view")
    .description("open a saved run as a page in the browser, or write the page")
    .argument("<trace.json>", A_TRACE)
    .option("-o, --output <page.html>", "write the page here instead of opening it")
    .option("--compare <trace.json>", "a second run, shown beside the first")
    .addHelpText("after", VIEW_EXAMPLES)
    .action(async (path: string, flags: ViewFlags) => finish(await (await import("../pages/view.ts")).view(path, flags, streams)));
};

const addStats: AddCommand = (troupe, streams, finish) => {
  troupe
    .command("stats")
    .description("say where the time and the tokens of a saved run went")
    .argument("<trace.json>", A_TRACE)
    .option("--json", "print it as one JSON document")
    .addHelpText("after", STATS_EXAMPLES)
    .action(async (path: string, flags: StatsFlags) => finish(await (await import("./stats.ts")).stats(path, flags, streams)));
};

const addDiff: AddCommand = (troupe, streams, finish) => {
  troupe
    .command("diff")
    .description("say what differs between two saved runs")
    .argument("<a.json>", A_TRACE)
    .argument("<b.json>", "the run to compare it with")
    .option("--fail-on <terms>", "end with exit code 1 where one of these differs, such as outcome,cost>10%")
    .option("--json", "print it as one JSON document")
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (a: string, b: string, flags: DiffFlags) => finish(await (await import("./diff.ts")).diffTraces(a, b, flags, streams)));
};

const addExport: AddCommand = (troupe, streams, finish) => {
  troupe
    .command("export")
    .description("write a saved run in the form of another tool")
    .argument("<trace.json>", A_TRACE)
    .option("--format <name>", "otlp, chrome, speedscope, csv or markdown")
    .option("-o, --output <file>", "write it here instead of to standard output")
    .option("--contents", "with --format otlp: texts too, and not names and figures alone")
    .addHelpText("after", EXPORT_EXAMPLES)
    .action(async (path: string, flags: ExportFlags) => finish(await (await import("./export.ts")).exportTrace(path, flags, streams)));
};

const addReplay: AddCommand = (troupe, streams, finish) => {
  troupe
    .command("replay")
    .description("run a saved run again from its own answers, or ask what would have been if")
    .argument("<trace.json>", A_TRACE)
    .option("--agent <module>", "run the agent that this module exports as its default on the recorded answers")
    .option("--model <name>", "who answers live calls of an agent that takes a model")
    .option("--base-url <url>", "the address of the model's server, such as http://localhost:8080/v1")
    .option("--price <prices>", "what the model costs per million tokens, such as input=2.5,output=10")
    .option("--set <path=text>", "let one thing be otherwise; may be given several times", added)
    .option("--no-live", "end at the first call that the trace has no answer to")
    .option("--trace <file.json>", "save the run that comes of it")
    .option("--json", "print what came of it as one JSON document")
    .addHelpText("after", REPLAY_EXAMPLES)
    .action(async (path: string, flags: ReplayFlags) => finish(await (await import("./replay.ts")).replayTrace(path, flags, streams)));
};

function added(pair: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), pair];
}

/** The commands that read saved runs. */
export const TRACE_COMMANDS: readonly AddCommand[] = [addView, addStats, addDiff, addExport, addReplay];
