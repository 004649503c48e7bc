import { describe, expect, it } from "vitest";
import { charactersOffered, tokensIn } from "../../src/core/estimate.ts";
import type { OfferedTool } from "../../src/core/model.ts";

describe("tokensIn", () => {
  it.each([
    { characters: 0, tokens: 0 },
    { characters: 1, tokens: 1 },
    { characters: 4, tokens: 1 },
    { characters: 5, tokens: 2 },
    { characters: 4_000, tokens: 1_000 },
  ])("is $tokens for $characters characters", ({ characters, tokens }) => {
    expect(tokensIn(characters)).toBe(tokens);
  });
});

describe("charactersOffered", () => {
  it("counts nothing for an empty list, and the JSON of any other", () => {
    const tools: OfferedTool[] = [{ name: "now", description: "The time.", parameters: { type: "object" } }];

    expect(charactersOffered([])).toBe(0);
    expect(charactersOffered(tools)).toBe('[{"name":"now","description":"The time.","parameters":{"type":"object"}}]'.length);
  });

  it("writes the JSON of one list once, however often it is asked", () => {
    let written = 0;
    const parameters = { type: "object", toJSON: () => ({ written: ++written }) };
    const tools = [{ name: "now", description: "The time.", parameters: parameters as never }];

    const first = charactersOffered(tools);
    const second = charactersOffered(tools);

    expect([first, written]).toStrictEqual([second, 1]);
  });
});
