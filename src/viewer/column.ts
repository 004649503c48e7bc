import type { JsonValue } from "../core/json.ts";

/** A row of a table: a plain JSON object. */
export type Row = Readonly<Record<string, JsonValue>>;

/** Rows at which a column departs from its rule, and what stands there; `gaps` are rows that lack the field. */
export interface Exceptions {
  readonly at: readonly number[];
  readonly are: readonly JsonValue[];
  readonly gaps: readonly number[];
}

/** One field of all rows, in whichever form is short: one rule and its exceptions, choices from a list, or the values. */
export type Column =
  | ({ readonly by: "most"; readonly value: JsonValue } & Exceptions)
  | ({ readonly by: "none" } & Exceptions)
  | ({ readonly by: "like"; readonly column: string } & Exceptions)
  | { readonly by: "choice"; readonly of: readonly JsonValue[]; readonly picks: readonly number[] }
  | { readonly by: "fields"; readonly table: Table }
  | { readonly by: "value"; readonly values: readonly JsonValue[]; readonly gaps: readonly number[] };

/** Rows turned on their side. Names stand in a list, not as keys, so that no name can mean anything else. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly (readonly [name: string, column: Column])[];
}

/** A field of a row; undefined where the row lacks it. */
export type Cell = JsonValue | undefined;
