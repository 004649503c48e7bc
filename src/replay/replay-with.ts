import type { EffectKey } from "../core/journal.ts";
import type { RunRecord } from "../core/run.ts";
import { systemClock } from "../agent/time/clock.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { follow } from "../agent/engine/follow.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { run as runAgent } from "../agent/run.ts";
import { diff } from "../trace/diff/diff.ts";
import { changedAgent } from "./changed-agent.ts";
import type { ReadSet } from "./changes.ts";
import { givenArtifacts } from "./kept-artifacts.ts";
import { livesOf } from "./lives.ts";
import { tracedCalls } from "./records.ts";
import { replayClock } from "./replay-clock.ts";
import type { Replay, ReplayDivergence, ReplayOptions } from "./replayed.ts";
import { requestAt } from "./requests.ts";
import { copyOf } from "./retold.ts";
import { isSameRun } from "./same.ts";
import { TraceJournal } from "./trace-journal.ts";

/** Runs an agent on a recorded run: every call that the trace has an answer to is answered from it. */
export async function replayWith(agent: AgentLogic, recorded: RunRecord, changes: ReadSet, options: ReplayOptions): Promise<Replay> {
  const { live = true, clock = systemClock, signal, set: _set, agent: _agent, ...given } = options;
  const stop = new AbortController();
  const forget = signal && !signal.aborted ? follow(signal, () => stop.abort(signal.reason)) : null;
  if (signal?.aborted) stop.abort(signal.reason);
  const missed: EffectKey[] = [];
  const asked = new Set([...changes.agents].flatMap(([name, { model }]) => (model ? [name] : [])));
  const isCancelled = recorded.stopReason === "cancelled" && changes.texts.size + changes.agents.size === 0;
  const known = tracedCalls(recorded, { texts: changes.texts, asked });
  // What a cancel ended that does not come again is simply not known.
  const calls = recorded.stopReason === "cancelled" && !isCancelled ? { ...known, interrupted: [] } : known;
  const journal = new TraceJournal({
    run: recorded,
    calls,
    isCancelled,
    missed: (key) => {
      missed.push(key);
      if (!live) stop.abort(`the replay ends at ${key.id}, which the trace has no answer to`);
    },
  });
  try {
    const told = await runAgent(changedAgent(agent, changes.agents), recorded.goal, {
      maxDepth: depthOf(recorded),
      ...given,
      ...optionsFrom(recorded),
      ids: () => recorded.id,
      clock: replayClock(recorded.startedAt, calls.interrupted, clock),
      signal: stop.signal,
      journal,
    });
    const isSame = missed.length === 0 && isSameRun(recorded, told);
    return {
      run: isSame ? copyOf(recorded) : told,
      isSame,
      divergence: missed[0] ? divergenceAt(missed[0], recorded, told) : null,
      firstDifference: isSame ? null : diff(recorded, told).firstDivergence,
      replayed: journal.used.size,
      live: [...journal.made],
      unused: [...changes.keys].flatMap(([id, key]) => (journal.used.has(id) ? [] : [key])),
    };
  } finally {
    forget?.();
  }
}

function optionsFrom(run: RunRecord): RunOptions {
  const { spent: _spent, ...budget } = run.budget;
  const { spent: _all, ...pool } = run.pool;
  const artifacts = givenArtifacts(run).map(({ name, mediaType, base64, description }) => {
    return { name, mediaType, data: new Uint8Array(Buffer.from(base64, "base64")), ...(description === undefined ? {} : { description }) };
  });
  return { budget, pool, artifacts };
}

const REFUSED_DEEPER = /delegation refused: already \d+ levels deep \(max (\d+)\)/u;
const DEFAULT_DEPTH = 3;

// How deep the run might go stands in no field of its trace: in a refusal, or it went as deep as it did.
function depthOf(run: RunRecord): number {
  const lives = livesOf(run);
  for (const { steps } of lives) {
    for (const { observation } of steps) {
      const [, most] = REFUSED_DEEPER.exec(observation) ?? [];
      if (most !== undefined) return Number(most);
    }
  }
  return Math.max(DEFAULT_DEPTH, ...lives.map(({ path }) => path.split("/").length - 1));
}

function divergenceAt({ id }: EffectKey, recorded: RunRecord, told: RunRecord): ReplayDivergence {
  const before = requestAt(recorded, id);
  const now = requestAt(told, id);
  const path = id.slice(0, id.indexOf("#"));
  const agent = now?.agent ?? before?.agent ?? livesOf(told).find((life) => life.path === path)?.agent ?? "";
  return { id, agent, reason: reasonOf(id, recorded, told, before === null), recorded: before, now };
}

function reasonOf(id: string, recorded: RunRecord, told: RunRecord, isNew: boolean): ReplayDivergence["reason"] {
  if (isNew) return "new";
  const [then, now] = [recorded, told].map((run) => livesOf(run).flatMap(({ steps }) => steps).find((step) => step.id === id));
  if (then?.open !== undefined) return "open";
  const isSame = then?.kind === "model" && now?.kind === "model" && then.requestHash === now.requestHash;
  return isSame ? "again" : "changed";
}
