import type { Command } from "commander";
import type { ExitCode } from "../ending/exit.ts";
import type { Streams } from "../terminal/streams.ts";
import { withWorkerOptions, WORKER_PROCESS, type WorkerFlags } from "./options.ts";

const EXAMPLES = `
Needs Node.js 22, npm install "@restatedev/restate-sdk@~1.17", and a Restate server: npx restate-server, of the package
@restatedev/restate-server. A process that dies is started again; one that freezes gets no work until it is back.
Ctrl-C ends the worker: what it had under way goes on elsewhere, or here once it is back. Tools that need approval are
refused. Options that say who answers may stand in troupe.config.ts, .js or .json.

Exit codes: 0 ended by Ctrl-C, 1 the server did not take the worker, or code of an agent failed outside of any call,
2 wrong usage, 130 left at once.

Examples:
  $ troupe worker --agent ./agents.mjs --register http://127.0.0.1:9070
  $ troupe worker --agent ./agents.mjs --register http://127.0.0.1:9070 --processes 3 --name w
  $ troupe run "Plan the week" --agent ./agents.mjs --on http://127.0.0.1:8080
`;

/** Adds the commands of a worker; what they need is loaded when one of them is given. */
export function addWorkerCommands(troupe: Command, streams: Streams, finish: (code: ExitCode) => void): void {
  withWorkerOptions(troupe.command("worker"))
    .description("serve agents to a Restate server, which spreads runs over its workers")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: WorkerFlags) => finish(await (await import("./worker.ts")).serveWorker(flags, streams)));
  troupe.command(WORKER_PROCESS, { hidden: true }).action(async () => finish(await (await import("./process.ts")).workerProcess()));
}
