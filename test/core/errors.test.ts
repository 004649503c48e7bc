import { describe, expect, it } from "vitest";
import { AgentToolError, DefinitionError, ModelError, ScriptError, TraceError, TroupeError } from "../../src/core/errors.ts";

describe("the errors of this library", () => {
  it.each([
    { error: new AgentToolError("disk full"), shown: "AgentToolError: disk full" },
    { error: new ModelError("overloaded"), shown: "ModelError: overloaded" },
    { error: new ScriptError("no reply left"), shown: "ScriptError: no reply left" },
    { error: new TraceError("x.json is not a trace"), shown: "TraceError: x.json is not a trace" },
  ])("$shown says its class and its message", ({ error, shown }) => {
    expect(String(error)).toBe(shown);
    expect(error).toBeInstanceOf(TroupeError);
    expect(error).toBeInstanceOf(Error);
  });

  it("name themselves after a subclass", () => {
    class QuotaError extends AgentToolError {}

    expect(String(new QuotaError("none left"))).toBe("QuotaError: none left");
  });

  it("carry a cause", () => {
    const cause = new Error("socket closed");

    expect(new AgentToolError("could not read", { cause }).cause).toBe(cause);
    expect(new ModelError("could not answer", { cause }).cause).toBe(cause);
    expect("cause" in new ModelError("could not answer")).toBe(false);
  });
});

describe("a DefinitionError", () => {
  it("builds one sentence of its parts and keeps them", () => {
    const parts = { subject: "tool 'add'", field: "name", value: "Add Up", allowed: "a small name" };

    const error = new DefinitionError(parts);

    expect(String(error)).toBe("DefinitionError: tool 'add': name is 'Add Up'; allowed: a small name");
    expect({ subject: error.subject, field: error.field, value: error.value, allowed: error.allowed }).toStrictEqual(parts);
  });

  it.each([
    { value: "a\nb", shown: "'a\\nb'" },
    { value: undefined, shown: "undefined" },
    { value: { a: { b: [1, 2] } }, shown: "{ a: { b: [ 1, 2 ] } }" },
    { value: () => 1, shown: "[Function: value]" },
  ])("shows the value as $shown, on one line", ({ value, shown }) => {
    expect(new DefinitionError({ subject: "a thing", field: "x", value, allowed: "y" }).message).toBe(`a thing: x is ${shown}; allowed: y`);
  });
});

describe("a ModelError", () => {
  it("is not retryable, and knows nothing more, unless it is told", () => {
    const { retryable, retryAfterSeconds, status, usage } = new ModelError("no");

    expect({ retryable, retryAfterSeconds, status, usage }).toStrictEqual({
      retryable: false,
      retryAfterSeconds: undefined,
      status: undefined,
      usage: undefined,
    });
  });

  it("keeps what it is told", () => {
    const details = { retryable: true, retryAfterSeconds: 2.5, status: 429, usage: { inputTokens: 10, outputTokens: 0 } };

    const { retryable, retryAfterSeconds, status, usage } = new ModelError("slow down", details);

    expect({ retryable, retryAfterSeconds, status, usage }).toStrictEqual(details);
  });
});
