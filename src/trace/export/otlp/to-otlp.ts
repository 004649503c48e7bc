import type { RunRecord } from "../../../core/run.ts";
import { wellFormed } from "../text/well-formed.ts";
import { CONVENTIONS, NAMES } from "./names.ts";
import { instantOf, nanosecondsText } from "./nanoseconds.ts";
import { OtlpAttributes, type OtlpAttribute } from "./otlp-attributes.ts";
import { SpanIds } from "./span-ids.ts";
import { spansOf, type SpanOptions } from "./spans.ts";
import type { TraceSpan } from "./trace-span.ts";

/** A span as OTLP JSON writes it: ids in hexadecimal, times in nanoseconds since the epoch. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** 0 unset, 2 error. */
  readonly status: { readonly code: number; readonly message?: string };
}

/** A body that a collector takes at `/v1/traces`, and a file that tools read. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly scope: { readonly name: string }; readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/**
 * A run as OTLP JSON by OpenTelemetry's conventions for generative AI. Ids follow from the ids of the run and its steps,
 * so the same run gives the same bytes. Texts are left out unless `contents` is true; names, figures and kinds of errors
 * are always in. What has not ended ends at the latest instant the trace knows of and has `troupe.open`. Equal
 * attributes are one object: it is for reading.
 */
export function toOtlp(run: RunRecord, options: SpanOptions = {}): OtlpTraces {
  const ids = new SpanIds(run.id);
  const attributes = new OtlpAttributes();
  const spanIds = new WeakMap<TraceSpan, string>(); // so that a span without children is not kept
  const spans: OtlpSpan[] = [];
  for (const span of spansOf(run, options)) {
    const spanId = ids.spanId(span.key);
    spanIds.set(span, spanId);
    const parentSpanId = (span.parent && spanIds.get(span.parent)) ?? "";
    spans.push({ traceId: ids.traceId, spanId, parentSpanId, ...bodyOf(span, attributes) });
  }
  const resource = { attributes: attributes.from([[NAMES.serviceName, "troupe"], [NAMES.conventions, CONVENTIONS]]) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "troupe" }, spans }] }] };
}

const KINDS = { internal: 1, client: 3 } as const;
const UNSET = 0;
const ERROR = 2;

function bodyOf(span: TraceSpan, attributes: OtlpAttributes): Omit<OtlpSpan, "traceId" | "spanId" | "parentSpanId"> {
  const { name, kind, startedAt, endedAt, failure } = span;
  return {
    name: wellFormed(name),
    kind: KINDS[kind],
    startTimeUnixNano: nanosecondsText(instantOf(startedAt)),
    endTimeUnixNano: nanosecondsText(instantOf(endedAt)),
    attributes: attributes.from(span.attributes),
    status: failure ? { code: ERROR, ...(failure.message === "" ? {} : { message: wellFormed(failure.message) }) } : { code: UNSET },
  };
}
