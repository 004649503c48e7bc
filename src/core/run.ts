import { z } from "zod";
import { answerProblemSchema } from "./answer.ts";
import { artifactFromRecord, artifactRecordSchema, type Artifact, type ArtifactRecord } from "./artifact.ts";
import { outcomeSchema, stopReasonSchema, type StopReason } from "./outcome.ts";

/** The version of the trace format that this library writes. */
export const RUN_VERSION = 1;

const count = z.number().int().nonnegative();
const amount = z.number().nonnegative();
const json = z.json();

const usageSchema = z.object({
  modelCalls: count,
  toolCalls: count,
  delegations: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  reasoningTokens: count,
  cost: amount.nullable(),
});

const usagePairSchema = z.object({ own: usageSchema, subtree: usageSchema });

/** The ceiling that cut a run, and whose it was. Times are seconds, money is in the currency of the prices. */
export const limitSchema = z.object({
  name: z.string(),
  scope: z.enum(["budget", "share", "pool"]),
  value: amount,
});

/** The ceiling that cut a run, and whose it was. */
export type Limit = Readonly<z.infer<typeof limitSchema>>;

const offeredToolSchema = z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), json) });

/** The tools offered from a turn on; one entry per change. */
export const offeredSchema = z.object({ turn: count, tools: z.array(offeredToolSchema).readonly() });

/** The tools offered from a turn on; one entry per change. */
export type Offered = Readonly<z.infer<typeof offeredSchema>>;

const budgetRecordSchema = z.object({
  maxSteps: count,
  maxSeconds: amount,
  maxToolCalls: count.nullable(),
  maxDelegations: count.nullable(),
  maxTokens: count.nullable(),
  maxCost: amount.nullable(),
  wrapUp: z.boolean(),
  spent: z.object({
    steps: count,
    seconds: amount,
    toolCalls: count,
    delegations: count,
    tokens: count,
    cost: amount.nullable(),
  }),
});

/** The ceilings of an agent and what it spent of them; tokens and cost include everyone below it. */
export type BudgetRecord = z.infer<typeof budgetRecordSchema>;

const poolRecordSchema = z.object({
  maxSteps: count,
  maxAgents: count,
  maxTokens: count.nullable(),
  maxCost: amount.nullable(),
  maxToolCalls: count.nullable(),
  spent: z.object({ steps: count, agents: count, tokens: count, cost: amount.nullable(), toolCalls: count }),
});

/** The ceilings of a whole run and what the tree spent of them. */
export type PoolRecord = z.infer<typeof poolRecordSchema>;

const ledgerEntrySchema = z.object({
  time: z.number(),
  path: z.string(),
  scope: z.enum(["budget", "share", "pool"]),
  resource: z.enum(["steps", "toolCalls", "agents", "tokens", "cost"]),
  granted: z.number(),
  reserved: z.number(),
  spent: z.number(),
  refunded: z.number(),
});

/** One call that a model turn asked for, and whether it was run. */
const callRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  arguments: json,
  status: z.enum(["run", "not_run"]),
  reason: z.string().nullable(),
});

/** One call that a model turn asked for, and whether it was run; `reason` says which ceiling kept it from running. */
export type CallRecord = z.infer<typeof callRecordSchema>;

const attemptSchema = z.object({
  error: z.string(),
  status: z.number().exactOptional(),
  waitSeconds: z.number().exactOptional(),
  /** Which model failed and what it charges per million tokens, where the one that was asked stands for several. */
  model: z.string().exactOptional(),
  price: z.object({ input: amount, cached: amount.exactOptional(), output: amount }).nullable().exactOptional(),
  usage: z
    .object({
      inputTokens: count,
      outputTokens: count,
      cachedTokens: count.exactOptional(),
      reasoningTokens: count.exactOptional(),
    })
    .exactOptional(),
});

const stepFields = {
  /** Where the step stands: `0/3.1#2` for a turn, `0/3.1#2.0` for a call of that turn. */
  id: z.string(),
  index: count,
  /** `chat` for a model turn (`compact` where one summed up earlier turns), else the name that was called. */
  name: z.string(),
  arguments: json,
  callId: z.string().nullable(),
  /** The text of the answer, the tool's result, or the whole conclusion. */
  output: z.string(),
  /** The exact text the model read of this step; empty for a model turn. */
  observation: z.string(),
  error: z.string().nullable(),
  /** A thrown error in full, stack and causes, where the tool failed by accident; no model ever sees it. */
  errorDetail: z.string().exactOptional(),
  /** When it began, after any wait; milliseconds since the epoch. */
  startedAt: z.number(),
  queuedSeconds: amount,
  seconds: amount,
  usage: usagePairSchema,
  artifacts: z.array(z.string()),
  /** What a reader should know besides: `still running` for a tool that did not stop at its time limit. */
  note: z.string().nullable(),
  /** Only on a step that has not ended: what it is doing. */
  open: z.enum(["queued", "running", "waiting"]).exactOptional(),
  /** The worker that ran the step, when it was not this process. */
  worker: z.string().exactOptional(),
};

const modelStepSchema = z.object({
  kind: z.literal("model"),
  ...stepFields,
  totalSteps: z.literal(1),
  calls: z.array(callRecordSchema),
  model: z.string(),
  finishReason: z.string().nullable(),
  reasoning: z.string().nullable(),
  attempts: z.array(attemptSchema),
  /** Tokens of this step's usage that were estimated, because the model reported none; 0 when all were reported. */
  estimated: count,
  /** Only on a `compact` step whose summary was taken in: how many of the agent's last turns stayed behind it. */
  keptTurns: count.exactOptional(),
  /** The fingerprint of the messages and tools that the model was given. */
  requestHash: z.string(),
});

const toolStepSchema = z.object({ kind: z.literal("tool"), ...stepFields, totalSteps: z.literal(1) });

const agentStepFields = z.object({
  kind: z.literal("agent"),
  ...stepFields,
  /** 1 plus the sum over `children`. */
  totalSteps: count,
  agent: z.string(),
  runId: z.string(),
  outcome: outcomeSchema.nullable(),
  stopReason: stopReasonSchema.nullable(),
  goal: z.string(),
  instructions: z.string(),
  offered: z.array(offeredSchema),
  budget: budgetRecordSchema,
  limit: limitSchema.nullable(),
});

/** One model turn. */
export type ModelStep = z.infer<typeof modelStepSchema>;
/** One tool call. */
export type ToolStep = z.infer<typeof toolStepSchema>;
/** One delegation; `children` are the specialist's own steps, complete, whatever happened to it. Null outcome: not ended. */
export type AgentStep = z.infer<typeof agentStepFields> & { children: Step[] };
/** One step of a run. */
export type Step = ModelStep | ToolStep | AgentStep;

/** A step of a trace: one model turn, one tool call or one delegation. */
export const stepSchema: z.ZodType<Step> = z.discriminatedUnion("kind", [
  modelStepSchema,
  toolStepSchema,
  agentStepFields.extend({ children: z.array(z.lazy((): z.ZodType<Step> => stepSchema)) }),
]);

/** The run, which is also the trace: plain JSON, the same while it grows (`stopReason` null) and afterwards. */
export const runSchema = z.object({
  version: z.literal(RUN_VERSION),
  id: z.string(),
  path: z.string(),
  agent: z.string(),
  instructions: z.string(),
  offered: z.array(offeredSchema),
  startedAt: z.number(),
  goal: z.string(),
  output: z.string(),
  /** The structured answer, valid by the schema the run was asked for; only on a completed run. */
  data: json.exactOptional(),
  /** Why a run that was asked for data has none. */
  dataProblem: answerProblemSchema.exactOptional(),
  steps: z.array(stepSchema),
  artifacts: z.array(artifactRecordSchema),
  stopReason: stopReasonSchema.nullable(),
  limit: limitSchema.nullable(),
  error: z.string().nullable(),
  succeeded: z.boolean(),
  seconds: amount,
  usage: usagePairSchema,
  budget: budgetRecordSchema,
  pool: poolRecordSchema,
  ledger: z.array(ledgerEntrySchema),
  toolCalls: z.array(z.string()),
  totalSteps: count,
});

/** The plain JSON of a run, finished or not. */
export type RunRecord = z.infer<typeof runSchema>;

/** Methods of a run that its JSON does not have. */
interface RunMethods {
  /** The artifact of this name with its bytes, or null. */
  artifact(name: string): (Artifact & ArtifactRecord) | null;
}

/** A run so far: `stopReason` is null until it has ended. */
export type RunSnapshot = RunRecord & RunMethods;

/** One agent's whole life, ended: goal, steps, output and stop reason. It is also the trace. */
export type Run = RunSnapshot & { stopReason: StopReason };

const methods: RunMethods & ThisType<RunRecord> = {
  artifact(name) {
    const record = this.artifacts.find((artifact) => artifact.name === name);
    return record ? artifactFromRecord(record) : null;
  },
};

/** Gives a record the methods of a run, where JSON and comparisons do not see them. */
export function withMethods<Record extends RunRecord>(record: Record): Record & RunMethods {
  Object.defineProperty(record, "artifact", { value: methods.artifact, enumerable: false });
  return record as Record & RunMethods; // defined on the line above
}

/** 1 plus everything below for a delegation, 1 for any other step, summed. */
export function totalStepsOf(steps: readonly Step[]): number {
  let total = 0;
  for (const step of steps) total += step.totalSteps;
  return total;
}
