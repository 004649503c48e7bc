import type { Span } from "../../analyse/places/span.ts";
import { errorType } from "../text/error-type.ts";
import { NAMES } from "./names.ts";
import type { AttributeValue, TraceSpan } from "./trace-span.ts";

/** Attributes before those without a value are left out. */
export type Attributes = readonly (readonly [name: string, value: AttributeValue | null | undefined])[];

/** A span as its kind describes it. */
export interface SpanPlan extends Pick<TraceSpan, "key" | "parent" | "name" | "kind"> {
  readonly span: Span;
  readonly attributes: Attributes;
  readonly error: string | null;
  readonly contents: boolean;
}

/** The span of a plan: its error becomes a kind of error and, with contents, a message. */
export function spanFrom({ key, parent, name, kind, span, attributes, error, contents }: SpanPlan): TraceSpan {
  return {
    key,
    parent,
    name,
    kind,
    startedAt: span.startedAt,
    endedAt: span.endedAt,
    attributes: [...attributes, [NAMES.errorType, error === null ? null : errorType(error)] as const].filter(hasValue),
    failure: error === null ? null : { message: contents ? error : "" },
  };
}

function hasValue(attribute: Attributes[number]): attribute is readonly [string, AttributeValue] {
  const [, value] = attribute;
  return value !== null && value !== undefined && (typeof value !== "number" || Number.isFinite(value));
}

const LONGEST_NAME = 200; // characters; a name is for grouping, and the attributes have it whole

/** The name of a span: the operation and what it was about. */
export function named(operation: string, name: string): string {
  return name === "" ? operation : `${operation} ${name.slice(0, LONGEST_NAME)}`;
}
