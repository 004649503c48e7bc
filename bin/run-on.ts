import { randomId } from "../src/core/ids.ts";
import { DefinitionError, render, type AgentLogic, type Run } from "../src/index.ts";
import { runOn, type RunOnOptions } from "../src/restate/client.ts";
import { errorOf, summaryOf } from "../src/trace/heading.ts";
import { agentsFromModule } from "./agent-module.ts";
import { reserveArtifactFolder } from "./artifact-files.ts";
import { budgetFrom, poolFrom, slotsFrom } from "./ceilings.ts";
import { answerOf, exitCodeOf, keepRun, printed } from "./deliver.ts";
import type { ExitCode } from "./exit.ts";
import { InterruptedError, unlessInterrupted, watchInterrupts } from "./interrupts.ts";
import { jsonLine } from "./json-line.ts";
import { pagesFor, type Pages } from "./pages.ts";
import { HERE_ALONE, RUN_OPTIONS, type RunFlags } from "./run-options.ts";
import { safeLine } from "./safe-line.ts";
import { httpAddress } from "./server-address.ts";
import { screenOf, type Streams, type Writer } from "./terminal.ts";
import { reserveTraceFile, type TraceFile } from "./trace-file.ts";
import { UsageError } from "./usage-error.ts";

/** The options of a run on workers elsewhere. */
export interface RunOnFlags extends RunFlags {
  readonly on: string;
  /** What the run is called; a new name unless given. */
  readonly id: string | undefined;
}

/**
 * Runs an agent on the workers of a Restate server and writes its answer as a run in this process would. The run is the
 * server's: whoever gives its id again waits for the same run. Throws `UsageError` for what is wrong before it begins,
 * and `EngineError` where the server is out of reach or refuses it.
 */
export async function runOnWorkers(goal: string, flags: RunOnFlags, write: Writer, streams: Streams): Promise<ExitCode> {
  const { on, id = randomId() } = flags;
  const options = optionsFrom(goal, flags, id);
  const tell = (line: string): void => void (flags.quiet || streams.stderr.write(`${line}\n`));
  const interrupts = watchInterrupts(tell);
  let file: TraceFile | null = null;
  let pages: Pages | null = null;
  try {
    const agent = await unlessInterrupted(agentNamed(flags.agent), interrupts);
    if (flags.trace !== undefined) file = reserveTraceFile(flags.trace);
    const folder = flags.artifacts === undefined ? null : reserveArtifactFolder(flags.artifacts);
    pages = await pagesFor(flags, tell);
    tell(safeLine(`run ${id} on ${on}; --id ${id} waits for it again`));
    const run = await ranOn(on, { agent, goal, options: { ...options, signal: interrupts.signal } });
    if (!flags.quiet) streams.stderr.write(told(run, goal, streams));
    const isKept = await keepRun(run, { file, folder, pages }, tell, streams);
    await write(flags.json ? jsonLine(run) : printed(answerOf(run)));
    return exitCodeOf(run, isKept, interrupts);
  } catch (error) {
    if (error instanceof InterruptedError) return interrupts.exitCode;
    throw error;
  } finally {
    file?.discard();
    pages?.close();
    interrupts.stop();
  }
}

function optionsFrom(goal: string, flags: RunOnFlags, id: string): RunOnOptions {
  if (goal.trim() === "") throw new UsageError("the goal is blank; say what the agent is to do");
  if (id.trim() === "") throw new UsageError("--id is blank; say what the run is called");
  httpAddress("--on", flags.on, "http://127.0.0.1:8080");
  const useless = HERE_ALONE.find((key) => flags[key] !== undefined && flags[key] !== false);
  if (useless) throw new UsageError(`${RUN_OPTIONS.find(({ key }) => key === useless)?.flags.split(" ")[0]} ${WHY_NOT[useless]} and does not go with --on`);
  const { budget, pool, concurrency } = flags;
  return {
    ids: () => id,
    ...(budget === undefined ? {} : { budget: budgetFrom(budget) }),
    ...(pool === undefined ? {} : { pool: poolFrom(pool) }),
    ...(concurrency === undefined ? {} : { concurrency: { model: slotsFrom(concurrency) } }),
  };
}

const OF_WORKERS = "is for whoever makes the calls, which are the workers here: give it to troupe worker;";

const WHY_NOT: Readonly<Record<(typeof HERE_ALONE)[number], string>> = {
  docs: "is for the built-in team",
  team: "is for the built-in team",
  model: OF_WORKERS,
  baseUrl: OF_WORKERS,
  price: OF_WORKERS,
  rate: OF_WORKERS,
  journal: "keeps a run of this process; one on workers is kept by their server,",
  watch: "shows what happens in this process; a run on workers is seen when it has ended,",
};

const AGENT_NAME = /^[a-z][a-z0-9_-]*$/u;

// What has the form of an agent's name is one; of a module there is always a path or an ending.
async function agentNamed(agent: string | undefined): Promise<AgentLogic | string> {
  if (agent === undefined) throw new UsageError("--on needs --agent: the module that the workers serve, or the name of one of their agents");
  if (AGENT_NAME.test(agent)) return agent;
  const { agents, takesModel } = await agentsFromModule(agent, null);
  const [first, another] = agents as readonly [AgentLogic, ...AgentLogic[]]; // there is at least one
  const names = agents.map((each) => each.agent.name);
  if (another) throw new UsageError(`--agent: '${agent}' has ${agents.length} agents; name the one that is to run: ${names.join(", ")}`);
  return takesModel ? first.agent.name : first; // with another model here than there, the two could not be compared
}

interface Wanted {
  readonly agent: AgentLogic | string;
  readonly goal: string;
  readonly options: RunOnOptions;
}

async function ranOn(on: string, { agent, goal, options }: Wanted): Promise<Run> {
  try {
    return await runOn(on, agent, goal, options);
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

// A run that is waited for again may have been started with another goal.
function told(run: Run, goal: string, { stderr }: Streams): string {
  const { canRedraw, width, color } = screenOf(stderr, process.env);
  const other = run.goal === goal ? "" : `${safeLine(`the run had this goal: ${run.goal}`)}\n`;
  if (canRedraw) return `${other}${render(run, { width, color })}\n\n`;
  const error = errorOf(run);
  return `${other}${error === null ? summaryOf(run) : `${summaryOf(run)}: ${error}`}\n`;
}
