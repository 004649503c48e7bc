import { Console } from "node:console";
import { DefinitionError, escapeForTerminal, escapeLines, start, type AgentLogic, type Run, type RunHandle, type RunOptions } from "../src/index.ts";
import { agentFromModule } from "./agent-module.ts";
import { budgetFrom, poolFrom, slotsFrom } from "./ceilings.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { followerFor, type Follower } from "./follow.ts";
import { watchInterrupts } from "./interrupts.ts";
import { jsonLine } from "./json-line.ts";
import { written, type Streams } from "./terminal.ts";
import { reasonOf, reserveTraceFile, type TraceFile } from "./trace-file.ts";
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
  const allowLogs = keepLogsOffTheAnswer();
  let file: TraceFile | null = null;
  try {
    const agent = await agentFor(flags, follower);
    if (flags.trace !== undefined) file = reserveTraceFile(flags.trace);
    const run = await follower.follow(started(agent, goal, { ...options, signal: interrupts.signal }));
    const isSaved = save(run, file, streams);
    await written(streams.stdout, flags.json ? jsonLine(run) : answerOf(run));
    return interrupts.signal.aborted && run.stopReason === "cancelled" ? EXIT.interrupted : exitCodeOf(run, isSaved);
  } finally {
    file?.discard();
    interrupts.stop();
    allowLogs();
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

async function agentFor({ agent, docs }: RunFlags, { tell }: Follower): Promise<AgentLogic> {
  if (agent !== undefined) return agentFromModule(agent);
  const { defaultCast } = await import("./cast.ts"); // it brings the search index along
  const cast = await defaultCast(docs);
  for (const remark of cast.remarks) tell(remark);
  return cast.agent;
}

function started(agent: AgentLogic, goal: string, options: RunOptions): RunHandle {
  try {
    return start(agent, goal, options);
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

// Standard output is the answer, or one JSON document: what an agent's own code logs must not stand in it.
function keepLogsOffTheAnswer(): () => void {
  const usual = globalThis.console;
  globalThis.console = new Console(process.stderr, process.stderr);
  return () => void (globalThis.console = usual);
}

function answerOf({ output }: Run): string {
  return output === "" ? "" : `${escapeLines(output)}\n`;
}

function save(run: Run, file: TraceFile | null, { stderr }: Streams): boolean {
  try {
    file?.save(jsonLine(run));
    return true;
  } catch (error) {
    stderr.write(`troupe: the trace could not be written: ${escapeForTerminal(reasonOf(error))}\n`);
    return false;
  }
}

function exitCodeOf(run: Run, isSaved: boolean): ExitCode {
  return run.succeeded && isSaved ? EXIT.completed : EXIT.notCompleted;
}
