import { DefinitionError } from "../core/errors.ts";
import type { Connection, Row, SqlValue } from "./engine.ts";
import type { StoreError } from "./errors.ts";
import { storeErrorFrom } from "./failure.ts";

/** The statements of one transaction. `?` in them stands for the parameters in order, which are bound, never spliced. */
export interface Statements {
  /** Runs one statement; returns how many rows it changed. */
  readonly run: (sql: string, ...parameters: readonly SqlValue[]) => number;
  /** The rows of one statement. */
  readonly all: (sql: string, ...parameters: readonly SqlValue[]) => Row[];
}

/** Statements together with the first failure among them, which fails the transaction also when the work has caught it. */
export interface GuardedStatements extends Statements {
  readonly failure: () => StoreError | null;
}

/** Statements over a connection whose errors are sentences about the file. */
export function guardedStatements(connection: Connection, path: string): GuardedStatements {
  let failure: StoreError | null = null;
  const guarded = <Value>(sql: string, parameters: readonly SqlValue[], perform: () => Value): Value => {
    checkParameters(sql, parameters);
    try {
      return perform();
    } catch (error) {
      const failed = storeErrorFrom(path, error);
      failure ??= failed;
      throw failed;
    }
  };
  return {
    run: (sql, ...parameters) => guarded(sql, parameters, () => connection.run(sql, parameters)),
    all: (sql, ...parameters) => guarded(sql, parameters, () => connection.all(sql, parameters)),
    failure: () => failure,
  };
}

const LOSSY_TEXT = /[\u0000\uD800-\uDFFF]/u; // one engine ends a text at NUL, the other replaces lone surrogates

function checkParameters(sql: string, parameters: readonly SqlValue[]): void {
  for (const [index, value] of parameters.entries()) {
    const isKept = typeof value === "string" ? !LOSSY_TEXT.test(value) : typeof value !== "number" || Number.isFinite(value);
    if (isKept) continue;
    const allowed = "a finite number, or a text without NUL and lone surrogates, which SQLite would not give back";
    throw new DefinitionError({ subject: `the statement '${sql}'`, field: `parameter ${index + 1}`, value, allowed });
  }
}
