import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelError } from "../../../src/core/errors.ts";
import { modelErrorFrom } from "../../../src/models/language-model/failure.ts";

function factsOf(error: unknown, secrets: Readonly<Record<string, string>> = {}) {
  const { message, retryable, status, retryAfterSeconds } = modelErrorFrom(error, { model: "m", nowMs: Date.UTC(2026, 10, 30, 8), secrets });
  return {
    message,
    retryable,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** What a provider's package throws for a response it does not like. */
function apiError(fields: object): Error {
  return Object.assign(new Error("Bad Request"), { name: "AI_APICallError", isRetryable: false, requestBodyValues: { messages: ["the whole prompt"] }, url: "http://local" }, fields);
}

function caused(message: string, cause: unknown): Error {
  return new Error(message, { cause });
}

const coded = (code: string, message = ""): Error => Object.assign(new Error(message), { code });

const dailyQuota = { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] };

describe("an error of a provider's package", () => {
  test.each([
    {
      title: "whose body is not in its provider's form",
      error: apiError({ statusCode: 404, message: "Not Found", responseBody: '{"error":"model \'llama9\' not found"}' }),
      facts: { message: "model 'm' failed with status 404: model 'llama9' not found", retryable: false, status: 404 },
    },
    {
      title: "whose body has a detail",
      error: apiError({ statusCode: 422, message: "Unprocessable Entity", responseBody: '{"detail":"max_tokens is too large"}' }),
      facts: { message: "model 'm' failed with status 422: max_tokens is too large", retryable: false, status: 422 },
    },
    {
      title: "whose body is a plain line",
      error: apiError({ statusCode: 429, message: "Too Many Requests", responseBody: "slow\tdown\n" }),
      facts: { message: "model 'm' failed with status 429: slow down", retryable: true, status: 429 },
    },
    {
      title: "without a body or a word",
      error: apiError({ statusCode: 520, message: "", responseBody: "" }),
      facts: { message: "model 'm' failed with status 520", retryable: true, status: 520 },
    },
    {
      title: "of a gateway that says 200 and puts the error inside",
      error: apiError({ statusCode: 200, message: "Invalid JSON response", responseBody: '{"error":{"message":"Provider returned error","code":429}}' }),
      facts: { message: "model 'm' failed with status 429: Provider returned error", retryable: true, status: 429 },
    },
    {
      title: "of an account that has nothing left",
      error: apiError({ statusCode: 429, message: "You exceeded your current quota", data: { error: { type: "insufficient_quota", code: "insufficient_quota" } } }),
      facts: { message: "model 'm' failed with status 429: You exceeded your current quota", retryable: false, status: 429 },
    },
    ...["credit_balance_exhausted", "organization_spend_limit_exceeded", "project_spend_limit_exceeded", "organization_usage_limit_exceeded", "billing_not_active"].map((code) => ({
      title: `of an OpenAI account with ${code}`,
      error: apiError({ statusCode: 429, message: "Check your plan", data: { error: { message: "Check your plan", type: "requests", code } } }),
      facts: { message: "model 'm' failed with status 429: Check your plan", retryable: false, status: 429 },
    })),
    {
      title: "of a Claude account at its limit, which only the body tells",
      error: apiError({
        statusCode: 429,
        message: "Monthly limit",
        data: { type: "error", error: { type: "rate_limit_error", message: "Monthly limit" } },
        responseBody: '{"type":"error","error":{"type":"rate_limit_error","message":"Monthly limit","details":{"error_code":"enforced_spend_limit_reached"}}}',
      }),
      facts: { message: "model 'm' failed with status 429: Monthly limit", retryable: false, status: 429 },
    },
    {
      title: "of a Gemini project whose day's quota is used up, with no word on when to come back",
      error: apiError({ statusCode: 429, message: "Quota exceeded", data: { error: { code: 429, status: "RESOURCE_EXHAUSTED", details: [dailyQuota] } } }),
      facts: { message: "model 'm' failed with status 429: Quota exceeded", retryable: false, status: 429 },
    },
    {
      title: "of a Gemini project that is told when to come back, whatever the quota is called",
      error: apiError({
        statusCode: 429,
        message: "Quota exceeded",
        data: { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded" } },
        responseBody: JSON.stringify({ error: { code: 429, status: "RESOURCE_EXHAUSTED", details: [dailyQuota, { retryDelay: "36s" }] } }),
      }),
      facts: { message: "model 'm' failed with status 429: Quota exceeded", retryable: true, status: 429, retryAfterSeconds: 36 },
    },
    {
      title: "with details of no known form",
      error: apiError({ statusCode: 429, message: "no", data: { error: { details: [null, 7, { violations: "x" }, { violations: [null, { quotaId: 1 }] }] } } }),
      facts: { message: "model 'm' failed with status 429: no", retryable: true, status: 429 },
    },
    {
      title: "with Gemini's word on when to come back",
      error: apiError({
        statusCode: 429,
        message: "Resource has been exhausted",
        data: { error: { code: 429, status: "RESOURCE_EXHAUSTED", details: [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure" }, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" }] } },
      }),
      facts: { message: "model 'm' failed with status 429: Resource has been exhausted", retryable: true, status: 429, retryAfterSeconds: 34.4 },
    },
    {
      title: "whose headers are written in capitals",
      error: apiError({ statusCode: 503, message: "", responseHeaders: { "Retry-After": "3", "X-Should-Retry": "true" } }),
      facts: { message: "model 'm' failed with status 503", retryable: true, status: 503, retryAfterSeconds: 3 },
    },
    {
      title: "that the server wants tried again all the same",
      error: apiError({ statusCode: 400, message: "try me", responseHeaders: { "x-should-retry": "true" } }),
      facts: { message: "model 'm' failed with status 400: try me", retryable: true, status: 400 },
    },
    {
      title: "of a key that is not there",
      error: Object.assign(new Error("OpenAI API key is missing."), { name: "AI_LoadAPIKeyError" }),
      facts: { message: "model 'm' failed: OpenAI API key is missing.", retryable: false },
    },
    {
      title: "in the middle of a stream, as an object with a word for it",
      error: { type: "rate_limit_error", message: "Slow down" },
      facts: { message: "model 'm' failed with status 429: Slow down", retryable: true, status: 429 },
    },
    {
      title: "in the middle of a stream, wrapped once more",
      error: { type: "error", error: { status: "UNAVAILABLE", message: "Overloaded" } },
      facts: { message: "model 'm' failed with status 503: Overloaded", retryable: true, status: 503 },
    },
    { title: "that is a text", error: "it broke", facts: { message: "model 'm' failed: it broke", retryable: false } },
    { title: "that is nothing", error: undefined, facts: { message: "model 'm' failed", retryable: false } },
    { title: "with a word that an object has by nature", error: { type: "constructor", message: "odd" }, facts: { message: "model 'm' failed: odd", retryable: false } },
  ])("$title is told in a line", ({ error, facts }) => {
    expect(factsOf(error)).toEqual(facts);
  });

  test.each([
    { title: "nobody listens", error: caused("Cannot connect to API", coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1")), says: ": connect ECONNREFUSED 127.0.0.1:1" },
    { title: "none of several addresses answers", error: caused("Cannot connect to API: ", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })), says: ": ECONNREFUSED" },
    { title: "it was reset", error: apiError({ statusCode: 200, cause: caused("terminated", coded("ECONNRESET", "read ECONNRESET")) }), says: ": terminated" },
    { title: "the other side hung up", error: new TypeError("fetch failed", { cause: coded("UND_ERR_SOCKET", "other side closed") }), says: ": other side closed" },
    { title: "a socket hung up", error: new Error("socket hang up"), says: ": socket hang up" },
    { title: "it closed too early", error: coded("ERR_STREAM_PREMATURE_CLOSE", "Premature close"), says: ": Premature close" },
    { title: "the headers took too long", error: new TypeError("fetch failed", { cause: coded("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error") }), says: ": Headers Timeout Error" },
    { title: "a time limit of the package's own passes", error: new DOMException("The operation timed out", "TimeoutError"), says: ": The operation timed out" },
    { title: "the package says so", error: Object.assign(new Error("it went away"), { isRetryable: true }), says: ": it went away" },
  ])("is one of the connection, to be tried again, when $title", ({ error, says }) => {
    expect(factsOf(error)).toEqual({ message: `the connection to model 'm' failed${says}`, retryable: true });
  });

  test.each([
    { title: "cut within a text", body: '{"id":"x', problem: "Unterminated string in JSON at position 8", early: true },
    { title: "cut after a value", body: '{"id":1', problem: "Expected ',' or '}' after property value in JSON at position 7", early: true },
    { title: "empty", body: " ", problem: "Unexpected end of JSON input", early: true },
    { title: "wrong in the middle", body: '{"id":x}', problem: "Unexpected token 'x' at position 6", early: false },
  ])("with a body that is $title may be tried again when only its end is missing", ({ body, problem, early }) => {
    const parsing = Object.assign(caused("JSON parsing failed", new SyntaxError(problem)), { name: "AI_JSONParseError" });
    const { retryable, status } = modelErrorFrom(apiError({ statusCode: 200, message: "Invalid JSON response", responseBody: body, cause: parsing }), { model: "m", nowMs: 0, secrets: {} });

    expect({ retryable, status }).toEqual(early ? { retryable: true, status: undefined } : { retryable: false, status: 200 });
  });

  test("keeps neither the request nor the response", () => {
    const error = modelErrorFrom(apiError({ statusCode: 400, responseBody: "x".repeat(5_000_000) }), { model: "m", nowMs: 0, secrets: {} });

    expect(error.cause).toBeUndefined();
    expect(error.message.length).toBeLessThan(400);
  });

  test("is handed on as it is when it is a ModelError already, and its cause is kept when nobody foresaw it", () => {
    const own = new ModelError("mine");
    const bug = new TypeError("x is not a function");

    expect(modelErrorFrom(own, { model: "m", nowMs: 0, secrets: {} })).toBe(own);
    expect(modelErrorFrom(bug, { model: "m", nowMs: 0, secrets: {} }).cause).toBe(bug);
  });

  test("never throws and is always one short line, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true }), fc.string(), (thrown, message) => {
        const error = modelErrorFrom(typeof thrown === "object" && thrown !== null ? Object.assign(thrown, { message }) : thrown, { model: "m", nowMs: 0, secrets: {} });

        expect(error.message).not.toMatch(/[\r\n]/u);
        expect(error.message.length).toBeLessThan(400);
      }),
      { seed: 20260101 },
    );
  });
});

describe("a key", () => {
  test.each([
    { title: "of OpenAI", text: "Incorrect API key provided: sk-proj-AbCd1234EfGh5678.", shown: "Incorrect API key provided: [key]." },
    { title: "of Google", text: `API key AIza${"x".repeat(35)} not valid`, shown: "API key [key] not valid" },
    { title: "in a header", text: "bad header 'Bearer abcdef0123456789'", shown: "bad header 'Bearer [key]'" },
    { title: "in an address", text: "GET https://host/v1?key=abc123&alt=sse failed", shown: "GET https://host/v1?key=[key]&alt=sse failed" },
    { title: "that the caller gave", text: "no such team: blue-and-secret", secrets: { "x-team": "blue-and-secret" }, shown: "no such team: [key x-team]" },
  ])("$title does not stand in a message", ({ text, secrets, shown }) => {
    expect(factsOf(apiError({ statusCode: 401, message: text }), secrets).message).toBe(`model 'm' failed with status 401: ${shown}`);
  });

  test("is not shown in part where a message is cut", () => {
    const { message } = factsOf(apiError({ statusCode: 401, message: `${"x".repeat(290)} sk-proj-AbCd1234EfGh5678` }));

    expect(message).not.toContain("sk-");
  });
});
