import { isObject } from "../../core/json.ts";
import { connectionFailure } from "./network.ts";

/** What an error of a provider's package, or an error part of a stream, says of itself. Anything at all may be read. */
export interface Reported {
  /** The class of the error, such as `AI_APICallError`; empty for what is no error. */
  readonly name: string;
  readonly message: string;
  /** The status of the response, or the one that the error's own words stand for. */
  readonly status: number | undefined;
  /** Words for the kind of error: `overloaded_error`, `RESOURCE_EXHAUSTED`, `insufficient_quota`. The most general come first. */
  readonly words: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Gemini's list of details, or Anthropic's object of them. */
  readonly details: unknown;
  /** What the package itself thinks of trying again. */
  readonly isRetryable: boolean;
  /** What became of the connection, where it failed. */
  readonly network: string | undefined;
  /** True for an answer whose end is missing rather than wrong. */
  readonly endsEarly: boolean;
}

const STATUS_OF: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["insufficient_quota", 429],
  ["api_error", 500],
  ["server_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
  ["INVALID_ARGUMENT", 400],
  ["FAILED_PRECONDITION", 400],
  ["UNAUTHENTICATED", 401],
  ["PERMISSION_DENIED", 403],
  ["NOT_FOUND", 404],
  ["RESOURCE_EXHAUSTED", 429],
  ["INTERNAL", 500],
  ["UNAVAILABLE", 503],
  ["DEADLINE_EXCEEDED", 504],
]);

/** Reads what there is to know. Never throws. */
export function reported(error: unknown): Reported {
  try {
    return read(error);
  } catch {
    return NOTHING; // a getter or a proxy that throws
  }
}

const NOTHING: Reported = {
  name: "",
  message: "",
  status: undefined,
  words: [],
  headers: {},
  details: undefined,
  isRetryable: false,
  network: undefined,
  endsEarly: false,
};

function read(error: unknown): Reported {
  if (typeof error === "string") return { ...NOTHING, message: error };
  if (!isObject(error)) return NOTHING;
  const body = bodyOf(error);
  const inner = innermost(error.data) ?? innermost(body) ?? (isObject(error.error) ? error.error : {});
  const details = inner.details ?? innermost(body)?.details; // packages keep of a body what they know
  const inDetails = isObject(details) ? details.error_code : undefined;
  const words = [...[error, inner].flatMap(({ type, code, status }) => [type, code, status]), inDetails].filter(
    (word) => typeof word === "string",
  );
  const message = error.data === undefined ? (saidIn(body) ?? textOf(error.message)) : textOf(error.message);
  return {
    name: textOf(error.name),
    message: message || textOf(inner.message),
    status: statusOf(error, inner, words),
    words,
    headers: headersOf(error.responseHeaders),
    details,
    isRetryable: error.isRetryable === true,
    network: connectionFailure(error),
    endsEarly: isCutStream(error) || isCutBody(error),
  };
}

const LONGEST_BODY = 100_000; // no error says more than that, and a body of megabytes is not worth parsing

/** The body of a failed response as a value; a short text that is no page stays text. */
function bodyOf({ responseBody }: Record<string, unknown>): unknown {
  if (typeof responseBody !== "string" || responseBody.length > LONGEST_BODY) return undefined;
  try {
    return JSON.parse(responseBody);
  } catch {
    return responseBody.trimStart().startsWith("<") ? undefined : responseBody;
  }
}

// `{ error: {...} }` is the common form; some put it in a list, some leave the wrapping out.
function innermost(value: unknown): Record<string, unknown> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(first)) return undefined;
  return isObject(first.error) ? first.error : first;
}

// What a server says that does not keep to its provider's form of errors, and whose message was therefore not found.
function saidIn(body: unknown): string | undefined {
  if (typeof body === "string") return body.trim() || undefined;
  const inner = innermost(body);
  const candidates = inner ? [inner.message, inner.error, inner.detail] : [];
  return candidates.find((text) => typeof text === "string" && text.trim() !== "") as string | undefined; // found by being one
}

// What a package says of a stream without a finish: invalid data that is not there.
function isCutStream({ name, data }: Record<string, unknown>): boolean {
  return name === "AI_InvalidResponseDataError" && data === undefined;
}

/** True for a body that was no JSON only because its end was missing, all of it perhaps. */
function isCutBody({ responseBody, cause, statusCode }: Record<string, unknown>): boolean {
  if (typeof responseBody !== "string" || !isObject(cause) || statusCode !== 200) return false;
  const problem = isObject(cause.cause) ? textOf(cause.cause.message) : "";
  const position = /at position (\d+)/u.exec(problem)?.[1];
  return responseBody.trim() === "" || /^Unexpected end|^Unterminated/u.test(problem) || Number(position) >= responseBody.length;
}

function statusOf(error: Record<string, unknown>, inner: Record<string, unknown>, words: readonly string[]): number | undefined {
  const told = [error.statusCode, error.status, error.code, inner.code].map(asStatus).find((status) => status !== undefined);
  const meant = STATUS_OF.get(words.find((word) => STATUS_OF.has(word)) ?? "");
  // The first error of a Claude stream comes as a 500 not to be tried again, whatever it is; no true 500 does.
  if (told === 500 && error.isRetryable === false) return meant;
  return told ?? meant ?? asNumber(error.statusCode);
}

function asStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/u.test(value) ? Number(value) : asNumber(value);
  return status !== undefined && status >= 400 && status <= 599 ? status : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) ? value : undefined;
}

function headersOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === "string" ? [[name.toLowerCase(), text]] : [])));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
