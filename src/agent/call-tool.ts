import { z } from "zod";
import { artifactFrom, artifactFromRecord, artifactRecord, artifactRecordSchema, type Artifact } from "../core/artifact.ts";
import { checkArguments, readObject, type ReadArguments } from "../core/arguments.ts";
import { describeError, isError } from "../core/describe.ts";
import { TroupeError } from "../core/errors.ts";
import { callHash } from "../core/history.ts";
import type { JsonValue } from "../core/json.ts";
import { invalidArgumentsText, isToolResult, resultText, timedOutText } from "../core/observation.ts";
import type { ToolStep } from "../core/run.ts";
import { isPromiseLike } from "../core/thenable.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import { askApproval } from "./approve.ts";
import { endCall, interruptCall, refuseCall, type OpenedCall } from "./calls.ts";
import { startEffect, type EffectEnd, type RunningEffect } from "./effect.ts";
import type { Scope } from "./scope.ts";
import { waitFor } from "./wait.ts";

/** What a tool call came to, as the journal keeps it. */
export type ToolCallResult =
  | { readonly ok: true; readonly text: string; readonly artifacts: readonly Artifact[] }
  | { readonly ok: false; readonly text: string; readonly detail: string | null };

type ToolCallOpened = OpenedCall<ToolStep>;

/** Calls a tool: arguments first, then the approval, then the work itself, in a slot. */
export function callTool(call: ToolCallOpened, tool: Tool, raw: unknown): void {
  const object = readObject(raw);
  if (!object.ok) return refuseCall(call, invalidArgumentsText(tool.name, object.problem));
  const checked = checkArguments(tool.parameters, object.value);
  if (!isPromiseLike(checked)) return checkedCall(call, tool, checked);
  waitFor(call.scope, checked, {
    resume: (settled) => checkedCall(call, tool, settled.ok ? settled.value : { ok: false, problem: describeError(settled.error) }),
    interrupted: (interruption) => interruptCall(call, interruption),
  });
}

function checkedCall(call: ToolCallOpened, tool: Tool, checked: ReadArguments<unknown>): void {
  if (!checked.ok) return refuseCall(call, invalidArgumentsText(tool.name, checked.problem));
  if (!tool.needsApproval) return startTool(call, tool, checked.value);
  askApproval(call, {
    approved: () => startTool(call, tool, checked.value),
    refused: (observation) => refuseCall(call, observation),
    interrupted: (interruption) => interruptCall(call, interruption),
  });
}

function startTool(call: ToolCallOpened, tool: Tool, args: unknown): void {
  const { scope, step } = call;
  startEffect<ToolCallResult>({
    scope,
    step,
    lane: tool.exclusive ? "exclusive" : "tool",
    timeoutSeconds: tool.timeoutSeconds,
    key: () => ({ id: step.id, kind: "tool", hash: callHash(step.name, step.arguments) }),
    perform: (effect) => perform(scope, tool, args, effect),
    encode: encodeResult,
    decode: decodeResult,
    end: (end) => endTool(call, tool, end),
  });
}

function perform(scope: Scope, tool: Tool, args: unknown, effect: RunningEffect): ToolCallResult | Promise<ToolCallResult> {
  try {
    const result = tool.execute(args as never, new CallContext(scope, effect)); // what `parameters` yielded
    if (!isPromiseLike(result)) return resultOf(scope, result);
    return Promise.resolve(result).then(
      (value) => resultOf(scope, value),
      (error: unknown) => failureOf(scope, error),
    );
  } catch (error) {
    return failureOf(scope, error);
  }
}

class CallContext implements ToolContext {
  readonly #scope: Scope;
  readonly #effect: RunningEffect;

  constructor(scope: Scope, effect: RunningEffect) {
    this.#scope = scope;
    this.#effect = effect;
  }

  get signal() {
    return this.#effect.signal;
  }
  get goal() {
    return this.#scope.goal;
  }
  get identity() {
    return this.#scope.engine.identity;
  }
  get state() {
    return this.#scope.state;
  }
  get artifacts() {
    return this.#scope.artifacts;
  }
  get agent() {
    return this.#scope.agent.name;
  }
  get path() {
    return this.#scope.path;
  }
  get depth() {
    return this.#scope.depth;
  }
  readonly secondsLeft = (): number => this.#scope.secondsLeft();
}

function resultOf(scope: Scope, value: unknown): ToolCallResult {
  const { scrub } = scope.engine;
  try {
    if (!isToolResult(value)) return { ok: true, text: scrub.text(resultText(value)), artifacts: [] };
    const artifacts = value.artifacts.map((input) => scope.engine.scrubArtifact(artifactFrom(input)));
    return { ok: true, text: scrub.text(value.text), artifacts };
  } catch (error) {
    return failureOf(scope, error);
  }
}

function failureOf(scope: Scope, error: unknown): ToolCallResult {
  // `isError` first: it is safe on whatever was thrown, which `instanceof` is not.
  const detail = !isError(error) || error instanceof TroupeError ? null : scope.engine.inspect(error);
  return { ok: false, text: scope.engine.scrub.text(describeError(error)), detail };
}

function endTool(call: ToolCallOpened, tool: Tool, end: EffectEnd<ToolCallResult>): void {
  switch (end.type) {
    case "interrupted":
      return endCall(call, { observation: "", error: end.interruption.cause });
    case "timed_out": {
      const observation = timedOutText(tool.name, tool.timeoutSeconds ?? 0);
      call.step.note = "still running";
      return endCall(call, { observation, error: observation });
    }
    case "failed":
      return failAgent(call, end.error);
    case "returned":
      return endReturned(call, end.result);
  }
}

function endReturned(call: ToolCallOpened, result: ToolCallResult): void {
  const { text } = result;
  if (result.ok) return endCall(call, { observation: text, output: text, artifacts: result.artifacts });
  if (result.detail !== null) call.step.errorDetail = result.detail;
  endCall(call, { observation: text, error: text });
}

// The journal failed: what was done can no longer be kept, so the agent must not go on and pay for more.
function failAgent(call: ToolCallOpened, error: unknown): void {
  const described = call.scope.engine.describe(error);
  endCall(call, { observation: "", error: described });
  call.scope.cut({ stopReason: "error", limit: null, error: described, output: described }, { cause: "cancelled", reason: error });
}

const recordedResultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), text: z.string(), artifacts: z.array(artifactRecordSchema) }),
  z.object({ ok: z.literal(false), text: z.string(), detail: z.string().nullable() }),
]);

function encodeResult(result: ToolCallResult): JsonValue {
  if (!result.ok) return { ...result };
  return { ...result, artifacts: result.artifacts.map(artifactRecord) };
}

// Throws when the record holds no outcome.
function decodeResult(recorded: JsonValue): ToolCallResult {
  const result = recordedResultSchema.safeParse(recorded);
  if (!result.success) throw new Error("it holds no result of a tool call");
  if (!result.data.ok) return result.data;
  const artifacts = result.data.artifacts.map((record) => {
    const { base64, ...artifact } = artifactFromRecord(record);
    return artifact;
  });
  return { ...result.data, artifacts };
}
