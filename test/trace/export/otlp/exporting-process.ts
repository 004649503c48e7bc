import { text } from "node:stream/consumers";
import { context, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { RunRecord } from "../../../../src/core/run.ts";
import { traceToOpenTelemetry } from "../../../../src/trace/export/otlp/trace-to-open-telemetry.ts";

// A program with a real SDK: it hands over the run on its standard input and sends what comes of it to a collector. A
// process of its own, because the tests' bundler takes files of these packages that Node.js cannot load.

const { run, url, contents } = JSON.parse(await text(process.stdin)) as {
  readonly run: RunRecord;
  readonly url: string;
  readonly contents: boolean;
};
const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))] });
const tracer = provider.getTracer("troupe");
const request = tracer.startSpan("GET /answer");
const above = trace.setSpan(context.active(), request);
traceToOpenTelemetry(run, tracer, { trace, context: { active: () => above }, contents });
request.end();
await provider.forceFlush();
await provider.shutdown();
