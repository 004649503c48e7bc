import { isObject } from "../core/json.ts";
import { asWritten } from "../trace/as-written.ts";
import type { Row } from "./column.ts";
import type { Packed } from "./packed.ts";
import { tableOf } from "./table-of.ts";

/**
 * Packs a run. Anything of the shape of a run will do, whatever its fields hold, as long as JSON can carry them: steps that
 * are no objects are left out, and so is a step that contains itself, each with a note.
 */
export function pack(run: object): Packed {
  const { steps, ledger, ...rest } = asWritten(run) as { steps?: unknown; ledger?: unknown }; // nothing is assumed of either
  const { rows, under, notes } = flattened(steps);
  const kinds = [...new Set(rows.map(kindOf))];
  const tables = kinds.map((kind) => [kind, tableOf(rows.filter((row) => kindOf(row) === kind))] as const);
  const kind = rows.map((row) => kinds.indexOf(kindOf(row)));
  const entries = Array.isArray(ledger) ? ledger.filter(isObject) : [];
  return { packed: 1, run: rest, ledger: tableOf(entries as Row[]), kinds: tables, kind, under, notes }; // plain JSON, as asked
}

interface Flattened {
  readonly rows: Row[];
  readonly under: number[];
  readonly notes: string[];
}

interface Level {
  readonly steps: readonly unknown[];
  readonly under: number;
  readonly holder: object | null;
  next: number;
}

// A list of levels instead of recursion: no trace is too deep.
function flattened(steps: unknown): Flattened {
  const found: Flattened = { rows: [], under: [], notes: [] };
  const open = new Set<unknown>(); // the steps from the root down to here
  const levels: Level[] = [{ steps: Array.isArray(steps) ? steps : [], under: -1, holder: null, next: 0 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (level.next === level.steps.length) {
      open.delete(level.holder);
      levels.pop();
      continue;
    }
    const step = level.steps[level.next++];
    if (!isObject(step) || open.has(step)) found.notes.push(leftOut(step));
    else enter(step, level.under, found, levels, open);
  }
  return found;
}

function enter(step: Record<string, unknown>, under: number, found: Flattened, levels: Level[], open: Set<unknown>): void {
  const { children, ...row } = step;
  found.rows.push(row as Row); // plain JSON, as asked
  found.under.push(under);
  if (!Array.isArray(children) || children.length === 0) return;
  open.add(step);
  levels.push({ steps: children, under: found.rows.length - 1, holder: step, next: 0 });
}

function leftOut(step: unknown): string {
  return isObject(step)
    ? `the step ${String(step.id)} contains itself; it is shown once`
    : "a step that is no object is left out";
}

function kindOf(row: Row): string {
  return typeof row.kind === "string" ? row.kind : "";
}
