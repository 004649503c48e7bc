import type { StoredRun } from "../../src/core/journal.ts";
import { escapeForTerminal } from "../../src/index.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { readConfig } from "../options/config.ts";
import { existingStore } from "../options/journal-folder.ts";
import { writerTo, type Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";

/** The options of `troupe runs`. */
export interface RunsFlags {
  readonly journal?: string;
  readonly json?: boolean;
}

/** `troupe runs`: lists the runs of a journal, newest first, with state, age and spend. Throws `UsageError`. */
export async function listRuns({ journal, json = false }: RunsFlags, streams: Streams): Promise<ExitCode> {
  const { flags } = await readConfig();
  const runs = existingStore(journal ?? flags.journal).list();
  const write = writerTo(streams.stdout);
  await write(json ? jsonLine(runs.map(asJson)) : runsTable(runs, Date.now()));
  return EXIT.completed;
}

function asJson({ header: { runId, agent, goal, startedAt }, ...run }: StoredRun): object {
  return { id: runId, agent, goal, startedAt, ...run };
}

const HEADINGS = ["id", "state", "age", "calls", "tokens", "agent", "goal"];
const GOAL_CHARACTERS = 60;

/** The table as it is printed, for a moment in milliseconds since the epoch. */
export function runsTable(runs: readonly StoredRun[], now: number): string {
  if (runs.length === 0) return "there are no runs\n";
  const rows = [HEADINGS, ...runs.map((run) => rowOf(run, now))];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()}\n`).join("");
}

function rowOf({ header, state, stopReason, effects, tokens, problem }: StoredRun, now: number): readonly string[] {
  const { runId, agent, goal, startedAt } = header;
  const shown = problem ?? (goal.length > GOAL_CHARACTERS ? `${goal.slice(0, GOAL_CHARACTERS)}…` : goal);
  const age = problem === null ? ageText(now - startedAt) : "-";
  return [runId, stopReason ?? state, age, String(effects), String(tokens), agent, shown].map((cell) => escapeForTerminal(cell));
}

const UNITS = [
  { name: "d", milliseconds: 86_400_000 },
  { name: "h", milliseconds: 3_600_000 },
  { name: "min", milliseconds: 60_000 },
] as const;

function ageText(milliseconds: number): string {
  const unit = UNITS.find((each) => milliseconds >= each.milliseconds) ?? { name: "s", milliseconds: 1_000 };
  return `${Math.max(0, Math.floor(milliseconds / unit.milliseconds))} ${unit.name}`;
}
