import type { Connection } from "./engine.ts";
import { StoreError } from "./errors.ts";

/** What the tables of one kind of database are, and have been. */
export interface Schema {
  /** What the database holds, for messages: `facts`. */
  readonly holds: string;
  /** The number in the file that tells whose database it is. Above 0. */
  readonly applicationId: number;
  /** The statements that lead from each version to the next, beginning with an empty file. Never changed, only added to. */
  readonly versions: readonly string[];
}

/** Where a file stands: at which version, 0 for an empty one. Throws `StoreError` for another program's or a newer one. */
export function versionOf(connection: Connection, path: string, { holds, applicationId, versions }: Schema): number {
  const application = numberIn(connection, "PRAGMA application_id");
  const version = numberIn(connection, "PRAGMA user_version");
  const tables = numberIn(connection, "SELECT count(*) FROM sqlite_schema");
  if (application === 0 && version === 0 && tables === 0) return 0;
  if (application !== applicationId) throw new StoreError(path, "foreign", `does not hold ${holds} but the data of another program`);
  if (version <= versions.length) return version;
  const known = `this program knows them up to version ${versions.length}`;
  throw new StoreError(path, "newer", `holds ${holds} of version ${version}, which is newer than this program: ${known}`);
}

/** Brings the tables from `version` to the newest one, as part of the transaction under way. */
export function migrate(connection: Connection, version: number, { applicationId, versions }: Schema): void {
  for (const statements of versions.slice(version)) connection.script(statements);
  connection.script(`PRAGMA application_id=${applicationId}; PRAGMA user_version=${versions.length}`);
}

function numberIn(connection: Connection, sql: string): number {
  const [row = {}] = connection.all(sql, []);
  return Number(Object.values(row)[0]);
}
