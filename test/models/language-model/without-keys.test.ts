import { afterEach, describe, expect, test, vi } from "vitest";
import { withoutKeys } from "../../../src/models/language-model/without-keys.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("a text without keys", () => {
  test.each([
    { text: "bad key sk-live-abcdefghijkl!", shown: "bad key [key]!" },
    { text: "gsk_0123456789ab and xai-0123456789ab", shown: "[key] and [key]" },
    { text: `AIza${"x".repeat(35)}.`, shown: "[key]." },
    { text: "GET https://h/v1?key=abc&x=1 failed", shown: "GET https://h/v1?key=[key]&x=1 failed" },
    { text: "?api_key=abc", shown: "?api_key=[key]" },
    { text: "authorization: Bearer abc.def-123456", shown: "authorization: Bearer [key]" },
    { text: "a task-oriented risk-averse desk-top", shown: "a task-oriented risk-averse desk-top" },
  ])("of '$text' is '$shown'", ({ text, shown }) => {
    expect(withoutKeys(text, {})).toBe(shown);
  });

  test("has a name in the place of each value that is known to be secret", () => {
    vi.stubEnv("MY_TOKEN", "hush-hush-hush");

    expect(withoutKeys("a hush-hush-hush and a secret-header", { "x-key": "secret-header" })).toBe("a [MY_TOKEN] and a [key x-key]");
  });
});
