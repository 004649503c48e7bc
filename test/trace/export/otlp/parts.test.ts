import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONVENTIONS, FRACTIONS, NAMES } from "../../../../src/trace/export/otlp/names.ts";
import { instantOf, nanosecondsText } from "../../../../src/trace/export/otlp/nanoseconds.ts";
import { providerOf } from "../../../../src/trace/export/otlp/provider.ts";
import { SpanIds } from "../../../../src/trace/export/otlp/span-ids.ts";
import { errorType } from "../../../../src/trace/export/text/error-type.ts";
import { wellFormed } from "../../../../src/trace/export/text/well-formed.ts";

describe("instantOf", () => {
  it.each([
    { ms: 0, text: "0" },
    { ms: -5, text: "0" },
    { ms: Number.NaN, text: "0" },
    { ms: 1, text: "1000000" },
    { ms: 1_767_225_600_000.25, text: "1767225600000250000" },
    { ms: 1_767_225_600_999.9999, text: "1767225601000000000" },
    { ms: 1e300, text: "8589934592000000000" },
    { ms: Infinity, text: "8589934592000000000" },
  ])("puts $ms ms at $text ns", ({ ms, text }) => {
    expect(nanosecondsText(instantOf(ms))).toBe(text);
  });

  it("keeps microseconds and order", () => {
    const microseconds = fc.integer({ min: 0, max: 2_000_000_000_000_000 });

    fc.assert(
      fc.property(microseconds, microseconds, (one, other) => {
        const [a, b] = [one, other].map((micro) => BigInt(nanosecondsText(instantOf(micro / 1000)))) as [bigint, bigint];

        expect(a).toBe(BigInt(one) * 1000n);
        expect(a < b).toBe(one < other);
      }),
      { seed: 20260101 },
    );
  });
});

describe("SpanIds", () => {
  it("gives the same texts the same ids, of 32 and 16 hexadecimal digits", () => {
    const [one, same, other] = [new SpanIds("run-1"), new SpanIds("run-1"), new SpanIds("run-2")];

    expect([one.traceId, one.spanId("0#1")]).toEqual([same.traceId, same.spanId("0#1")]);
    expect(one.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(one.spanId("0#2")).toMatch(/^[0-9a-f]{16}$/);
    expect(other.traceId).not.toBe(one.traceId);
    expect(other.spanId("0#1")).not.toBe(new SpanIds("run-1").spanId("0#1"));
  });

  it("gives no id twice, not even for the same key, and none that is all zero", () => {
    const ids = new SpanIds("run-1");
    const keys = Array.from({ length: 50_000 }, (_, index) => `0/1.${index % 40_000}#${index % 7}`);
    const given = new Set(keys.map((key) => ids.spanId(key)));

    expect(given.size).toBe(50_000);
    expect([...given].filter((id) => /^0+$/.test(id))).toEqual([]);
  });

  it("takes no longer for a trace whose ids are all one", () => {
    const ids = new SpanIds("run-1");

    expect(new Set(Array.from({ length: 40_000 }, () => ids.spanId("0#1"))).size).toBe(40_000); // minutes, where each looks through those before it
  });

  it("spreads its digits evenly", () => {
    const ids = new SpanIds("run-1");
    const counts = new Map<string, number>();
    for (let index = 0; index < 16_000; index++) {
      [...ids.spanId(`0#${index}`)].forEach((digit, place) => counts.set(`${place} ${digit}`, (counts.get(`${place} ${digit}`) ?? 0) + 1));
    }

    expect(counts.size).toBe(256);
    expect([...counts.values()].every((count) => count > 850 && count < 1150)).toBe(true); // 1 000 each, give or take five deviations
  });
});

describe("errorType", () => {
  it.each([
    { error: "KeyError: zz", type: "KeyError" },
    { error: "timeout", type: "timeout" },
    { error: "cancelled: by the user", type: "cancelled" },
    { error: "AgentToolError: a: b", type: "AgentToolError" },
    { error: "unknown tool 'ghost'; available: a", type: "_OTHER" },
    { error: "", type: "_OTHER" },
    { error: "Secret-Token: x", type: "_OTHER" },
    { error: `${"x".repeat(101)}: y`, type: "_OTHER" },
  ])("of '$error' is $type", ({ error, type }) => {
    expect(errorType(error)).toBe(type);
  });
});

describe("providerOf", () => {
  it.each([
    { model: "openai/gpt-5", provider: "openai" },
    { model: "google/gemini-3", provider: "gcp.gemini" },
    { model: "mistral.chat", provider: "mistral_ai" },
    { model: "Anthropic/claude", provider: "anthropic" },
    { model: "groq/llama", provider: "groq" },
    { model: "scripted", provider: "_OTHER" },
    { model: "", provider: "_OTHER" },
    { model: "//x", provider: "_OTHER" },
  ])("of '$model' is $provider", ({ model, provider }) => {
    expect(providerOf(model)).toBe(provider);
  });
});

describe("the attribute names", () => {
  it("are unique, and either OpenTelemetry's or ours", () => {
    const names = Object.values(NAMES);

    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^(?:gen_ai\.[a-z_.]+|troupe\.[a-z_.]+|error\.type|service\.name)$/.test(name))).toEqual([]);
    expect([...FRACTIONS].filter((name) => !(names as readonly string[]).includes(name))).toEqual([]);
    expect(CONVENTIONS).not.toBe("");
  });
});

describe("wellFormed", () => {
  it("replaces half characters alone", () => {
    expect(wellFormed("a\uD800 😀 \uDC00\uD83D")).toBe("a\uFFFD 😀 \uFFFD\uFFFD");
  });
});
