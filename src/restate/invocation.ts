import { TerminalError, type Context } from "@restatedev/restate-sdk";
import { describeError } from "../core/describe.ts";
import { randomId } from "../core/ids.ts";
import { redactRun } from "../core/redact.ts";
import type { RunRecord } from "../core/run.ts";
import type { Granted, Placement } from "../agent/engine/runtime.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { startPlaced } from "../agent/run.ts";
import type { Making } from "./make.ts";
import { Pump } from "./pump.ts";
import { RestateRuntime, type Frame } from "./runtime.ts";
import { startOf } from "./start.ts";
import type { Found, Served } from "./team.ts";
import type { CameBack, Cancel } from "./wire.ts";

/** What a worker is, to its handlers. */
export interface Worker {
  readonly served: Served;
  readonly making: Making;
  readonly approve: RunOptions["approve"];
}

/** What one invocation runs: an agent, and where it stands in its run. */
export interface Part extends Found {
  readonly frame: Frame;
  readonly goal: string;
  readonly options: RunOptions;
  readonly place: Pick<Placement, "path" | "depth" | "line">;
  readonly granted: Granted | null;
  /** What is known of a cancel by now: asked before anything begins, and once more when it was cancelled. */
  readonly cancelOf: (pump: Pump) => Promise<Cancel | null>;
}

/** Runs one agent of a run as one invocation, and gives its run back, whatever became of it. */
export async function runPart(ctx: Context, { making, approve }: Worker, part: Part): Promise<CameBack> {
  const { agent, frame, goal, options, returns, place, granted, cancelOf } = part;
  const pump = new Pump();
  const startedAt = await startOf(ctx, pump, frame.definitions);
  const runtime = new RestateRuntime({ ctx, pump, frame, making, attempt: randomId(), startedAt });
  const placement: Placement = { runtime, startedAt, granted, ...place };
  const cancel = await cancelOf(pump);
  const isCancelled = cancel !== null || pump.isCancelled;
  const given: RunOptions = {
    ...options,
    clock: runtime.clock,
    ids: () => frame.runId,
    ...(approve ? { approve } : {}),
    ...(isCancelled ? { signal: AbortSignal.abort(cancel?.reason) } : {}),
  };
  const engine = refusing(() => startPlaced(agent, { goal, options: given, returns, placement }));
  ctx.request().attemptCompletedSignal.addEventListener("abort", () => engine.leave(), { once: true });
  await runtime.drive({
    isDone: () => engine.run !== null,
    deadlineAt: engine.root.deadlineAt,
    cancel: async () => engine.root.cancel((await cancelOf(pump))?.reason),
  });
  return fitting(engine.run as RunRecord, making);
}

// What is wrong with what was asked for stays wrong however often it is tried.
function refusing<Value>(start: () => Value): Value {
  try {
    return start();
  } catch (error) {
    return refuse(error);
  }
}

/** Refuses an invocation for good. */
export function refuse(error: unknown): never {
  if (error instanceof TerminalError) throw error;
  throw new TerminalError(error instanceof Error ? error.message : describeError(error), { errorCode: 400 });
}

// A trace too large to be sent comes back without its texts; the conclusion and all figures stay.
function fitting(ended: RunRecord, { worker, maxBytes }: Making): CameBack {
  // A copy, without the `toJSON` of a run without contents: what that hides when it is written is for its client.
  const json = JSON.stringify({ ...ended });
  const run = JSON.parse(json) as RunRecord; // the JSON of a run is one
  if (Buffer.byteLength(json) <= maxBytes) return { run, worker };
  const { goal, output, error } = run;
  const smaller = { ...redactRun(run), goal, output, error, artifacts: [] };
  const bytes = Buffer.byteLength(JSON.stringify(smaller));
  if (bytes <= maxBytes) return { run: smaller, worker };
  const limit = `more than the ${maxBytes} that may be sent`;
  return { problem: `the run of '${run.agent}' has ${bytes} bytes even without its texts, ${limit}` };
}
