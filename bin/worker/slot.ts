import { fork, type ChildProcess } from "node:child_process";
import { UsageError } from "../ending/usage-error.ts";
import type { Place } from "./balancer.ts";
import { WORKER_PROCESS } from "./options.ts";
import { Pulse, SECONDS_OF_SILENCE } from "./pulse.ts";
import { wordIn, type WorkerJob, type WorkerWord } from "./word.ts";

/** Starts a process that will do a job and speaks with this one. */
export type Spawn = () => ChildProcess;

/** What one process of a worker is given. */
export interface SlotOptions {
  readonly job: WorkerJob;
  readonly place: Place;
  readonly spawn?: Spawn;
  /** How long it has to end in good order. Default 5 s. */
  readonly msToEnd?: number;
  /** Hears, in a sentence, of all that happens to it once it has been ready. */
  readonly tell: (event: SlotEvent) => void;
}

/** What happens to a process: `ready` where it serves, the others where it does not. */
export interface SlotEvent {
  readonly type: "ready" | "trouble";
  readonly text: string;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const SECONDS_TO_PROVE = 10; // after so long a process that ends is no longer one that cannot start
const MS_TO_END = 5_000; // what it stops may need a moment

/**
 * One of the processes of a worker, and whatever takes its place: one that ends is started again, after a pause that
 * grows while it does not last. One that has frozen has no turn until it speaks again.
 */
export class WorkerSlot {
  readonly #options: SlotOptions;
  #child: ChildProcess | null = null;
  #port: number | null = null;
  #pulse = new Pulse();
  #secondsReady = 0;
  #endsInARow = 0;
  #isEnding = false;
  #restart: NodeJS.Timeout | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Starts the process and resolves to the names of its agents once it serves. Rejects with `UsageError` where it cannot. */
  start(): Promise<readonly string[]> {
    return new Promise((resolve, reject) => this.#spawn({ resolve, reject }));
  }

  /** A second has passed. */
  tick(): void {
    if (this.#port === null) return;
    this.#secondsReady += 1;
    if (this.#secondsReady === SECONDS_TO_PROVE) this.#endsInARow = 0;
    if (!this.#pulse.tick()) return;
    this.#options.place.shut();
    this.#trouble(`has not spoken for ${SECONDS_OF_SILENCE} s and gets no work until it does`);
  }

  /** Ends it, in good order where it can: what is not gone after a while is killed. */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.#restart) clearTimeout(this.#restart);
    const child = this.#child;
    if (child === null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    if (child.connected) child.disconnect();
    const timer = setTimeout(() => child.kill("SIGKILL"), this.#options.msToEnd ?? MS_TO_END);
    await gone;
    clearTimeout(timer);
  }

  /** Ends it at once. */
  kill(): void {
    this.#isEnding = true;
    this.#child?.kill("SIGKILL");
  }

  #spawn(first: First | null): void {
    const { job, spawn = spawned } = this.#options;
    const child = spawn();
    this.#child = child;
    let waiting = first;
    const over = (how: string): void => {
      if (this.#child !== child) return; // it could not be started, and so has ended as well
      this.#left();
      waiting?.reject(new UsageError(`the process ${job.name} ${how} before it was ready`));
      if (!waiting) this.#again(how);
    };
    child.on("message", (message) => {
      const word = wordIn(message);
      if (word === null) return;
      if (word.troupe === "failed" && waiting) {
        return waiting.reject(word.isWrongUsage ? new UsageError(word.message) : new Error(word.message));
      }
      if (word.troupe === "ready") {
        waiting?.resolve(word.agents);
        waiting = null;
      }
      this.#hear(word, child);
    });
    child.once("error", (error) => over(`could not be started (${error.message})`));
    child.once("exit", (code, signal) => over(`ended (${signal ?? `exit code ${code}`})`));
    child.send(job, () => undefined); // where it is gone already, its exit says so
  }

  #hear(word: WorkerWord, child: ChildProcess): void {
    switch (word.troupe) {
      case "ready":
        this.#port = word.port;
        this.#pulse = new Pulse();
        this.#secondsReady = 0;
        this.#options.place.open(word.port);
        return this.#options.tell({ type: "ready", text: `${this.#options.job.name} is ready (process ${child.pid})` });
      case "alive":
        if (this.#port === null || !this.#pulse.beat()) return;
        this.#options.place.open(this.#port);
        return this.#options.tell({ type: "ready", text: `${this.#options.job.name} speaks again` });
      case "failed":
        return this.#trouble(`cannot serve: ${word.message}`);
    }
  }

  #left(): void {
    this.#child = null;
    this.#port = null;
    this.#options.place.shut();
  }

  #again(how: string): void {
    if (this.#isEnding) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#endsInARow);
    this.#endsInARow += 1;
    this.#trouble(`${how} and is started again`);
    this.#restart = setTimeout(() => this.#spawn(null), pauseMs);
  }

  #trouble(what: string): void {
    this.#options.tell({ type: "trouble", text: `${this.#options.job.name} ${what}` });
  }
}

interface First {
  readonly resolve: (agents: readonly string[]) => void;
  readonly reject: (error: Error) => void;
}

// What the agents' own code prints goes where all else goes that is no answer.
function spawned(): ChildProcess {
  return fork(process.argv[1] ?? "", [WORKER_PROCESS], { stdio: ["ignore", 2, 2, "ipc"] });
}
