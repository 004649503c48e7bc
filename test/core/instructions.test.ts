import { describe, expect, it } from "vitest";
import { BUDGET_MARK, DEFAULT_INSTRUCTIONS } from "../../src/core/instructions.ts";

describe("the default instructions", () => {
  it("are 301 printable ASCII characters that JSON writes as they are", () => {
    expect(DEFAULT_INSTRUCTIONS).toMatch(/^[ -~]{301}$/u);
    expect(JSON.stringify(DEFAULT_INSTRUCTIONS)).toBe(`"${DEFAULT_INSTRUCTIONS}"`);
  });

  it("make a first request of 384 characters with a goal of 19, written as JSON with a space after each mark", () => {
    const messages = [
      { role: "system", content: DEFAULT_INSTRUCTIONS },
      { role: "user", content: "x".repeat(19) },
    ];

    const sizes = messages.map(({ role, content }) => `{"role": ${JSON.stringify(role)}, "content": ${JSON.stringify(content)}}`.length);

    expect(sizes).toStrictEqual([334, 50]);
  });

  it("hold no mark, so that nothing in them is ever filled in", () => {
    expect(BUDGET_MARK).toBe("{{budget}}");
    expect(DEFAULT_INSTRUCTIONS).not.toContain(BUDGET_MARK);
  });
});
