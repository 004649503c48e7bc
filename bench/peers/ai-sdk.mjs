// Vercel AI SDK 6 the way its documentation shows it: ToolLoopAgent, and a delegation is a tool that calls the other
// agent's `generate`. The model is a plain object: the SDK's own mock keeps every prompt, which would count as a leak.
import { stepCountIs, tool, ToolLoopAgent } from "ai";
import { z } from "zod";
import { brainOf, echoOf } from "./bench/brain.js";
import { main, versionsOf } from "./bench/peers/harness.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let exporter;
let tracer;

function modelOf(part, shape) {
  const think = brainOf(part, shape);
  return {
    specificationVersion: "v3",
    provider: "brain",
    modelId: "brain",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const last = prompt.at(-1);
      const piece = last.content.at(-1);
      const isResult = last.role === "tool";
      const decision = await think(isResult ? String(piece.output.value) : piece.text, isResult);
      const unified = decision.calls ? "tool-calls" : "stop";
      return { content: contentOf(decision), finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  };
}

function contentOf({ text, calls }) {
  if (!calls) return [{ type: "text", text }];
  return calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(args) }));
}

function agentOf(part, shape, tools) {
  const telemetry = shape.traced ? { experimental_telemetry: { isEnabled: true, tracer } } : {};
  const instructions = "You are a helpful agent.";
  return new ToolLoopAgent({ model: modelOf(part, shape), tools, stopWhen: stepCountIs(1e6), instructions, ...telemetry });
}

function workerOf(shape) {
  const echo = echoOf(shape);
  return agentOf("worker", shape, {
    echo: tool({ description: "Echoes x.", inputSchema: z.object({ x: z.number() }), execute: async (args) => echo(args) }),
  });
}

function parentOf(part, shape, specialist) {
  const delegate = tool({
    description: "Does the task.",
    inputSchema: z.object({ task: z.string() }),
    execute: async ({ task }, { abortSignal }) => (await specialist.generate({ prompt: task, abortSignal })).text,
  });
  return agentOf(part, shape, { delegate });
}

function runs(agent, prompt) {
  return async () => (await agent.generate({ prompt })).text;
}

await main({
  peer: "ai-sdk",
  versions: versionsOf("ai", "zod"),
  single: (shape) => runs(workerOf(shape), "task:1"),
  delegateSeq: (shape) => runs(parentOf("sequential", shape, workerOf(shape)), "go"),
  fanout: (shape) => runs(parentOf("parallel", shape, workerOf(shape)), "go"),
  chain: (shape) => {
    let agent = agentOf("chain", shape, {});
    for (let level = 0; level < shape.depth; level++) agent = parentOf("chain", shape, agent);
    return runs(agent, `depth:${shape.depth}`);
  },
  async init({ traced }) {
    if (!traced) return;
    const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = await import("@opentelemetry/sdk-trace-base");
    const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
    const { context } = await import("@opentelemetry/api");
    exporter = new InMemorySpanExporter();
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("ai");
  },
  dropSpans: () => exporter.reset(),
});
