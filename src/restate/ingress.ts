import { describeError } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { withMethods, type Run } from "../core/run.ts";
import { EngineError } from "./engine-error.ts";
import { rootCameBackFrom, RUNS, type Asked, type Cancel, type RunInput } from "./wire.ts";

/** The server that runs are started on. */
export interface RestateAddress {
  /** Its ingress: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Sent with every request, such as an authorization. */
  readonly headers?: Readonly<Record<string, string>>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
const ANSWER_MS = 30_000; // for what a server answers at once
const ATTACHED_MS = 60_000; // for the run itself: then it is asked whether it is still there
const NOT_READY = 470;

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Question {
  readonly body?: unknown;
  readonly maxMs?: number;
}

/** A run that has ended on a server. */
export interface Ended {
  readonly run: Run;
  readonly asked: Asked;
}

/** One run on a server, as a client sees it. */
export class Ingress {
  readonly #address: RestateAddress;
  readonly #base: URL;
  readonly #id: string;
  readonly #patienceMs: number;

  /** Throws `DefinitionError` for an address that is none. */
  constructor(address: RestateAddress, id: string, patienceSeconds: number) {
    this.#address = address;
    this.#base = baseOf(address.url);
    this.#id = id;
    this.#patienceMs = patienceSeconds * 1000;
  }

  /** Starts the run, unless it is known already. Rejects at once where the server is out of reach. */
  async start(input: RunInput): Promise<void> {
    this.#check(await this.#ask(`${RUNS}/${this.#key}/run/send`, { body: input }));
  }

  /** Cancels the run before it is started: it finds that when it begins. */
  async cancelBefore(cancel: Cancel): Promise<void> {
    this.#check(await this.#askToCancel(cancel));
  }

  /** Cancels the run. What has been done comes back as its run. */
  async cancel(cancel: Cancel): Promise<void> {
    try {
      this.#check(await this.#patiently(() => this.#askToCancel(cancel)));
    } catch (error) {
      process.emitWarning(`run ${this.#id} could not be cancelled: ${describeError(error)}`, "TroupeWarning");
    }
  }

  /** The run, once it has ended, however long that takes, and what was asked when it was begun. */
  async result(): Promise<Ended> {
    for (;;) {
      const answer = (await this.#attached()) ?? (await this.#patiently(() => this.#ask(this.#of("output"))));
      if (answer.status !== NOT_READY) return this.#runIn(this.#check(answer));
      await pause(FIRST_WAIT_MS);
    }
  }

  // null where the connection has ended without an answer: for that the run must not be over, nor the server away.
  async #attached(): Promise<Answer | null> {
    try {
      const answer = await this.#ask(this.#of("attach"), { maxMs: ATTACHED_MS });
      return isAway(answer) ? null : answer;
    } catch {
      return null;
    }
  }

  #askToCancel(cancel: Cancel): Promise<Answer> {
    return this.#ask(`${RUNS}/${this.#key}/cancel`, { body: cancel });
  }

  #check(answer: Answer): Answer {
    if (isGood(answer)) return answer;
    throw this.#refusal(answer);
  }

  #of(what: "attach" | "output"): string {
    return `restate/workflow/${RUNS}/${this.#key}/${what}`;
  }

  get #key(): string {
    return encodeURIComponent(this.#id);
  }

  async #ask(path: string, { body, maxMs = ANSWER_MS }: Question = {}): Promise<Answer> {
    const { url, headers: given = {} } = this.#address;
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { ...given, "content-type": "application/json" };
    try {
      const response = await fetch(new URL(path, this.#base), { ...sent, headers, signal: AbortSignal.timeout(maxMs) });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new EngineError(`the Restate server at ${url} cannot be reached: ${describeError(error)}`, { cause: error });
    }
  }

  // A server that is started again knows the run as before.
  async #patiently(ask: () => Promise<Answer>): Promise<Answer> {
    const firstAt = Date.now();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        const answer = await ask();
        if (!isAway(answer)) return answer;
        throw this.#refusal(answer);
      } catch (error) {
        if (Date.now() - firstAt >= this.#patienceMs) throw error;
        await pause(waitMs);
      }
    }
  }

  #runIn({ text }: Answer): Ended {
    const came = rootCameBackFrom(jsonIn(text));
    if (!came) throw new EngineError(`the server at ${this.#address.url} answered with something that is no run`);
    if ("problem" in came) throw new EngineError(came.problem);
    const run = withMethods(came.run) as Run; // it has ended, or it would not be here
    return { run, asked: came.asked };
  }

  #refusal({ status, text }: Answer): EngineError {
    const said = messageIn(text) ?? text;
    const server = `the Restate server at ${this.#address.url}`;
    if (status !== 404) return new EngineError(said === "" ? `${server} answered ${status}` : said);
    const hint = said === "" ? " (is it the ingress, port 8080 by default?)" : `: ${said}`;
    return new EngineError(`${server} knows no worker with agents, or not this run${hint}`);
  }
}

function baseOf(url: string): URL {
  if (/^https?:/u.test(url) && URL.canParse(url)) return new URL(url.endsWith("/") ? url : `${url}/`);
  const allowed = "an address such as http://127.0.0.1:8080";
  throw new DefinitionError({ subject: "the Restate server", field: "url", value: url, allowed });
}

function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function isAway({ status }: Answer): boolean {
  return status >= 502 && status <= 504;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function messageIn(text: string): string | null {
  const { message } = (jsonIn(text) ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
