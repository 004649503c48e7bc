import { Console } from "node:console";
import { relative } from "node:path";
import { DefinitionError, escapeLines, start, type AgentLogic, type Run, type RunHandle, type RunOptions } from "../src/index.ts";
import { agentFromModule } from "./agent-module.ts";
import { reserveArtifactFolder, writeArtifacts } from "./artifact-files.ts";
import type { Cast } from "./cast.ts";
import { budgetFrom, poolFrom, slotsFrom } from "./ceilings.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { followerFor } from "./follow.ts";
import { watchInterrupts } from "./interrupts.ts";
import { jsonLine } from "./json-line.ts";
import { reasonOf } from "./reason.ts";
import { safeLine } from "./safe-line.ts";
import { writerTo, type Streams } from "./terminal.ts";
import { reserveTraceFile, type TraceFile } from "./trace-file.ts";
import { UsageError } from "./usage-error.ts";

/** The options of `troupe run`, as they stand on the command line. */
export interface RunFlags {
  readonly docs?: string;
  readonly model?: string;
  readonly agent?: string;
  readonly budget?: string;
  readonly pool?: string;
  readonly concurrency?: string;
  readonly trace?: string;
  readonly artifacts?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * `troupe run "<goal>"`: runs an agent and writes its answer to standard output, everything else to standard error.
 * Everything that can be wrong about the command is found before anything runs. Throws `UsageError`.
 */
export async function runGoal(goal: string, flags: RunFlags, streams: Streams): Promise<ExitCode> {
  const options = optionsFrom(goal, flags);
  const follower = followerFor(streams.stderr, flags.quiet === true);
  const interrupts = watchInterrupts(follower.tell);
  const write = writerTo(streams.stdout);
  const allowPrints = keepPrintsOffTheAnswer();
  let file: TraceFile | null = null;
  try {
    const { agent, remarks } = await unlessInterrupted(castFor(flags), interrupts.signal);
    if (flags.trace !== undefined) file = reserveTraceFile(flags.trace);
    const folder = flags.artifacts === undefined ? null : reserveArtifactFolder(flags.artifacts);
    for (const remark of remarks) follower.tell(safeLine(remark));
    if (agent === null) return EXIT.completed;
    const run = await follower.follow(started(agent, goal, { ...options, signal: interrupts.signal }));
    const isTraceSaved = save(run, file, streams);
    const isSaved = (folder === null || saveArtifacts(run, folder, follower.tell, streams)) && isTraceSaved;
    await write(flags.json ? jsonLine(run) : answerOf(run));
    return interrupts.signal.aborted && run.stopReason === "cancelled" ? EXIT.interrupted : exitCodeOf(run, isSaved);
  } catch (error) {
    if (error instanceof InterruptedError) return EXIT.interrupted;
    throw error;
  } finally {
    file?.discard();
    interrupts.stop();
    allowPrints();
  }
}

const MODELS = ["offline"];

function optionsFrom(goal: string, { docs, model, agent, budget, pool, concurrency }: RunFlags): RunOptions {
  if (goal.trim() === "") throw new UsageError("the goal is blank; say what the agent is to do");
  if (model !== undefined && !MODELS.includes(model)) throw new UsageError(`--model is '${model}'; allowed: ${MODELS.join(", ")}`);
  if (agent !== undefined && docs !== undefined) throw new UsageError("--docs is for the built-in team and does not go with --agent");
  if (agent !== undefined && model !== undefined) throw new UsageError("--model is for the built-in team and does not go with --agent");
  return {
    ...(budget === undefined ? {} : { budget: budgetFrom(budget) }),
    ...(pool === undefined ? {} : { pool: poolFrom(pool) }),
    ...(concurrency === undefined ? {} : { concurrency: { model: slotsFrom(concurrency) } }),
  };
}

async function castFor({ agent, docs }: RunFlags): Promise<Cast> {
  if (agent !== undefined) return { agent: await agentFromModule(agent), remarks: [] };
  const { defaultCast } = await import("./cast.ts"); // it brings the search index along
  return defaultCast(docs);
}

class InterruptedError extends Error {}

// Before the run there is nothing to keep, so the first interrupt ends the wait for a module or for a large folder.
function unlessInterrupted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new InterruptedError()), { once: true });
  });
  return Promise.race([work, interrupted]);
}

function started(agent: AgentLogic, goal: string, options: RunOptions): RunHandle {
  try {
    return start(agent, goal, options);
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

// Standard output is the answer, or one JSON document: what an agent's own code prints must not stand in it.
function keepPrintsOffTheAnswer(): () => void {
  const usual = { console: globalThis.console, write: process.stdout.write };
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    globalThis.console = usual.console;
    process.stdout.write = usual.write;
  };
}

// The output of a run that failed is its error, which standard error tells.
function answerOf({ output, stopReason }: Run): string {
  return output === "" || stopReason === "error" ? "" : `${escapeLines(output)}\n`;
}

function save(run: Run, file: TraceFile | null, { stderr }: Streams): boolean {
  try {
    file?.save(jsonLine(run));
    return true;
  } catch (error) {
    stderr.write(`troupe: the trace could not be written: ${safeLine(reasonOf(error))}\n`);
    return false;
  }
}

function saveArtifacts(run: Run, folder: string, tell: (line: string) => void, { stderr }: Streams): boolean {
  const artifacts = run.artifacts.flatMap(({ name }) => run.artifact(name) ?? []);
  const written = writeArtifacts(folder, artifacts);
  for (const { name, file, problem } of written) {
    if (problem === null) tell(`artifact ${safeLine(name)}: ${safeLine(relative(".", file))}`);
    else stderr.write(`troupe: the artifact ${safeLine(name)} could not be written: ${safeLine(problem)}\n`);
  }
  return written.every(({ problem }) => problem === null);
}

function exitCodeOf(run: Run, isSaved: boolean): ExitCode {
  return run.succeeded && isSaved ? EXIT.completed : EXIT.notCompleted;
}
