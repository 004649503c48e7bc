import { wellFormed } from "../text/well-formed.ts";
import { FRACTIONS, NAMES } from "./names.ts";
import type { AttributeValue, TraceSpan } from "./trace-span.ts";

/** A value as OTLP JSON writes it; whole numbers are texts. */
export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } };

/** An attribute as OTLP JSON writes it. */
export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

// What has the same few values all over a trace.
const REPEATED: ReadonlySet<string> = new Set([
  NAMES.operation,
  NAMES.provider,
  NAMES.conversation,
  NAMES.agent,
  NAMES.requestModel,
  NAMES.tool,
  NAMES.toolType,
  NAMES.toolCall,
  NAMES.transferMode,
  NAMES.transferTarget,
  NAMES.run,
  NAMES.depth,
  NAMES.outcome,
  NAMES.stopReason,
  NAMES.errorType,
]);

/** Makes attributes, one object for all that have the same name and value: a long trace has millions of them otherwise. */
export class OtlpAttributes {
  readonly #made = new Map<string, Map<AttributeValue, OtlpAttribute>>();

  /** The attributes of a span, in their order. */
  from(attributes: TraceSpan["attributes"]): OtlpAttribute[] {
    return attributes.map(([name, value]) => (REPEATED.has(name) ? this.#shared(name, value) : attributeOf(name, value)));
  }

  #shared(name: string, value: AttributeValue): OtlpAttribute {
    const same = this.#made.get(name) ?? new Map<AttributeValue, OtlpAttribute>();
    this.#made.set(name, same);
    const attribute = same.get(value) ?? attributeOf(name, value);
    same.set(value, attribute);
    return attribute;
  }
}

function attributeOf(key: string, value: AttributeValue): OtlpAttribute {
  return { key, value: valueOf(value, FRACTIONS.has(key)) };
}

function valueOf(value: AttributeValue, isFraction: boolean): OtlpValue {
  if (typeof value === "string") return { stringValue: wellFormed(value) };
  if (typeof value !== "number") return { arrayValue: { values: value.map((each) => valueOf(each, false)) } };
  return isFraction || !Number.isSafeInteger(value) ? { doubleValue: value } : { intValue: String(value) };
}
