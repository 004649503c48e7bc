import { answerSpec } from "../core/answer.ts";
import { artifactFrom, artifactRecord } from "../core/artifact.ts";
import { describeError } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { plainJson } from "../core/json.ts";
import { runSchema, withMethods, type Run } from "../core/run.ts";
import type { AgentLogic } from "../agent/contract.ts";
import { follow } from "../agent/follow.ts";
import { prepare } from "../agent/from-agent.ts";
import type { RunOptions } from "../agent/options.ts";
import { agentBehind } from "../agent/registry.ts";
import { randomId } from "../core/ids.ts";
import { EngineError } from "./engine-error.ts";
import { definitionsBelow, wireReturns } from "./team.ts";
import { cameBackSchema, RUNS, WIRE_VERSION, type RunInput, type WireOptions } from "./wire.ts";

/** The server that runs are started on. */
export interface RestateAddress {
  /** Its ingress: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Sent with every request, such as an authorization. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a run on an engine is made: the options of a run that are data, and those that stay with the client. */
export interface RunOnOptions extends Pick<RunOptions, "budget" | "pool" | "concurrency" | "maxDepth" | "contents" | "identity" | "artifacts" | "returns" | "signal" | "ids"> {
  /** How long a server that has taken the run may be out of reach before the client gives up waiting. Default 300. */
  readonly patienceSeconds?: number;
}

/**
 * Runs an agent on the workers of a Restate server and resolves to its run, nested like any other, with the worker's
 * name on each step. The agent may be given by name; given itself, the workers must have the same definitions. A run is
 * known by its id: asking again with an `ids` that gives the same waits for the same run. A `signal` cancels it on
 * every worker. Rejects with `DefinitionError` for what is wrong, and with `EngineError` where the server is out of reach.
 */
export async function runOn(restate: string | RestateAddress, agent: AgentLogic | string, goal: string, options: RunOnOptions = {}): Promise<Run> {
  const { signal, ids = randomId, patienceSeconds = 300, ...travelling } = options;
  const input = inputFor(agent, goal, travelling);
  const client = new Client(typeof restate === "string" ? { url: restate } : restate, ids(), patienceSeconds);
  signal?.throwIfAborted();
  await client.start(input);
  const forget = signal ? follow(signal, () => void client.cancel(describeError(signal.reason))) : null;
  try {
    return await client.result();
  } finally {
    forget?.();
  }
}

function inputFor(agent: AgentLogic | string, goal: string, options: Omit<RunOnOptions, "signal" | "ids" | "patienceSeconds">): RunInput {
  const { artifacts = [], returns, ...rest } = options;
  const isKnown = typeof agent !== "string";
  if (isKnown && !agentBehind(agent)) throw new DefinitionError({ subject: "the run", field: "agent", value: agent, allowed: "what fromAgent(...) returns, or the name of an agent" });
  if (isKnown) prepare(agent, goal, options);
  return {
    version: WIRE_VERSION,
    agent: isKnown ? agent.agent.name : agent,
    goal,
    options: plainOptions(rest),
    artifacts: artifacts.map((artifact) => artifactRecord(artifactFrom(artifact))),
    returns: returns === undefined ? null : wireReturns(answerSpec("the run's options", returns)),
    definitions: isKnown ? definitionsBelow(agent) : null,
  };
}

function plainOptions(options: Readonly<Record<string, unknown>>): WireOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const plain = plainJson(given);
  if (plain.ok) return plain.value as WireOptions; // an object, like what was given; the worker checks each of them
  throw new DefinitionError({ subject: "the run's options", field: "what travels to the workers", value: options, allowed: "plain JSON" });
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

class Client {
  readonly #address: RestateAddress;
  readonly #id: string;
  readonly #patienceMs: number;

  constructor(address: RestateAddress, id: string, patienceSeconds: number) {
    this.#address = address;
    this.#id = id;
    this.#patienceMs = patienceSeconds * 1000;
  }

  async start(input: RunInput): Promise<void> {
    const response = await this.#ask(`${RUNS}/${this.#key}/run/send`, input);
    if (!response.ok) throw await this.#refusal(response);
  }

  /** Cancels the run. What has been done comes back as its run. */
  async cancel(reason: string): Promise<void> {
    try {
      await this.#patiently(() => this.#ask(`${RUNS}/${this.#key}/cancel`, { reason }));
    } catch (error) {
      process.emitWarning(`run ${this.#id} could not be cancelled: ${describeError(error)}`, "TroupeWarning");
    }
  }

  async result(): Promise<Run> {
    const response = await this.#patiently(() => this.#ask(`restate/workflow/${RUNS}/${this.#key}/attach`));
    if (!response.ok) throw await this.#refusal(response);
    const came = cameBackSchema.parse(await response.json());
    if ("problem" in came) throw new EngineError(came.problem);
    return withMethods(runSchema.parse(came.run)) as Run; // it has ended, or it would not be here
  }

  get #key(): string {
    return encodeURIComponent(this.#id);
  }

  async #ask(path: string, body?: unknown): Promise<Response> {
    const { url, headers = {} } = this.#address;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await fetch(new URL(path, url.endsWith("/") ? url : `${url}/`), {
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, "content-type": "application/json" },
        ...sent,
      });
    } catch (error) {
      throw new EngineError(`the Restate server at ${url} cannot be reached: ${describeError(error)}`, { cause: error });
    }
  }

  // A server that is started again knows the run as before.
  async #patiently(ask: () => Promise<Response>): Promise<Response> {
    let firstFailure: number | null = null;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        const response = await ask();
        if (response.status < 502 || response.status > 504) return response;
        throw new EngineError(`the Restate server at ${this.#address.url} answered ${response.status}`);
      } catch (error) {
        firstFailure ??= Date.now();
        if (Date.now() - firstFailure >= this.#patienceMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  async #refusal(response: Response): Promise<Error> {
    const text = await response.text();
    const said = messageIn(text) ?? text;
    if (response.status === 404) return new EngineError(`the Restate server at ${this.#address.url} knows no worker with agents: ${said}`);
    return new EngineError(said);
  }
}

function messageIn(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
