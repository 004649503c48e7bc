import { answerSpec, readAnswer, type AnswerSpec } from "../core/answer.ts";
import { artifactFrom, artifactRecord } from "../core/artifact.ts";
import { checked } from "../core/check.ts";
import { describeError, oneLine } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { randomId, type MakeId } from "../core/ids.ts";
import { plainJson, type MutableJson } from "../core/json.ts";
import type { Run } from "../core/run.ts";
import { z } from "zod";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { follow } from "../agent/engine/follow.ts";
import { prepare } from "../agent/from-agent.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { agentBehind } from "../agent/definition/team.ts";
import { hideAnswer } from "../agent/engine/report.ts";
import { EngineError } from "./engine-error.ts";
import { Ingress, type RestateAddress } from "./ingress.ts";
import { definitionsBelow, wireReturns } from "./team.ts";
import { WIRE_VERSION, type Asked, type Cancel, type RunInput, type WireOptions } from "./wire.ts";

/** The options of a run that are data, and go with it to the workers. */
export type TravellingOptions = Pick<
  RunOptions,
  "budget" | "pool" | "concurrency" | "maxDepth" | "contents" | "identity" | "artifacts" | "returns"
>;

/** How a run on an engine is made: the options of a run that are data, and those that stay with the client. */
export interface RunOnOptions extends TravellingOptions, Pick<RunOptions, "signal" | "ids"> {
  /** How long a server that has taken the run may be out of reach before the client gives up waiting. Default 300. */
  readonly patienceSeconds?: number;
}

/**
 * Runs an agent on the workers of a Restate server and resolves to its run, nested like any other, with the worker's
 * name on each step. The agent may be given by name; given itself, the workers must have the same definitions. A run is
 * known by its id, for a day: asking again for the same with an `ids` that gives the same waits for the same run. A
 * `signal` cancels it on every worker, and one that has fired already before it begins; what had been done comes back as
 * the run. Rejects with `DefinitionError` for what is wrong, and with `EngineError` where the server is out of reach or
 * the workers refuse.
 */
export async function runOn(
  restate: string | RestateAddress,
  agent: AgentLogic | string,
  goal: string,
  options: RunOnOptions = {},
): Promise<Run> {
  const { signal, ids = randomId, patienceSeconds = DEFAULT_PATIENCE_SECONDS, ...travelling } = options;
  checked(SUBJECT, ownSchema, { signal, ids, patienceSeconds });
  const input = inputFor(agent, goal, travelling);
  const ingress = new Ingress(typeof restate === "string" ? { url: restate } : restate, idFrom(ids), patienceSeconds);
  const forget = signal && !signal.aborted ? follow(signal, () => void ingress.cancel(cancelOf(signal))) : null;
  try {
    if (signal && !forget) await ingress.cancelBefore(cancelOf(signal));
    await ingress.start(input);
    const { run, asked } = await ingress.result();
    if (asked.agent !== input.agent || asked.goal !== input.goal) throw anotherRun(run.id, asked);
    if (travelling.returns !== undefined) await readByOwnSchema(run, answerSpec(SUBJECT, travelling.returns));
    if (travelling.contents === false) hideAnswer(run);
    return run;
  } finally {
    forget?.();
  }
}

const SHOWN_CHARACTERS = 200;

function anotherRun(id: string, { agent, goal }: Asked): EngineError {
  const line = oneLine(goal);
  const shown = line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}...` : line;
  return new EngineError(`the id '${id}' is that of another run, which was begun for agent '${agent}' with the goal '${shown}'`);
}

// The workers know of a schema what JSON Schema can say of it: defaults, refinements and transforms are the client's own.
async function readByOwnSchema(run: Run, spec: AnswerSpec): Promise<void> {
  if (run.data === undefined) return;
  const read = await readAnswer(spec, spec.isWrapped ? { answer: run.data } : run.data);
  if (read.ok) run.data = read.data as MutableJson; // handed over to the caller
  else {
    delete run.data;
    run.dataProblem = read.problem;
  }
}

const SUBJECT = "the run's options";
const DEFAULT_PATIENCE_SECONDS = 300;
const PATIENCE = "a number of seconds, 0 or more";
const ownSchema = z.object({
  signal: z.instanceof(AbortSignal, { error: "an AbortSignal" }).optional(),
  ids: z.custom<MakeId>((value) => typeof value === "function", "a function"),
  patienceSeconds: z.number(PATIENCE).nonnegative(PATIENCE),
});

const MOST_ID_BYTES = 1024;

// The id stands in addresses, where `.` and `..` would lead elsewhere.
function idFrom(ids: MakeId): string {
  const id: unknown = ids();
  if (typeof id === "string" && isId(id)) return id;
  const allowed = `a text of 1 to ${MOST_ID_BYTES} bytes, well-formed, neither '.' nor '..'`;
  throw new DefinitionError({ subject: SUBJECT, field: "what ids() gives", value: id, allowed });
}

function isId(id: string): boolean {
  return !/^\.{0,2}$/u.test(id) && !/\p{Surrogate}/u.test(id) && Buffer.byteLength(id) <= MOST_ID_BYTES;
}

// What the trace says of it is worked out by the worker: an abort without a reason of its own has none.
function cancelOf({ reason }: AbortSignal): Cancel {
  if (reason instanceof DOMException && reason.name === "AbortError") return {};
  return { reason: typeof reason === "string" && reason !== "" ? reason : describeError(reason) };
}

function inputFor(agent: AgentLogic | string, goal: string, options: TravellingOptions): RunInput {
  const { artifacts = [], returns, ...rest } = options;
  const isKnown = typeof agent !== "string";
  if (isKnown && !agentBehind(agent)) {
    const allowed = "what fromAgent(...) returns, or the name of an agent";
    throw new DefinitionError({ subject: "the run", field: "agent", value: agent, allowed });
  }
  if (isKnown) prepare(agent, goal, options);
  return {
    version: WIRE_VERSION,
    agent: isKnown ? agent.agent.name : agent,
    goal,
    options: plainOptions(rest),
    artifacts: artifacts.map((artifact) => artifactRecord(artifactFrom(artifact))),
    returns: returns === undefined ? null : wireReturns(answerSpec(SUBJECT, returns)),
    definitions: isKnown ? definitionsBelow(agent) : null,
  };
}

function plainOptions(options: Readonly<Record<string, unknown>>): WireOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const plain = plainJson(given);
  if (plain.ok) return plain.value as WireOptions; // an object, like what was given; the worker checks each of them
  throw new DefinitionError({ subject: SUBJECT, field: "what travels to the workers", value: options, allowed: "plain JSON" });
}
