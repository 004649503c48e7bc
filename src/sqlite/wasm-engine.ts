import { rmdirSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Sqlite from "node-sqlite3-wasm";
import type { Connection, Engine, Row } from "./engine.ts";

/** SQLite as WebAssembly, for runtimes without their own. Its code is loaded when this is called. */
export async function wasmEngine(): Promise<Engine> {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  return engineOver(sqlite);
}

/** SQLite as WebAssembly, loaded without a wait when this is called. */
export function wasmEngineNow(): Engine {
  return engineOver(createRequire(import.meta.url)("node-sqlite3-wasm") as typeof Sqlite); // the module that the types are of
}

function engineOver(sqlite: typeof Sqlite): Engine {
  return {
    name: "node-sqlite3-wasm",
    open: (path) => connectionTo(new sqlite.Database(path)),
  };
}

function connectionTo(database: Sqlite.Database): Connection {
  return {
    run: (sql, parameters) => database.run(sql, [...parameters]).changes,
    all: (sql, parameters) => database.all(sql, [...parameters]) as Row[], // whole numbers beyond safe integers are never stored
    script: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

/**
 * Removes the lock that this engine left on the database when its process was killed: it locks by making a folder, which
 * then stays for ever. The caller holds the database's own lock, so a folder found here has no owner any more.
 */
export function removeWasmLock(path: string): void {
  try {
    rmdirSync(`${path}.lock`);
  } catch {
    // not there; or something else of that name, which the engine then reports as a lock
  }
}
