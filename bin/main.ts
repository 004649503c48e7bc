import { CommanderError } from "commander";
import { describeError } from "../src/core/describe.ts";
import { EngineError } from "../src/restate/engine-error.ts";
import { EXIT, type ExitCode } from "./ending/exit.ts";
import { UsageError } from "./ending/usage-error.ts";
import { program } from "./program.ts";
import { OutputError, toleratingLostStreams, type Streams } from "./terminal/streams.ts";
import { safeLine } from "./text/safe-line.ts";

/** Runs the command that the arguments name, and resolves to the exit code. Never rejects. */
export async function main(commandLine: readonly string[], streams: Streams): Promise<ExitCode> {
  toleratingLostStreams(streams);
  let code: ExitCode = EXIT.completed;
  try {
    await program(streams, (finished) => (code = finished)).parseAsync([...commandLine], { from: "user" });
    return code;
  } catch (error) {
    return failed(error, streams);
  }
}

function failed(error: unknown, { stderr }: Streams): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.completed; // help or the version was printed
  const wrong = usageErrorOf(error);
  stderr.write(`troupe: ${wrong?.message ?? safeLine(failureText(error))}\n`);
  return wrong ? EXIT.wrongUsage : EXIT.notCompleted;
}

function failureText(error: unknown): string {
  return error instanceof OutputError || error instanceof EngineError ? error.message : `unexpected failure: ${describeError(error)}`;
}

function usageErrorOf(error: unknown): UsageError | null {
  if (error instanceof UsageError) return error;
  if (!(error instanceof CommanderError)) return null;
  if (error.code === "commander.help") return new UsageError("name a command; troupe --help lists them");
  return new UsageError(error.message.replace(/^error: /u, ""));
}
