import { isObject } from "../../core/json.ts";

/** Where a provider may say when to come back. */
export interface Advice {
  readonly headers: Readonly<Record<string, string>>;
  /** What the provider's error says in detail; Gemini puts a `RetryInfo` there. */
  readonly details: unknown;
  /** The time of the run's clock, for a date where the response itself bears none. */
  readonly nowMs: number;
}

/**
 * The seconds a provider asks to wait: `retry-after-ms`, `retry-after` in seconds or as a date, or a `RetryInfo`.
 * A date that has passed is 0. Undefined when it asks for nothing, or for nothing that makes sense.
 */
export function retryAfterSeconds({ headers, details, nowMs }: Advice): number | undefined {
  const milliseconds = secondsIn(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds / 1000;
  const told = headers["retry-after"];
  return secondsIn(told) ?? secondsUntil(told, instantOf(headers.date) ?? nowMs) ?? retryInfo(details);
}

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined;
}

// Measured against the response's own date, so that it does not matter whether our clock agrees with the server's.
function secondsUntil(date: string | undefined, fromMs: number): number | undefined {
  const untilMs = instantOf(date);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - fromMs) / 1000;
}

// `Date.parse` alone would make a date of nearly anything, of `-5` too.
function instantOf(date: string | undefined): number | undefined {
  if (date === undefined || !/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/u.test(date)) return undefined;
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? undefined : instant;
}

function retryInfo(details: unknown): number | undefined {
  const list: readonly unknown[] = Array.isArray(details) ? details : [];
  const delays = list.map((detail) => (isObject(detail) ? detail.retryDelay : undefined));
  const delay = delays.find((value) => typeof value === "string");
  return secondsIn(delay?.replace(/s$/u, ""));
}
