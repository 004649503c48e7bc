import type { RunRecord } from "../../../core/run.ts";
import { instantOf, type Instant } from "./nanoseconds.ts";
import { spansOf, type SpanOptions } from "./spans.ts";
import type { AttributeValue, TraceSpan } from "./trace-span.ts";

/** What is used of a span of `@opentelemetry/api`. */
export interface OpenTelemetrySpan {
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime: [number, number]): void;
}

/** What is told of a span when it starts. */
interface SpanStart {
  kind: number;
  startTime: [number, number];
  attributes: Record<string, string | number | string[]>;
}

/** What is used of a tracer of `@opentelemetry/api`. */
export interface OpenTelemetryTracer<Context, Span extends OpenTelemetrySpan> {
  startSpan(name: string, options: SpanStart, context: Context): Span;
}

/** What is used of `@opentelemetry/api` besides: its `trace` and `context`, as that package exports them. */
export interface OpenTelemetryOptions<Context, Span extends OpenTelemetrySpan> extends SpanOptions {
  readonly trace: { setSpan(context: Context, span: Span): Context };
  readonly context: { active(): Context };
}

/**
 * Hands a run over to the OpenTelemetry SDK that the program has set up, as the spans of `toOtlp` with the SDK's own ids:
 * `traceToOpenTelemetry(run, trace.getTracer("my-app"), { trace, context })`, both from `@opentelemetry/api`. The spans
 * stand under the span that is active now, with the times of the run. Synchronous; when they are sent is the SDK's affair.
 */
export function traceToOpenTelemetry<Context, Span extends OpenTelemetrySpan>(
  run: RunRecord,
  tracer: OpenTelemetryTracer<Context, Span>,
  { trace, context, ...options }: OpenTelemetryOptions<Context, Span>,
): void {
  const within = new Map<TraceSpan, Context>();
  const started: { readonly span: TraceSpan; readonly live: Span }[] = [];
  for (const span of spansOf(run, options)) {
    const above = (span.parent && within.get(span.parent)) ?? context.active();
    const live = tracer.startSpan(span.name, startOf(span), above);
    within.set(span, trace.setSpan(above, live));
    started.push({ span, live });
  }
  for (const { span, live } of started.reverse()) end(span, live); // children before their parents
}

const KINDS = { internal: 0, client: 2 } as const; // as `SpanKind` of the API counts them
const ERROR = 2;

function startOf({ kind, startedAt, attributes }: TraceSpan): SpanStart {
  const copied = attributes.map(([key, value]) => [key, copyOf(value)] as const);
  return { kind: KINDS[kind], startTime: pairOf(instantOf(startedAt)), attributes: Object.fromEntries(copied) };
}

function copyOf(value: AttributeValue): string | number | string[] {
  return typeof value === "object" ? [...value] : value;
}

function end({ endedAt, failure }: TraceSpan, live: OpenTelemetrySpan): void {
  if (failure) live.setStatus({ code: ERROR, ...(failure.message === "" ? {} : { message: failure.message }) });
  live.end(pairOf(instantOf(endedAt)));
}

// Seconds and nanoseconds: the SDK takes milliseconds before its own start for something else.
function pairOf([seconds, nanoseconds]: Instant): [number, number] {
  return [seconds, nanoseconds];
}
