import { readdirSync, statSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { lockFolderOf, removeLeftovers, tryLock } from "../sqlite/lock.ts";
import { describeOwner, lifeOf } from "../sqlite/owner.ts";
import { filed, journalError } from "./journal-error.ts";

/** The right of one process to work on a file, kept alive by a heartbeat until it is released. */
export interface Lease {
  /** Throws `StoreError` when the lease is lost: this process stood still for so long that another one took it over. */
  check(): void;
  /** Gives it up. Idempotent, and never throws. */
  release(): void;
}

const BEATS_PER_LEASE = 3;

/**
 * Takes the lease of a file. The lease of a process that is gone is taken over at once; that of a process which cannot be
 * seen from here, on another machine or in another container, once it has not been renewed for `seconds`. Throws
 * `StoreError`, `locked`, while somebody else has it.
 */
export function takeLease(path: string, seconds: number): Lease {
  return filed(path, () => {
    removeLeftovers(path);
    let attempt = tryLock(path);
    if (!attempt.isTaken && dropIfExpired(path, attempt.holder, seconds)) attempt = tryLock(path);
    if (!attempt.isTaken) throw journalError(path, "locked", `is in use: ${describeOwner(attempt.holder)} works on this run`);
    return new HeldLease(path, seconds, attempt.release);
  });
}

/** Whether somebody has the lease of a file just now. */
export function isLeased(path: string, seconds: number): boolean {
  return holdersOf(path).some((holder) => isValid(path, holder, seconds));
}

class HeldLease implements Lease {
  readonly #path: string;
  readonly #seconds: number;
  readonly #unlock: () => void;
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;
  #renewedAt = Date.now();
  #isReleased = false;

  constructor(path: string, seconds: number, unlock: () => void) {
    this.#path = path;
    this.#seconds = seconds;
    this.#unlock = unlock;
    const [signature = ""] = holdersOf(path); // it has just been put there
    this.#file = join(lockFolderOf(path), signature);
    this.#timer = setInterval(() => this.#renew(), (seconds * 1000) / BEATS_PER_LEASE).unref();
  }

  check(): void {
    const isStale = Date.now() - this.#renewedAt > (this.#seconds * 1000) / 2;
    if (this.#isReleased || (isStale && !this.#renew())) {
      throw journalError(this.#path, "locked", "is no longer held by this process: its lease has ended");
    }
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    this.#unlock();
  }

  // False once the file that stands for the lease is gone: somebody else has taken it over.
  #renew(): boolean {
    try {
      const now = Date.now();
      utimesSync(this.#file, now / 1000, now / 1000);
      this.#renewedAt = now;
      return true;
    } catch {
      return false;
    }
  }
}

function dropIfExpired(path: string, holder: string, seconds: number): boolean {
  if (holder === "" || isValid(path, holder, seconds)) return false;
  try {
    unlinkSync(join(lockFolderOf(path), holder)); // of this one name: whoever took the lease meanwhile keeps it
  } catch {
    return true; // somebody else was faster, or its owner has let it go
  }
  return true;
}

function isValid(path: string, holder: string, seconds: number): boolean {
  const life = lifeOf(holder);
  if (life !== "unknown") return life === "alive";
  const { mtimeMs = 0 } = statSync(join(lockFolderOf(path), holder), { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < seconds * 1000;
}

function holdersOf(path: string): readonly string[] {
  try {
    return readdirSync(lockFolderOf(path));
  } catch {
    return []; // nobody has it
  }
}
