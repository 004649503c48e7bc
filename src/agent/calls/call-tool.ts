import { checkArguments, readObject, type ReadArguments } from "../../core/arguments.ts";
import { describeError } from "../../core/describe.ts";
import { callHash } from "../../core/history.ts";
import type { EffectKey } from "../../core/journal.ts";
import { jsonCopy, type JsonValue } from "../../core/json.ts";
import { STILL_RUNNING } from "../../core/note.ts";
import { invalidArgumentsText, timedOutText } from "../../core/observation.ts";
import type { ToolStep } from "../../core/run.ts";
import { isPromiseLike } from "../../core/thenable.ts";
import type { Tool } from "../../core/tool.ts";
import type { EffectEnd, EffectPlan } from "../effects/effect-plan.ts";
import { startEffect } from "../effects/effect.ts";
import { waitFor } from "../effects/wait.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";
import { isGuarded } from "../guard/guard.ts";
import { askApproval } from "./approve.ts";
import { endCall, interruptCall, isCut, refuseCall } from "./calls.ts";
import { shownToModel } from "./cut-observation.ts";
import { guardCall, guardResult } from "./guard-tool.ts";
import { CallContext } from "./tool-context.ts";
import {
  decodeToolResult,
  encodeToolResult,
  failureOf,
  lostResult,
  restoreState,
  resultOf,
  type ToolCallResult,
} from "./tool-result.ts";

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
    resume: (settled) => {
      checkedCall(call, tool, settled.ok ? settled.value : { ok: false, problem: describeError(settled.error) });
    },
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
    this.lost = tool.idempotent ? null : lostResult;
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

  perform(effect: RunningEffect): Awaitable {
    this.#isMadeHere = true;
    return guarded(this.#call, effect, perform(this.scope, this.#tool, this.#arguments, effect));
  }

  encode(result: ToolCallResult): JsonValue {
    return encodeToolResult(this.scope, result);
  }

  decode(recorded: JsonValue): ToolCallResult {
    return decodeToolResult(recorded);
  }

  end(end: EffectEnd<ToolCallResult>): void {
    // What was made here has noted down what it did; what was kept then may be older than what others note since.
    if (end.type === "returned" && !this.#isMadeHere) restoreState(this.scope, end.result);
    endTool(this.#call, this.#tool, end);
  }
}

type Awaitable = ToolCallResult | Promise<ToolCallResult>;

function perform(scope: Scope, tool: Tool, args: unknown, effect: RunningEffect): Awaitable {
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
function guarded(call: ToolCallOpened, effect: RunningEffect, result: Awaitable): Awaitable {
  if (!isGuarded(call.scope, "toolResult")) return result;
  return Promise.resolve(result).then(async (ended) => {
    const passed = await guardResult(call, effect, ended.text);
    if (!passed.ok) return { ok: false, text: passed.text, detail: passed.note };
    const isChanged = passed.text !== ended.text; // then the error in full says what the model was not to read
    return { ...ended, text: passed.text, ...(isChanged && !ended.ok ? { detail: null } : {}) };
  });
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
