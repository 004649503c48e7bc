import { describeError, oneLine } from "../core/describe.ts";
import { escapeForTerminal } from "../core/escape.ts";
import { StoreError } from "../sqlite/errors.ts";
import { isSameRun, writtenRun, type EndedRun, type WrittenRun } from "./run-store-row.ts";
import type { RunRows } from "./run-store-rows.ts";

/**
 * Runs on their way to where rows are kept. Nobody waits for them: they are written after the run has gone on, those
 * that ended together in one step. What cannot be written stays here, at most the newest `keep`, and is tried again when
 * the next run ends or somebody asks; that it could not be is told once, as a process warning, until it can.
 */
export class RunQueue {
  readonly #rows: RunRows;
  readonly #keep: number;
  /** Ended and not yet written down. */
  readonly #ended: EndedRun[] = [];
  /** Written down, and not yet where they belong. Empty unless the last attempt failed. */
  #waiting: readonly WrittenRun[] = [];
  #failure: unknown = null;
  #last: Promise<unknown> = Promise.resolve();
  #isScheduled = false;

  constructor(rows: RunRows, keep: number) {
    this.#rows = rows;
    this.#keep = keep;
  }

  /** Hands a run over, which must not change any more. Returns at once. */
  push(run: EndedRun): void {
    this.#ended.push(run);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.after(() => undefined);
    });
  }

  /** Does something when every run handed over so far has been written, or could not be: in the order it was asked for. */
  after<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const result = this.#last.then(async () => {
      await this.#write();
      return work();
    });
    this.#last = result.catch(() => undefined); // whoever asked is told; the next one goes on
    return result;
  }

  /** Throws what kept runs from being written, while they wait. */
  check(): void {
    if (this.#waiting.length > 0) throw this.#failure;
  }

  /** Forgets the runs that wait; returns how many there were. */
  forget(): number {
    const { length } = this.#waiting;
    this.#waiting = [];
    return length;
  }

  async #write(): Promise<void> {
    const runs = this.#newest();
    if (runs.length === 0) return;
    const hadFailed = this.#waiting.length > 0;
    this.#waiting = await this.#leftOf(runs);
    if (this.#waiting.length > 0 && !hadFailed) this.#warn();
  }

  // From the newest back, and no further than they are kept: each is a text as large as its trace.
  #newest(): readonly WrittenRun[] {
    const ended = this.#ended.splice(0);
    const runs: WrittenRun[] = [];
    for (let run = ended.pop(); run && runs.length < this.#keep; run = ended.pop()) keepNew(runs, downWritten(run));
    for (const run of this.#waiting.toReversed()) keepNew(runs, run);
    return runs.slice(0, this.#keep).reverse();
  }

  // A file may have no room for one large run and room enough for the others.
  async #leftOf(runs: readonly WrittenRun[]): Promise<readonly WrittenRun[]> {
    const left = await this.#tried(runs);
    if (left.length < 2 || !isAboutOneRun(this.#failure)) return left;
    const alone: WrittenRun[] = [];
    for (const run of left) alone.push(...(await this.#tried([run])));
    return alone;
  }

  async #tried(runs: readonly WrittenRun[]): Promise<readonly WrittenRun[]> {
    try {
      await this.#rows.add(runs);
      return [];
    } catch (error) {
      this.#failure = error;
      return runs;
    }
  }

  #warn(): void {
    const [first] = this.#waiting;
    const others = this.#waiting.length > 1 ? ` and ${this.#waiting.length - 1} more` : "";
    warn(`run ${first?.row.id}${others} could not be stored yet: ${describeError(this.#failure)}`);
  }
}

function downWritten(run: EndedRun): WrittenRun | null {
  try {
    return writtenRun(run);
  } catch (error) {
    warn(`run ${run.id} cannot be stored: ${describeError(error)}`);
    return null;
  }
}

function keepNew(runs: WrittenRun[], run: WrittenRun | null): void {
  if (run && !runs.some((known) => isSameRun(known.row, run.row))) runs.push(run);
}

function isAboutOneRun(failure: unknown): boolean {
  return failure instanceof StoreError && (failure.problem === "full" || failure.problem === "failed");
}

function warn(message: string): void {
  process.emitWarning(escapeForTerminal(oneLine(message)), "TroupeWarning");
}
