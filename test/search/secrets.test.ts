import { afterEach, describe, expect, it, vi } from "vitest";
import { withoutSecrets } from "../../src/search/secrets.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("a document without secrets", () => {
  it("has a mark where the value of a secret environment variable stood, also of one over several lines", () => {
    vi.stubEnv("API_TOKEN", "supersecret-1234");
    vi.stubEnv("PRIVATE_KEY", "BEGIN\nfirst\nsecond\nEND");

    expect(withoutSecrets("a supersecret-1234 b\nBEGIN\nfirst\nsecond\nEND\n")).toBe("a [API_TOKEN] b\n[PRIVATE_KEY]\n");
  });
});
