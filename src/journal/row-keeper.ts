import type { JournalEntry } from "../core/journal.ts";
import { journalError } from "./journal-error.ts";
import type { Keeper } from "./kept-run.ts";
import { writeLine, type LinesEnd } from "./line.ts";
import type { Session } from "./sqlite-session.ts";

/** One run in the hands of one owner. */
export interface HeldRun {
  /** The number of its row. */
  readonly run: number;
  /** The owner's signature. */
  readonly owner: string;
  readonly end: LinesEnd;
}

/** What a keeper works with. */
export interface RowKeeperOptions {
  readonly path: string;
  readonly session: Session;
  readonly leaseSeconds: number;
  /** Called once, when the run has been released. */
  readonly released: () => void;
}

const BEATS_PER_LEASE = 3;
const RENEW = "UPDATE runs SET renewed_at = ?, changed_at = ? WHERE number = ? AND owner = ?";
const LOST = "has the run in use by somebody else: the lease of this process has ended";

/** Keeps the entries of one run in its rows, and renews its lease while it is held. */
export class RowKeeper implements Keeper {
  readonly #path: string;
  readonly #session: Session;
  readonly #run: number;
  readonly #owner: string;
  readonly #released: () => void;
  readonly #timer: NodeJS.Timeout;
  #end: LinesEnd;
  #isReleased = false;

  constructor({ run, owner, end }: HeldRun, { path, session, leaseSeconds, released }: RowKeeperOptions) {
    this.#path = path;
    this.#session = session;
    this.#run = run;
    this.#owner = owner;
    this.#end = end;
    this.#released = released;
    this.#timer = setInterval(() => this.#renew(), (leaseSeconds * 1000) / BEATS_PER_LEASE).unref();
  }

  append(entry: JournalEntry): void {
    const { text, end } = writeLine(entry, this.#end);
    this.#session.transact((statements) => {
      const now = Date.now();
      const renewed = statements.run(RENEW, now, now, this.#run, this.#owner);
      if (renewed !== 1 || this.#isReleased) throw journalError(this.#path, "locked", LOST);
      statements.run("INSERT INTO lines (run, number, line) VALUES (?, ?, ?)", this.#run, end.lines, text);
    });
    this.#end = end;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    this.#quietly("UPDATE runs SET owner = NULL WHERE number = ? AND owner = ?");
    this.#released();
  }

  #renew(): void {
    this.#quietly(`UPDATE runs SET renewed_at = ${Date.now()} WHERE number = ? AND owner = ?`);
  }

  // What cannot be written now ends the lease in its time: this process is seen to be gone, or is silent for too long.
  #quietly(sql: string): void {
    try {
      this.#session.transact((statements) => statements.run(sql, this.#run, this.#owner));
    } catch {
      // the next line that is written says what is wrong
    }
  }
}
