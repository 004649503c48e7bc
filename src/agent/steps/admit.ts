import type { MutableJson } from "../../core/json.ts";
import type { ToolCall } from "../../core/message.ts";
import type { CallRecord } from "../../core/run.ts";
import type { Callable } from "../definition/registry.ts";
import type { Admission } from "../engine/context.ts";
import type { Stop } from "../engine/ending.ts";
import type { Scope } from "../engine/scope.ts";
import { delegationStop, keptSteps, stepStop, toolCallStop } from "./stop.ts";

/**
 * Admits the calls of one turn in order, until the first that a ceiling denies; that one and all later ones are not
 * run. Every admitted call is counted here and now, so nothing that runs beside this agent can take its place.
 */
export function admit(scope: Scope, calls: readonly ToolCall[]): Admission {
  for (const [index, call] of calls.entries()) {
    const stop = stopOf(scope, call);
    if (stop) return { admitted: calls.slice(0, index), notRun: calls.slice(index), stop };
    count(scope, call);
  }
  return { admitted: calls, notRun: [], stop: null };
}

/** Admits nothing: every call is kept from running by a stop that was decided before. */
export function admitNone(calls: readonly ToolCall[], stop: Stop): Admission {
  return { admitted: [], notRun: calls, stop };
}

/** The calls as the model step lists them. */
export function callRecords({ admitted, notRun, stop }: Admission): CallRecord[] {
  const record = (call: ToolCall, status: CallRecord["status"], reason: string | null): CallRecord => ({
    id: call.id,
    name: call.name,
    arguments: call.arguments as MutableJson, // a reply's arguments have been made plain JSON
    status,
    reason,
  });
  return [
    ...admitted.map((call) => record(call, "run", null)),
    ...notRun.map((call) => record(call, "not_run", stop?.reason ?? null)),
  ];
}

function stopOf(scope: Scope, call: ToolCall): Stop | null {
  return stepStop(scope, keptSteps(scope.budget)) ?? kindStop(scope, call);
}

// No ceiling on tool calls keeps an agent from giving its answer, which is what `final_answer` is.
function kindStop(scope: Scope, call: ToolCall): Stop | null {
  switch (callableOf(scope, call)?.kind) {
    case "agent":
      return delegationStop(scope);
    case "answer":
      return null;
    case "tool":
    case "skills":
    case "pages":
    case undefined:
      return toolCallStop(scope);
  }
}

function count(scope: Scope, call: ToolCall): void {
  const { used, account, own } = scope;
  used.steps += 1;
  account.spend("steps", 1);
  const kind = callableOf(scope, call)?.kind;
  if (kind === "answer") return;
  if (kind === "agent") {
    used.delegations += 1;
    own.delegations += 1;
    return;
  }
  used.toolCalls += 1;
  own.toolCalls += 1;
  account.spend("toolCalls", 1);
}

/** What a call stands for in this turn; the extraction pass is the library's own call and can be asked for by nobody else. */
export function callableOf(scope: Scope, call: ToolCall): Callable | undefined {
  const extraction = scope.answering?.extraction;
  return call === extraction?.call ? extraction.callable : scope.registry.find(call.name);
}
