/** The value of a span's attribute. */
export type AttributeValue = string | number | readonly string[];

/** A span before it takes the form of a file or of a live tracer. */
export interface TraceSpan {
  /** Which of the run's spans it is, by the step's id, so that it stays the same while the run grows. */
  readonly key: string;
  readonly parent: TraceSpan | null;
  readonly name: string;
  /** `client` for a model call, which usually leaves the process. */
  readonly kind: "internal" | "client";
  /** Milliseconds since the epoch; the end is never before the start. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** No name twice. */
  readonly attributes: readonly (readonly [name: string, value: AttributeValue])[];
  /** Null for what went well; the message is empty where contents are left out. */
  readonly failure: { readonly message: string } | null;
}
