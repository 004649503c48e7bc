/** Where something that is remembered came from. */
export interface Provenance {
  /** The agent that wrote it, or whoever the code says. */
  readonly author: string;
  /** When, in milliseconds since the epoch, by the clock of the run. */
  readonly at: number;
  /** The run it was written in, and the agent's path there; null when code wrote it. */
  readonly runId: string | null;
  readonly path: string | null;
}

/** One change of what is known: `value` is null exactly when it was forgotten. */
export interface FactChange extends Provenance {
  /** Whom or what the fact is about; null for the bucket that all share, which is no subject. */
  readonly subject: string | null;
  readonly key: string;
  /** `corrected` and `forgotten` act on a fact that there is; `remembered` also begins one. */
  readonly kind: "remembered" | "corrected" | "forgotten";
  readonly value: string | null;
}

/** A change as it stands in the history. */
export interface FactVersion extends FactChange {
  /** Its place in the history of the whole store: later changes have greater numbers. Never used twice. */
  readonly sequence: number;
}

/** A fact as it is known now: the latest change of its key. */
export type Fact = FactVersion & { readonly value: string };

/**
 * Where facts are kept, with their whole history (a port).
 *
 * An implementer must treat every subject, the shared bucket (null), and every key as its own, whatever characters it is
 * made of: `null`, `""` and `"_"` are three subjects. It must give texts back exactly as they were written. It must do
 * each `write` as one step, so that concurrent writers, also in other processes when it says that it serves several,
 * lose nothing; and what `write` has resolved to must be stored by its own stated policy.
 *
 * It must never overwrite or remove a version, except by `erase`. It need not check sizes or blank keys: its callers do.
 * When it cannot read or write it rejects, and then nothing has changed.
 */
export interface FactStore {
  /** Appends the change; resolves to its version, or to null, having stored nothing, when there was no fact to correct or forget. */
  write(change: FactChange): Promise<FactVersion | null>;
  /** What is known under the key now. */
  get(subject: string | null, key: string): Promise<Fact | undefined>;
  /** Everything known about the subject now, one per key, in any order. */
  list(subject: string | null): Promise<readonly Fact[]>;
  /** Every version, of the key or of the whole subject, oldest first. */
  history(subject: string | null, key?: string): Promise<readonly FactVersion[]>;
  /** Removes everything about the subject, the history included: for privacy. Resolves to how many versions there were. */
  erase(subject: string | null): Promise<number>;
}
