import { DefinitionError, start, type AgentLogic, type Model, type RunEvent, type RunHandle, type RunOptions } from "../../src/index.ts";
import { StoreError } from "../../src/sqlite/errors.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { unlessInterrupted, watchInterrupts, whileWatching } from "../ending/interrupts.ts";
import { UsageError } from "../ending/usage-error.ts";
import { agentFromModule } from "../modules/agent-module.ts";
import { limitsFrom } from "../options/ceilings.ts";
import { over } from "../options/config.ts";
import { keepingStore } from "../options/journal-folder.ts";
import { inOwnWords } from "../options/own-words.ts";
import type { RunFlags } from "../options/run-options.ts";
import { answerStream, type AnswerStream } from "../terminal/answer-stream.ts";
import { approverAt } from "../terminal/approvals.ts";
import { followerFor, type Follower } from "../terminal/follow.ts";
import type { Streams, Writer } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";
import { safeLine } from "../text/safe-line.ts";
import { carriedOut } from "./carried-out.ts";
import type { Cast } from "./cast.ts";
import { answerOf, exitCodeOf, printed } from "./deliver.ts";
import { Places } from "./places.ts";

/**
 * `troupe run "<goal>"`: runs an agent and writes its answer to standard output, everything else to standard error.
 * Everything that can be wrong about the command is found before anything runs. Throws `UsageError`.
 */
export async function runGoal(goal: string, { id, ...given }: RunFlags & { readonly id?: string }, streams: Streams): Promise<ExitCode> {
  return carriedOut(streams, async ({ write, config }) => {
    const flags = over(given, config);
    if (flags.on !== undefined) return (await import("./run-on.ts")).runOnWorkers(goal, { ...flags, on: flags.on, id }, write, streams);
    if (id !== undefined) throw new UsageError("--id is for a run on the workers of a Restate server, and goes with --on");
    const options = optionsFrom(goal, flags);
    const begin: Command["begin"] = (agent, more) => start(agent, goal, { ...options, ...more });
    return runWith({ flags, isModelGiven: given.model !== undefined, write, begin }, streams);
  });
}

/** A run that is to be begun, or taken up again. */
export interface Command {
  readonly flags: RunFlags;
  /** Whether the model was named on the command line and not in a configuration file. */
  readonly isModelGiven: boolean;
  readonly write: Writer;
  readonly begin: (agent: AgentLogic, options: Pick<RunOptions, "signal" | "approve" | "onEvent">) => RunHandle;
}

/** Carries out a command that runs an agent, from finding the agent to writing its answer. */
export async function runWith({ flags, isModelGiven, write, begin }: Command, streams: Streams): Promise<ExitCode> {
  checkWho(flags);
  const showsAnswer = flags.json !== true && streams.stdout.isTTY;
  const follower = followerFor(streams.stderr, { quiet: flags.quiet === true, showsAnswer });
  const tell = (line: string): void => follower.tell(line);
  const interrupts = watchInterrupts(tell);
  const stream = showsAnswer && !follower.draws ? answerStream((text) => void write(text).catch(() => undefined)) : null;
  return whileWatching(interrupts, async () => {
    const { agent, remarks } = await unlessInterrupted(castFor(flags, isModelGiven), interrupts);
    const places = new Places(flags);
    try {
      if (agent === null) return nothingRuns(remarks, streams);
      for (const remark of remarks) tell(safeLine(remark));
      const pages = await places.openPages(tell);
      const handle = started(() => begin(agent, { ...connections(follower, stream), signal: interrupts.signal }), flags);
      pages.follow(handle);
      const run = await follower.follow(handle);
      const isKept = await places.keep(run, tell, streams);
      await write(flags.json ? jsonLine(run) : stream ? stream.rest(answerOf(run)) : printed(answerOf(run, follower.answerSoFar)));
      return exitCodeOf(run, isKept, interrupts);
    } finally {
      places.release();
    }
  });
}

// Said even when quiet.
function nothingRuns(why: readonly string[], { stderr }: Streams): ExitCode {
  for (const remark of why) stderr.write(`${safeLine(remark)}\n`);
  return EXIT.completed;
}

function checkWho({ docs, team, agent }: RunFlags): void {
  if (agent !== undefined && docs !== undefined) throw new UsageError("--docs is for the built-in team and does not go with --agent");
  if (agent !== undefined && team !== undefined) throw new UsageError("--team is for the built-in team and does not go with --agent");
}

function optionsFrom(goal: string, flags: RunFlags): RunOptions {
  if (goal.trim() === "") throw new UsageError("the goal is blank; say what the agent is to do");
  checkWho(flags);
  const { journal } = flags;
  return { ...(journal === undefined ? {} : { journal: keepingStore(journal, flags) }), ...limitsFrom(flags) };
}

// Standard error is where a person is asked: standard output may be a file.
function connections(follower: Follower, stream: AnswerStream | null): Pick<RunOptions, "approve" | "onEvent"> {
  const approve = approverAt({ input: process.stdin, output: process.stderr, aside: (work) => follower.aside(work) });
  const onEvent = stream ? (event: RunEvent) => stream.see(event) : follower.draws ? (event: RunEvent) => follower.notice?.(event) : null;
  return { ...(approve ? { approve } : {}), ...(onEvent ? { onEvent } : {}) };
}

async function castFor(flags: RunFlags, isModelGiven: boolean): Promise<Cast> {
  const [{ modelFrom }, { modelHint }] = [await import("../options/model.ts"), await import("./models.ts")];
  const model = await modelFrom(flags);
  const hint = flags.model === undefined ? modelHint(process.env) : null;
  if (flags.agent !== undefined) return moduleCast(flags.agent, { model, hint, isModelGiven });
  const { defaultCast } = await import("./cast.ts"); // it brings the search index along
  const { agent, remarks } = await defaultCast({ docs: flags.docs, team: flags.team, model });
  return { agent, remarks: hint === null || agent === null ? remarks : [...remarks, hint] };
}

interface OfferedModel {
  readonly model: Model | null;
  readonly hint: string | null;
  /** Whether it was named on the command line, for this agent. */
  readonly isModelGiven: boolean;
}

async function moduleCast(path: string, { model, hint, isModelGiven }: OfferedModel): Promise<Cast> {
  const { agent, takesModel } = await agentFromModule(path, model);
  if (isModelGiven && !takesModel) {
    throw new UsageError(
      "--model does not go with an --agent that has its own: for one that takes it, export default a function of { model }",
    );
  }
  return { agent, remarks: takesModel && hint !== null ? [hint] : [] };
}

function started(begin: () => RunHandle, { model }: RunFlags): RunHandle {
  try {
    return begin();
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(inOwnWords(error, model !== undefined), { cause: error });
    if (error instanceof StoreError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
