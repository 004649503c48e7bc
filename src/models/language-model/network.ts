import { isObject } from "../../core/json.ts";

const CODES: ReadonlySet<unknown> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["ENETDOWN", "ENETUNREACH", "EHOSTUNREACH", "EHOSTDOWN"],
  ...[
    "UND_ERR_SOCKET",
    "UND_ERR_CONNECT_TIMEOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "UND_ERR_CLOSED",
    "UND_ERR_DESTROYED",
  ],
]);
const WORDS = /socket hang up|premature close|other side closed|^terminated$/iu;
const DEEPEST = 8;

/** What a failed connection came to: what the operating system or the HTTP client says of it, in one text. */
export function connectionFailure(error: unknown): string | undefined {
  const found = causesOf(error).find(isOfConnection);
  if (!found) return undefined;
  const { message, code } = found;
  return typeof message === "string" && message !== "" ? message : String(code); // of several addresses none answered: no message
}

function isOfConnection({ code, name, message }: Record<string, unknown>): boolean {
  return CODES.has(code) || name === "TimeoutError" || (typeof message === "string" && WORDS.test(message));
}

// An error, what caused it, what caused that.
function causesOf(error: unknown): readonly Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let at = error; isObject(at) && chain.length < DEEPEST; at = at.cause) chain.push(at);
  return chain;
}
