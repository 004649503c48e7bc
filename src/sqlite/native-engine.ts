import type { Connection, Engine, Row, SqlValue } from "./engine.ts";

/** The part of `node:sqlite` that is used; the types of Node 20 do not have it. */
interface SqliteModule {
  readonly DatabaseSync: new (path: string) => NativeDatabase;
}

interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

interface NativeStatement {
  run(...parameters: readonly SqlValue[]): { readonly changes: number | bigint };
  all(...parameters: readonly SqlValue[]): Row[];
}

/** The SQLite built into the runtime, Node 22.13 and later; null where there is none. */
export function nativeEngine(): Engine | null {
  // Unknown to the types of Node 20, and before 20.16 there is no such function.
  const sqlite = quietly(() => process.getBuiltinModule?.("node:sqlite") as SqliteModule | undefined);
  return sqlite ? { name: "node:sqlite", open: (path) => connectionTo(new sqlite.DatabaseSync(path)) } : null;
}

function connectionTo(database: NativeDatabase): Connection {
  return {
    run: (sql, parameters) => Number(database.prepare(sql).run(...parameters).changes),
    all: (sql, parameters) => database.prepare(sql).all(...parameters),
    script: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

// Loading the module prints that it is experimental, which says nothing to the user of this library. The warning is
// emitted while the module loads, so only that moment is listened to, and every other warning goes on its way.
function quietly<Value>(load: () => Value): Value {
  const emitWarning = process.emitWarning;
  process.emitWarning = (...args: unknown[]) => {
    if (!isAboutSqlite(args)) Reflect.apply(emitWarning, process, args);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isAboutSqlite([warning, type]: readonly unknown[]): boolean {
  return type === "ExperimentalWarning" && typeof warning === "string" && warning.startsWith("SQLite ");
}
