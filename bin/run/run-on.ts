import { randomId } from "../../src/core/ids.ts";
import { DefinitionError, render, type AgentLogic, type Run } from "../../src/index.ts";
import { runOn, type RunOnOptions } from "../../src/restate/client.ts";
import { errorOf, summaryOf } from "../../src/trace/heading.ts";
import type { ExitCode } from "../ending/exit.ts";
import { unlessInterrupted, watchInterrupts, whileWatching } from "../ending/interrupts.ts";
import { UsageError } from "../ending/usage-error.ts";
import { agentsFromModule } from "../modules/agent-module.ts";
import { limitsFrom } from "../options/ceilings.ts";
import { HERE_ALONE, RUN_OPTIONS, type RunFlags } from "../options/run-options.ts";
import { httpAddress } from "../options/server-address.ts";
import { screenOf, type Streams, type Writer } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";
import { safeLine } from "../text/safe-line.ts";
import { answerOf, exitCodeOf, printed } from "./deliver.ts";
import { Places } from "./places.ts";

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
  return whileWatching(interrupts, async () => {
    const agent = await unlessInterrupted(agentNamed(flags.agent), interrupts);
    const places = new Places(flags);
    try {
      await places.openPages(tell);
      tell(safeLine(`run ${id} on ${on}; --id ${id} waits for it again`));
      const run = await ranOn(on, { agent, goal, options: { ...options, signal: interrupts.signal } });
      if (!flags.quiet) streams.stderr.write(told(run, streams));
      const isKept = await places.keep(run, tell, streams);
      await write(flags.json ? jsonLine(run) : printed(answerOf(run)));
      return exitCodeOf(run, isKept, interrupts);
    } finally {
      places.release();
    }
  });
}

function optionsFrom(goal: string, flags: RunOnFlags, id: string): RunOnOptions {
  if (goal.trim() === "") throw new UsageError("the goal is blank; say what the agent is to do");
  if (id.trim() === "") throw new UsageError("--id is blank; say what the run is called");
  httpAddress("--on", flags.on, "http://127.0.0.1:8080");
  const useless = HERE_ALONE.find((key) => flags[key] !== undefined && flags[key] !== false);
  if (useless) {
    const [option = ""] = RUN_OPTIONS.find(({ key }) => key === useless)?.flags.split(" ") ?? [];
    throw new UsageError(`${option} ${WHY_NOT[useless]} and does not go with --on`);
  }
  return { ids: () => id, ...limitsFrom(flags) };
}

const OF_WORKERS = "is for whoever makes the calls, which are the workers here (give it to troupe worker),";

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
  if (agent === undefined) {
    throw new UsageError("--on needs --agent: the module that the workers serve, or the name of one of their agents");
  }
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

function told(run: Run, { stderr }: Streams): string {
  const { canRedraw, width, color } = screenOf(stderr, process.env);
  if (canRedraw) return `${render(run, { width, color })}\n\n`;
  const error = errorOf(run);
  return `${error === null ? summaryOf(run) : `${summaryOf(run)}: ${error}`}\n`;
}
