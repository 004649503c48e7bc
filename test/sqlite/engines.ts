import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase, type Database, type DatabaseOptions } from "../../src/sqlite/database.ts";
import type { Engine } from "../../src/sqlite/engine.ts";
import { nativeEngine } from "../../src/sqlite/native-engine.ts";
import type { Schema } from "../../src/sqlite/schema.ts";
import { wasmEngine } from "../../src/sqlite/wasm-engine.ts";

/** Every SQLite that this runtime has: the one in WebAssembly always, its own from Node 22 on. */
export const ENGINES: readonly Engine[] = [await wasmEngine(), nativeEngine()].filter((engine) => engine !== null);

/** A table of words, for tests. */
export const WORDS: Schema = { holds: "words", applicationId: 4_711, versions: ["CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)"] };

/** The path of a database in a folder of its own, which is gone when the test is over. */
export function temporaryPath(name = "words.db"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "troupe-sqlite-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** A database of words. */
export function wordsAt(path: string, options: Partial<DatabaseOptions> = {}): Database {
  return openDatabase(path, { schema: WORDS, ...options });
}

/** The words in a database, in the order they were written. */
export async function wordsIn(database: Database): Promise<readonly unknown[]> {
  const rows = await database.all("SELECT word FROM words ORDER BY id");
  return rows.map(({ word }) => word);
}
