import { isObject } from "../core/json.ts";
import type { Row, Table } from "./column.ts";

/** A trace as the page carries it: the tree as one list in the order it is read, and every list as columns. Plain JSON. */
export interface Packed {
  readonly packed: 1;
  /** The run without `steps` and `ledger`. */
  readonly run: Row;
  readonly ledger: Table;
  /** The steps of each kind, in order. */
  readonly kinds: readonly (readonly [kind: string, steps: Table])[];
  /** For each step of the tree, in order, which of `kinds` has it. */
  readonly kind: readonly number[];
  /** For each step, the place of the delegation it stands under; -1 for the run's own steps. */
  readonly under: readonly number[];
  /** What could not be carried, in sentences. */
  readonly notes: readonly string[];
}

/** True for what `pack` makes. */
export function isPacked(value: unknown): value is Packed {
  return isObject(value) && value.packed === 1;
}
