import {
  TerminalError,
  workflow,
  type InvocationId,
  type RestatePromise,
  type WorkflowContext,
  type WorkflowDefinition,
  type WorkflowSharedContext,
} from "@restatedev/restate-sdk";
import { artifactInputFrom } from "../core/artifact.ts";
import { checked } from "../core/check.ts";
import { ROOT_PATH } from "../core/ids.ts";
import { refuse, runPart, type Part, type Worker } from "./invocation.ts";
import type { Pump } from "./pump.ts";
import { checkSame, definitionsBelow, returnsFrom, servedAgent } from "./team.ts";
import { cancelSchema, RUNS, runInputSchema, type Cancel, type RootCameBack, type RunInput } from "./wire.ts";
import { prepare } from "../agent/from-agent.ts";
import type { RunOptions } from "../agent/definition/options.ts";

const INVOCATION = "invocation";
const CANCEL = "cancel";

/** The workflow of a whole run, for those who call it. */
export type RunsWorkflow = WorkflowDefinition<
  typeof RUNS,
  {
    run(ctx: WorkflowContext, input: RunInput): Promise<RootCameBack>;
    cancel(ctx: WorkflowSharedContext, request: Cancel): Promise<void>;
  }
>;

/** The workflow that runs roots: once for each run, whoever asks how often. `cancel` cancels it from anywhere. */
export function runsWorkflow(worker: Worker): RunsWorkflow {
  return workflow({
    name: RUNS,
    handlers: {
      run: async (ctx: WorkflowContext, input: RunInput) => {
        ctx.set(INVOCATION, ctx.request().id);
        const part = partOf(worker, ctx, input);
        return { ...(await runPart(ctx, worker, part)), asked: { agent: input.agent, goal: input.goal } };
      },
      cancel: async (ctx: WorkflowSharedContext, request: Cancel) => {
        await noteCancel(ctx, cancelFrom(request));
        const id = await ctx.get<InvocationId>(INVOCATION);
        if (id) ctx.cancel(id);
      },
    },
    // Read when it is asked for: what came along with a cancel may be older than the run that it is to find.
    options: { enableLazyState: true },
  });
}

function cancelFrom(raw: unknown): Cancel {
  try {
    return checked("a cancel", cancelSchema, raw);
  } catch (error) {
    return refuse(error);
  }
}

// The first cancel says why; one after it changes nothing.
async function noteCancel(ctx: WorkflowSharedContext, cancel: Cancel): Promise<void> {
  try {
    await ctx.promise<Cancel>(CANCEL).resolve(cancel);
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error;
  }
}

function partOf({ served }: Worker, ctx: WorkflowContext, raw: RunInput): Part {
  try {
    const { agent: name, goal, options, artifacts, returns, definitions } = checked("a run's input", runInputSchema, raw);
    const agent = servedAgent(served, name);
    if (definitions) checkSame(definitions, agent);
    const given: RunOptions = { ...options, artifacts: artifacts.map(artifactInputFrom) };
    const { pool, slots: { model, tools } } = prepare(agent, goal, given).options;
    return {
      agent,
      returns: returns && returnsFrom(returns),
      frame: {
        runId: ctx.key,
        root: name,
        calls: [],
        definitions: definitionsBelow(agent),
        options: { ...options, pool: { ...pool } }, // worked out once: a specialist's own budget would make another one
        shares: { model: { type: "own", slots: model }, tools: { type: "own", slots: tools } },
      },
      goal,
      options: given,
      place: { path: ROOT_PATH, depth: 0, line: [] },
      granted: null,
      cancelOf: (pump) => cancelKept(ctx, pump),
    };
  } catch (error) {
    return refuse(error);
  }
}

async function cancelKept(ctx: WorkflowContext, pump: Pump): Promise<Cancel | null> {
  const came = await pump.only(ctx.promise<Cancel>(CANCEL).peek() as RestatePromise<Cancel | undefined>);
  return came.ok ? (came.value ?? null) : null;
}
