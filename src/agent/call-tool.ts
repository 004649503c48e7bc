import { z } from "zod";
import { artifactFrom, artifactFromRecord, artifactRecord, artifactRecordSchema, type Artifact, type ArtifactReader } from "../core/artifact.ts";
import { checkArguments, readObject, type ReadArguments } from "../core/arguments.ts";
import type { Clock } from "../core/clock.ts";
import { describeError, isError } from "../core/describe.ts";
import { TroupeError } from "../core/errors.ts";
import { callHash } from "../core/history.ts";
import type { EffectKey } from "../core/journal.ts";
import { isObject, jsonCopy, plainJson, type JsonObject, type JsonValue } from "../core/json.ts";
import { STILL_RUNNING } from "../core/note.ts";
import { invalidArgumentsText, isToolResult, resultText, timedOutText } from "../core/observation.ts";
import type { ToolStep } from "../core/run.ts";
import { isPromiseLike } from "../core/thenable.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import { askApproval } from "./approve.ts";
import { endCall, interruptCall, isCut, refuseCall, type OpenedCall } from "./calls.ts";
import { shownToModel } from "./cut-observation.ts";
import { startEffect } from "./effect.ts";
import type { EffectEnd, EffectPlan, RunningEffect } from "./effect-plan.ts";
import { isGuarded } from "./guard.ts";
import { guardCall, guardResult } from "./guard-tool.ts";
import type { Scope } from "./scope.ts";
import { waitFor } from "./wait.ts";

/** What a tool call came to, as the journal keeps it. */
export type ToolCallResult =
  | { readonly ok: true; readonly text: string; readonly artifacts: readonly Artifact[] }
  | { readonly ok: false; readonly text: string; readonly detail: string | null };

/** The same, back from the journal with what the agent's tools had noted down by then. */
type RecalledResult = ToolCallResult & { readonly state?: Record<string, unknown> };

type ToolCallOpened = OpenedCall<ToolStep>;

/** Calls a tool: guardrails and arguments first, then the approval, then the work itself, in a slot. */
export function callTool(call: ToolCallOpened, tool: Tool, raw: unknown): void {
  const object = readObject(raw);
  if (!object.ok) return refuseCall(call, invalidArgumentsText(tool.name, object.problem));
  guardCall(call, object.value, (args) => readCall(call, tool, args));
}

function readCall(call: ToolCallOpened, tool: Tool, args: Record<string, unknown>): void {
  // A copy, because what a schema lets through as it is belongs to the tool, and these arguments stand in the history.
  const checked = checkArguments(tool.parameters, jsonCopy(args));
  if (isCut(call)) return;
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
  startEffect(new StartedTool(call, tool, args));
}

// A class, because each closure of a plan would be kept as long as the call is under way.
class StartedTool implements EffectPlan<ToolCallResult> {
  readonly queuedAt = null;
  readonly scope: Scope;
  readonly step: ToolStep;
  readonly lost: (() => ToolCallResult) | null;
  readonly #call: ToolCallOpened;
  readonly #tool: Tool;
  readonly #arguments: unknown;
  #isMadeHere = false;

  constructor(call: ToolCallOpened, tool: Tool, args: unknown) {
    this.scope = call.scope;
    this.step = call.step;
    this.lost = tool.idempotent ? null : lost;
    this.#call = call;
    this.#tool = tool;
    this.#arguments = args;
  }

  get lane(): "exclusive" | "tool" {
    return this.#tool.exclusive ? "exclusive" : "tool";
  }

  get timeoutSeconds(): number | null {
    return this.#tool.timeoutSeconds;
  }

  key(): EffectKey {
    const { id, name, arguments: args } = this.step;
    return { id, kind: "tool", hash: callHash(name, args) };
  }

  perform(effect: RunningEffect): ToolCallResult | Promise<ToolCallResult> {
    this.#isMadeHere = true;
    return guarded(this.#call, effect, perform(this.scope, this.#tool, this.#arguments, effect));
  }

  encode(result: ToolCallResult): JsonValue {
    return { ...encodeResult(result), ...encodeState(this.scope) };
  }

  decode(recorded: JsonValue): ToolCallResult {
    return decodeResult(recorded);
  }

  end(end: EffectEnd<ToolCallResult>): void {
    // What was made here has noted down what it did; what was kept then may be older than what others note since.
    if (end.type === "returned" && !this.#isMadeHere) restoreState(this.scope, end.result);
    endTool(this.#call, this.#tool, end);
  }
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

// Inside the effect, so that the journal, too, keeps only what a guardrail let pass.
function guarded(call: ToolCallOpened, effect: RunningEffect, result: ToolCallResult | Promise<ToolCallResult>): ToolCallResult | Promise<ToolCallResult> {
  if (!isGuarded(call.scope, "toolResult")) return result;
  return Promise.resolve(result).then(async (ended) => {
    const passed = await guardResult(call, effect, ended.text);
    if (!passed.ok) return { ok: false, text: passed.text, detail: passed.note };
    const isChanged = passed.text !== ended.text; // then the error in full says what the model was not to read
    return { ...ended, text: passed.text, ...(isChanged && !ended.ok ? { detail: null } : {}) };
  });
}

/** What a tool may use, as properties of its own, so that it can be spread; see `CallOptions` for the signal. */
class CallContext implements ToolContext {
  declare readonly signal: AbortSignal;
  readonly goal: string;
  readonly identity: unknown;
  readonly state: Record<string, unknown>;
  readonly artifacts: ArtifactReader;
  readonly agent: string;
  readonly path: string;
  readonly depth: number;
  readonly runId: string;
  readonly clock: Clock;
  readonly secondsLeft: () => number;
  readonly #effect: RunningEffect;

  constructor(scope: Scope, effect: RunningEffect) {
    this.#effect = effect;
    this.goal = scope.goal;
    this.identity = scope.engine.identity;
    this.state = scope.state;
    this.artifacts = scope.artifacts.reader;
    this.agent = scope.agent.name;
    this.path = scope.path;
    this.depth = scope.depth;
    this.runId = scope.engine.runId(scope);
    this.clock = effect.clock;
    this.secondsLeft = () => scope.secondsLeft(effect.clock);
    Object.defineProperty(this, "signal", CallContext.#lazySignal);
  }

  static readonly #lazySignal: PropertyDescriptor & ThisType<CallContext> = {
    enumerable: true,
    get() {
      return this.#effect.signal;
    },
  };
}

function resultOf(scope: Scope, value: unknown): ToolCallResult {
  const { scrub } = scope.engine;
  try {
    if (!isToolResult(value)) return { ok: true, text: scrub.text(resultText(value)), artifacts: [] };
    const artifacts = Array.from(value.artifacts, (input) => scope.engine.scrubArtifact(artifactFrom(input))); // holes included
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

const UNKNOWN_EFFECT = "interrupted: it is not known whether this took effect";

// The model decides what to do about a call that may or may not have done its work before the process died.
function lost(): ToolCallResult {
  return { ok: false, text: UNKNOWN_EFFECT, detail: null };
}

function endTool(call: ToolCallOpened, tool: Tool, end: EffectEnd<ToolCallResult>): void {
  switch (end.type) {
    case "interrupted":
      return endCall(call, { observation: "", error: end.interruption.cause });
    case "timed_out": {
      const observation = timedOutText(tool.name, tool.timeoutSeconds ?? 0);
      call.step.note = STILL_RUNNING;
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
  if (result.ok) return endCall(call, shownToModel(call, text, result.artifacts));
  if (result.detail !== null) call.step.errorDetail = result.detail;
  const { observation, artifacts = [] } = shownToModel(call, text, []);
  endCall(call, { observation, error: text, artifacts });
}

// The journal failed: what was done can no longer be kept, so the agent must not go on and pay for more.
function failAgent(call: ToolCallOpened, error: unknown): void {
  endCall(call, { observation: "", error: call.scope.engine.describe(error) });
  call.scope.fail(error);
}

const recordedResultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), text: z.string(), artifacts: z.array(artifactRecordSchema) }),
  z.object({ ok: z.literal(false), text: z.string(), detail: z.string().nullable() }),
]);

// What tools note down in `context.state` comes back with the last of their results; only plain JSON can.
function encodeState({ state, engine }: Scope): { readonly state?: JsonValue } {
  if (Object.keys(state).length === 0) return {};
  const plain = plainJson(state);
  return plain.ok ? { state: engine.scrub.value(plain.value) as JsonValue } : {}; // a copy has the shape of its original
}

function restoreState({ state }: Scope, { state: recorded }: RecalledResult): void {
  if (!recorded) return;
  for (const key of Object.keys(state)) delete state[key];
  Object.assign(state, recorded);
}

function encodeResult(result: ToolCallResult): JsonObject {
  if (!result.ok) return { ...result };
  return { ...result, artifacts: result.artifacts.map(artifactRecord) };
}

// Throws when the record holds no result.
function decodeResult(recorded: JsonValue): RecalledResult {
  const result = recordedResultSchema.safeParse(recorded);
  if (!result.success) throw new Error("it holds no result of a tool call");
  const { state } = recorded as { readonly state?: JsonValue }; // it is an object, by the schema
  const noted = isObject(state) ? { state } : {};
  if (!result.data.ok) return { ...result.data, ...noted };
  const artifacts = result.data.artifacts.map((record) => {
    const { base64, ...artifact } = artifactFromRecord(record);
    return artifact;
  });
  return { ...result.data, artifacts, ...noted };
}
