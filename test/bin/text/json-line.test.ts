import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine } from "../../../bin/text/json-line.ts";

describe("a value as one line of JSON", () => {
  it("writes out what a terminal may act on, and nothing else", () => {
    expect(jsonLine({ text: "é ✓ 😀\u001b[2J\u009b2J\u202e\u2028\u{E0041}\u007f" })).toBe('{"text":"é ✓ 😀\\u001b[2J\\u009b2J\\u202e\\u2028\\udb40\\udc41\\u007f"}\n');
  });

  it("means the same as it did, whatever stands in it", () => {
    const property = fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      const line = jsonLine([value, text]);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify([value, text])));
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    });

    fc.assert(property, { seed: 20260101, numRuns: 200 });
  });
});
