import { DefinitionError } from "../../src/index.ts";
import { renderReplay } from "../../src/replay/render-replay.ts";
import { ReplayError } from "../../src/replay/replay-error.ts";
import { replay } from "../../src/replay/replay.ts";
import type { Replay, ReplayOptions } from "../../src/replay/replayed.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { unlessInterrupted, watchInterrupts, whileWatching } from "../ending/interrupts.ts";
import { UsageError } from "../ending/usage-error.ts";
import { openTrace } from "../files/open-trace.ts";
import { reserveFile } from "../files/reserved-file.ts";
import { saveTrace } from "../files/save.ts";
import { agentFromModule } from "../modules/agent-module.ts";
import type { ModelFlags } from "../options/model.ts";
import { carriedOut } from "../run/carried-out.ts";
import { screenOf, type Streams, type Writer } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";

/** The options of `troupe replay`. */
export interface ReplayFlags extends Pick<ModelFlags, "model" | "baseUrl" | "price"> {
  readonly agent?: string;
  readonly set?: readonly string[];
  readonly live?: boolean;
  readonly trace?: string;
  readonly json?: boolean;
}

/**
 * `troupe replay <trace.json>`: runs a saved run again from its own answers. Exit code 0 where it came out the same, or,
 * with `--set`, where the run that came of it completed; 1 where not.
 */
export async function replayTrace(path: string, flags: ReplayFlags, streams: Streams): Promise<ExitCode> {
  return carriedOut(streams, ({ write }) => replayWith({ path, flags, write }, streams));
}

interface Command {
  readonly path: string;
  readonly flags: ReplayFlags;
  readonly write: Writer;
}

async function replayWith({ path, flags, write }: Command, streams: Streams): Promise<ExitCode> {
  const set = setFrom(flags.set ?? []);
  const run = await openTrace(path);
  const interrupts = watchInterrupts((text) => void streams.stderr.write(`${text}\n`));
  return whileWatching(interrupts, async () => {
    const agent = flags.agent === undefined ? {} : await unlessInterrupted(agentFrom(flags.agent, flags), interrupts);
    const file = flags.trace === undefined ? null : reserveFile(flags.trace, "--trace");
    try {
      const { live } = flags;
      const told = await replayed(() => replay(run, { ...agent, set, ...(live === undefined ? {} : { live }), signal: interrupts.signal }));
      const isSaved = saveTrace(told.run, file, streams);
      const { width, color } = screenOf(streams.stdout, process.env);
      await write(flags.json === true ? jsonLine(told) : `${renderReplay(told, { width, color })}\n`);
      if (interrupts.signal.aborted) return interrupts.exitCode;
      return isSaved ? exitCodeOf(told, Object.keys(set).length > 0) : EXIT.notCompleted;
    } finally {
      file?.discard();
    }
  });
}

function exitCodeOf({ isSame, run }: Replay, isWhatIf: boolean): ExitCode {
  return isSame || (isWhatIf && run.succeeded) ? EXIT.completed : EXIT.notCompleted;
}

async function agentFrom(path: string, flags: ModelFlags): Promise<Pick<ReplayOptions, "agent">> {
  const { modelFrom } = await import("../options/model.ts");
  const { agent } = await agentFromModule(path, await modelFrom(flags));
  return { agent };
}

function setFrom(pairs: readonly string[]): Readonly<Record<string, string>> {
  const set = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw new UsageError(`--set is '${pair}'; allowed: <path>=<text>, such as 0/1.0=another conclusion`);
    const key = pair.slice(0, equals);
    if (set.has(key)) throw new UsageError(`--set: '${key}' is given twice`);
    set.set(key, pair.slice(equals + 1));
  }
  return Object.fromEntries(set);
}

async function replayed(work: () => Promise<Replay>): Promise<Replay> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReplayError || error instanceof DefinitionError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
