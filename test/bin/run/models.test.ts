import { describe, expect, it, afterEach, beforeEach, vi } from "vitest";
import { modelHint } from "../../../bin/run/models.ts";
import { inProcess } from "../in-process.ts";

const VARIABLES = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "OPENAI_COMPATIBLE_API_KEY", "OPENAI_COMPATIBLE_BASE_URL"];

beforeEach(() => {
  for (const name of VARIABLES) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

describe("troupe models", () => {
  it("says what is ready and what is missing", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "a-key-that-is-never-shown");

    expect(await inProcess(["models"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `offline          ready: the embedded model, which needs no key and no network
openai/<id>      set OPENAI_API_KEY
anthropic/<id>   ready: ANTHROPIC_API_KEY is set
google/<id>      set GOOGLE_GENERATIVE_AI_API_KEY
ollama/<id>      ready, where its server runs
compatible/<id>  set OPENAI_COMPATIBLE_BASE_URL
`,
    });
  });

  it("prints one JSON document with --json, without any key in it", async () => {
    vi.stubEnv("OPENAI_API_KEY", "a-key-that-is-never-shown");
    const { stdout } = await inProcess(["models", "--json"]);

    expect((JSON.parse(stdout) as { provider: string; isReady: boolean }[]).map(({ provider, isReady }) => [provider, isReady])).toEqual([
      ["openai", true],
      ["anthropic", false],
      ["google", false],
      ["ollama", true],
      ["compatible", false],
    ]);
    expect(stdout).not.toContain("never-shown");
  });
});

describe("the hint of a run without --model", () => {
  it.each([
    { env: {}, hint: null },
    { env: { OPENAI_API_KEY: " " }, hint: null },
    { env: { OPENAI_COMPATIBLE_BASE_URL: "http://localhost" }, hint: null },
    { env: { OPENAI_API_KEY: "k" }, hint: "OPENAI_API_KEY is set: with --model openai/<id> a language model would answer" },
    {
      env: { OPENAI_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" },
      hint: "OPENAI_API_KEY and GOOGLE_GENERATIVE_AI_API_KEY are set: with --model openai/<id> or google/<id> a language model would answer",
    },
    { env: { OPENAI_COMPATIBLE_API_KEY: "k" }, hint: "OPENAI_COMPATIBLE_API_KEY is set; for --model compatible/<id>: set OPENAI_COMPATIBLE_BASE_URL" },
  ])("for $env is: $hint", ({ env, hint }) => {
    expect(modelHint(env)).toBe(hint);
  });
});
