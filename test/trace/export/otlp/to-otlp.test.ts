import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { redactRun } from "../../../../src/core/redact.ts";
import { run as runAgent } from "../../../../src/index.ts";
import { virtualClock } from "../../../../src/testing/index.ts";
import { NAMES } from "../../../../src/trace/export/otlp/names.ts";
import { toOtlp, type OtlpSpan, type OtlpTraces } from "../../../../src/trace/export/otlp/to-otlp.ts";
import type { Run } from "../../../../src/core/run.ts";
import { ownOnly } from "../../../../src/core/usage.ts";
import { richTree } from "../../../support/rich-tree.ts";
import { asOf } from "../../../support/as-of.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf, snapshotOf, tokens, TRACE_START } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";
import { hostileRuns } from "../../hostile.ts";
import { wrongInOtlp } from "./proto.ts";

const spansIn = ({ resourceSpans }: OtlpTraces): readonly OtlpSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

// Each span's name under its parent's.
function outlineOf(traces: OtlpTraces): string[] {
  const spans = spansIn(traces);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const depthOf = (span: OtlpSpan): number => {
    const parent = byId.get(span.parentSpanId);
    return parent ? 1 + depthOf(parent) : 0;
  };
  return spans.map((span) => `${"  ".repeat(depthOf(span))}${span.name}`);
}

function attributesOf(span: OtlpSpan | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}

async function richRun(): Promise<Run> {
  const clock = virtualClock();
  const { lead, options } = richTree(clock);
  return clock.settle(runAgent(lead, "Do it.", options));
}

const usage = ownOnly({ ...tokens(60, 40, 0.25), cachedTokens: 10, reasoningTokens: 5 });
const small = runOf(
  [
    turn("0#1", [0, 1], { usage, model: "openai/gpt-5", finishReason: "tool-calls", attempts: [{ error: "overloaded" }], calls: [{ id: "call_1_0", name: "ask_researcher", arguments: { goal: "tides" }, status: "run", reason: null }] }),
    ask("0#1.0", [1, 3], [turn("0/1.0#1", [1, 2], { usage }), call("0/1.0#1.0", [2.25, 3], { callId: "call_1_0", queuedSeconds: 0.25, error: "KeyError: the secret", observation: "KeyError: the secret" })], {
      callId: "call_1_0",
      goal: "tides",
      arguments: { goal: "tides" },
      observation: "found",
      runId: "run-1:0/1.0",
      instructions: "Be brief.",
      limit: { name: "maxSteps", scope: "share", value: 2 },
      outcome: "partial",
      stopReason: "max_steps",
    }),
    ask("0#1.1", [1, 1], [], { agent: "digger", outcome: "refused", stopReason: null, error: "AgentToolError: delegation refused: a cycle", callId: "call_1_1" }),
  ],
  { seconds: 4, output: "At noon.", instructions: "Lead." },
);

describe("toOtlp", () => {
  it("puts a delegation's agent under the call that transfers to it, for parallel and repeated delegations too", async () => {
    const outline = outlineOf(toOtlp(await richRun()));

    expect(outline).toEqual([
      "invoke_agent lead",
      "  chat scripted",
      "  execute_tool add",
      "  execute_tool slow",
      "  execute_tool write",
      "  execute_tool write",
      "  execute_tool ask_researcher researcher",
      "    invoke_agent researcher",
      "      chat scripted",
      "      execute_tool fetch",
      "      execute_tool broken",
      "      chat scripted",
      "  execute_tool ask_researcher researcher",
      "    invoke_agent researcher",
      "      chat scripted",
      "      execute_tool fetch",
      "      execute_tool broken",
      "      chat scripted",
      "  execute_tool ask_planner planner",
      "    invoke_agent planner",
      "      chat scripted",
      "      execute_tool ask_digger digger",
      "        invoke_agent digger",
      "          chat scripted",
      "          execute_tool write",
      "          chat scripted",
      "      execute_tool ask_digger digger",
      "        invoke_agent digger",
      "          chat scripted",
      "      execute_tool stubborn",
      "      chat scripted",
      "      chat scripted",
      "  execute_tool ghost",
      "  execute_tool add",
      "  chat scripted",
      "  execute_tool guarded",
      "  execute_tool guarded",
      "  execute_tool ask_researcher researcher",
      "    invoke_agent researcher",
      "      chat scripted",
      "      execute_tool fetch",
      "      execute_tool broken",
      "      chat scripted",
      "  chat scripted",
    ]);
  });

  it("names what a step was, what it used and how it ended, and no text of it", () => {
    const spans = spansIn(toOtlp(small));

    expect(spans.map((span) => [span.name, span.kind, span.status, attributesOf(span)])).toEqual([
      ["invoke_agent lead", 1, { code: 0 }, {
        "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "lead", "gen_ai.conversation.id": "run-1", "troupe.run.id": "run-1", "troupe.agent.path": "0", "troupe.agent.depth": "0",
        "troupe.stop_reason": "completed", "gen_ai.usage.input_tokens": "60", "gen_ai.usage.output_tokens": "40", "troupe.cost": 0.25, "troupe.subtree.input_tokens": "120", "troupe.subtree.output_tokens": "80",
        "troupe.subtree.cost": 0.5, "troupe.subtree.steps": "5",
      }],
      ["chat openai/gpt-5", 3, { code: 0 }, {
        "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.conversation.id": "run-1", "gen_ai.agent.name": "lead", "gen_ai.request.model": "openai/gpt-5",
        "gen_ai.response.finish_reasons": { values: [{ stringValue: "tool-calls" }] }, "gen_ai.usage.input_tokens": "60", "gen_ai.usage.output_tokens": "40", "gen_ai.usage.cache_read.input_tokens": "10",
        "gen_ai.usage.reasoning.output_tokens": "5", "troupe.attempts": "1", "troupe.cost": 0.25, "troupe.step.id": "0#1",
      }],
      ["execute_tool ask_researcher researcher", 1, { code: 0 }, {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_researcher", "gen_ai.tool.type": "function", "gen_ai.tool.call.id": "call_1_0", "gen_ai.agent.name": "lead",
        "gen_ai.transfer.mode": "return_to_caller", "gen_ai.transfer.target.name": "researcher", "troupe.outcome": "partial", "troupe.step.id": "0#1.0",
      }],
      ["invoke_agent researcher", 1, { code: 0 }, {
        "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "researcher", "gen_ai.conversation.id": "run-1:0/1.0", "troupe.run.id": "run-1", "troupe.agent.path": "0/1.0", "troupe.agent.depth": "1",
        "troupe.stop_reason": "max_steps", "troupe.limit.name": "maxSteps", "troupe.limit.scope": "share", "troupe.limit.value": 2, "gen_ai.usage.input_tokens": "60", "gen_ai.usage.output_tokens": "40",
        "troupe.cost": 0.25, "troupe.subtree.input_tokens": "60", "troupe.subtree.output_tokens": "40", "troupe.subtree.cost": 0.25, "troupe.subtree.steps": "2",
      }],
      ["chat scripted", 3, { code: 0 }, {
        "gen_ai.operation.name": "chat", "gen_ai.provider.name": "_OTHER", "gen_ai.conversation.id": "run-1:0/1.0", "gen_ai.agent.name": "researcher", "gen_ai.request.model": "scripted",
        "gen_ai.usage.input_tokens": "60", "gen_ai.usage.output_tokens": "40", "gen_ai.usage.cache_read.input_tokens": "10", "gen_ai.usage.reasoning.output_tokens": "5", "troupe.cost": 0.25, "troupe.step.id": "0/1.0#1",
      }],
      ["execute_tool search", 1, { code: 2 }, {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.type": "function", "gen_ai.tool.call.id": "call_1_0", "troupe.step.id": "0/1.0#1.0", "troupe.queued_seconds": 0.25, "error.type": "KeyError",
      }],
      ["execute_tool ask_digger digger", 1, { code: 2 }, {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_digger", "gen_ai.tool.type": "function", "gen_ai.tool.call.id": "call_1_1", "gen_ai.agent.name": "lead",
        "gen_ai.transfer.mode": "return_to_caller", "gen_ai.transfer.target.name": "digger", "troupe.outcome": "refused", "troupe.step.id": "0#1.1", "error.type": "AgentToolError",
      }],
    ]);
    expect(JSON.stringify(toOtlp(small))).not.toMatch(/tides|secret|noon|brief|What is there/);
  });

  it("carries texts when asked, in the form of the conventions", () => {
    const [root, chat, delegation, agent, , tool] = spansIn(toOtlp(small, { contents: true }));
    const text = (content: string): unknown => ({ type: "text", content });
    const json = (span: OtlpSpan | undefined, name: string): unknown => JSON.parse(attributesOf(span)[name] as string);

    expect(json(root, NAMES.instructions)).toEqual([text("Lead.")]);
    expect(json(root, NAMES.inputMessages)).toEqual([{ role: "user", parts: [text("What is there?")] }]);
    expect(json(root, NAMES.outputMessages)).toEqual([{ role: "assistant", parts: [text("At noon.")], finish_reason: "stop" }]);
    expect(json(chat, NAMES.outputMessages)).toEqual([
      { role: "assistant", parts: [{ type: "tool_call", id: "call_1_0", name: "ask_researcher", arguments: { goal: "tides" } }], finish_reason: "tool-calls" },
    ]);
    expect([json(delegation, NAMES.toolArguments), attributesOf(delegation)[NAMES.toolResult]]).toEqual([{ goal: "tides" }, "found"]);
    expect(json(agent, NAMES.instructions)).toEqual([text("Be brief.")]);
    expect([tool?.status, attributesOf(tool)[NAMES.toolResult]]).toEqual([{ code: 2, message: "KeyError: the secret" }, "KeyError: the secret"]);
  });

  it("tells times in nanoseconds, and of what has not ended that it is open", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;
    const run = snapshotOf([turn("0#1", [0, 1.000_25]), ask("0#1.0", [1, 1], [call("0/1.0#1.0", [2, 2], { open: "queued" })], open)], { seconds: 3 });
    const nanoseconds = (seconds: number): string => String(BigInt(TRACE_START) * 1_000_000n + BigInt(Math.round(seconds * 1e6)) * 1000n);

    expect(
      spansIn(toOtlp(run)).map((span) => [span.name, span.startTimeUnixNano, span.endTimeUnixNano, attributesOf(span)[NAMES.open]]),
    ).toEqual([
      ["invoke_agent lead", nanoseconds(0), nanoseconds(3), "running"],
      ["chat scripted", nanoseconds(0), nanoseconds(1.000_25), undefined],
      ["execute_tool ask_researcher researcher", nanoseconds(1), nanoseconds(3), "running"],
      ["invoke_agent researcher", nanoseconds(1), nanoseconds(3), undefined],
      ["execute_tool search", nanoseconds(3), nanoseconds(3), "queued"],
    ]);
  });

  it("gives the same run the same bytes, and a growing run the same ids", async () => {
    const run = await richRun();
    const whole = syntheticRun({ steps: 80 });
    const ids = new Map(spansIn(toOtlp(whole)).map((span) => [`${span.name} ${String(attributesOf(span)[NAMES.step] ?? attributesOf(span)[NAMES.path])}`, span.spanId]));

    expect(JSON.stringify(toOtlp(run))).toBe(JSON.stringify(toOtlp(JSON.parse(JSON.stringify(run)) as Run)));
    for (const span of spansIn(toOtlp(asOf(whole, whole.seconds / 2)))) {
      expect(ids.get(`${span.name} ${String(attributesOf(span)[NAMES.step] ?? attributesOf(span)[NAMES.path])}`)).toBe(span.spanId);
    }
  });

  it("gives spans of their own to steps that share an id", () => {
    const twice = spansIn(toOtlp(runOf([ask("0#1.0", [0, 1], [turn("0#1", [0, 1])]), ask("0#1.0", [0, 1], [turn("0#1", [0, 1])])])));

    expect(new Set(twice.map(({ spanId }) => spanId)).size).toBe(7);
    expect(outlineOf(toOtlp(runOf([ask("0#1.0", [0, 1], [turn("0#1", [0, 1])]), ask("0#1.0", [0, 1], [turn("0#1", [0, 1])])]))).filter((line) => line.endsWith("chat scripted"))).toEqual([
      "      chat scripted",
      "      chat scripted",
    ]);
  });

  it("is what it is for a trace without contents", () => {
    expect(JSON.stringify(toOtlp(redactRun(small)))).toBe(JSON.stringify(toOtlp(small)).replaceAll('"error.type","value":{"stringValue":"KeyError"}', '"error.type","value":{"stringValue":"_OTHER"}').replaceAll('"error.type","value":{"stringValue":"AgentToolError"}', '"error.type","value":{"stringValue":"_OTHER"}'));
  });
});

const CHECK = `
import base64, json, sys
from google.protobuf import json_format
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
def spans(body):
    return [span for resource in body["resourceSpans"] for scope in resource["scopeSpans"] for span in scope["spans"]]
for line in sys.stdin:
    body = json.loads(line)
    for span in spans(body):
        for key in ("traceId", "spanId", "parentSpanId"):
            span[key] = base64.b64encode(bytes.fromhex(span[key])).decode()
    parsed = json_format.ParseDict(body, TracesData())
    print(len(parsed.resource_spans[0].scope_spans[0].spans), len(parsed.SerializeToString()) > 0)
`;

// The official definitions, where this machine has them for Python: Debian's python3-opentelemetry-proto.
function pythonWithProto(): string | null {
  return ["python3", "/usr/bin/python3"].find((python) => spawnSync(python, ["-c", "import google.protobuf, opentelemetry.proto.trace.v1.trace_pb2"]).status === 0) ?? null;
}

describe("what toOtlp gives", () => {
  const bodies = async (): Promise<OtlpTraces[]> => {
    const runs = [await richRun(), small, asOf(syntheticRun({ steps: 300 }), 5), ...hostileRuns().map(({ run }) => run)];
    return runs.flatMap((run) => [toOtlp(run), toOtlp(run, { contents: true })]);
  };

  it("has no field that OTLP has not, and no value of another type, whatever is in the trace", { timeout: 60_000 }, async () => {
    for (const body of await bodies()) expect(wrongInOtlp(JSON.parse(JSON.stringify(body)))).toEqual([]);
  });

  it.each([
    { change: (span: Record<string, unknown>) => (span["start_time"] = "1"), says: "the body.resourceSpans[0].scopeSpans[0].spans[0] has start_time, which Span has not" },
    { change: (span: Record<string, unknown>) => (span["traceId"] = "AAAA"), says: "the body.resourceSpans[0].scopeSpans[0].spans[0].traceId is no hex32" },
    { change: (span: Record<string, unknown>) => (span["kind"] = "SPAN_KIND_CLIENT"), says: "the body.resourceSpans[0].scopeSpans[0].spans[0].kind is no kind" },
  ])("would be told apart from what is not OTLP: $says", ({ change, says }) => {
    const body = JSON.parse(JSON.stringify(toOtlp(small))) as { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] };
    change(body.resourceSpans[0]?.scopeSpans[0]?.spans[0] ?? {});

    expect(wrongInOtlp(body)).toEqual([says]);
  });

  it("is read by the official protobuf definitions", { timeout: 60_000 }, async ({ skip }) => {
    const python = pythonWithProto();
    if (python === null) return skip("no Python here with protobuf and opentelemetry.proto (python3-opentelemetry-proto on Debian)");
    const all = await bodies();
    const input = all.map((body) => `${JSON.stringify(body)}\n`).join("");
    const { stdout, stderr } = spawnSync(python, ["-c", CHECK], { input, encoding: "utf8", maxBuffer: 1e8 });

    expect({ stdout, stderr }).toEqual({ stdout: all.map((body) => `${spansIn(body).length} True\n`).join(""), stderr: "" });
  });
});
