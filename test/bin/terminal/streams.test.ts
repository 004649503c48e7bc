import { describe, expect, it } from "vitest";
import { screenOf } from "../../../bin/terminal/streams.ts";
import { jsonLine } from "../../../bin/text/json-line.ts";

describe("the screen behind a stream", () => {
  it.each([
    { title: "is 100 columns without colours where there is no terminal", stream: { columns: 50, rows: 9 }, environment: {}, screen: { canRedraw: false, color: false, width: 100, height: 24 } },
    { title: "is what the terminal says, in colours", stream: { isTTY: true, columns: 80, rows: 50 }, environment: {}, screen: { canRedraw: true, color: true, width: 80, height: 50 } },
    { title: "has no colours where NO_COLOR is set", stream: { isTTY: true, columns: 80, rows: 50 }, environment: { NO_COLOR: "1" }, screen: { canRedraw: true, color: false, width: 80, height: 50 } },
    { title: "has no colours and is not drawn over on a dumb terminal", stream: { isTTY: true, columns: 80, rows: 50 }, environment: { TERM: "dumb" }, screen: { canRedraw: false, color: false, width: 80, height: 50 } },
    { title: "is 100 by 24 and not drawn over where the terminal does not know its size", stream: { isTTY: true, columns: 0, rows: 0 }, environment: {}, screen: { canRedraw: false, color: true, width: 100, height: 24 } },
    { title: "is at least 20 columns wide, and a narrower terminal is not drawn over", stream: { isTTY: true, columns: 7, rows: 5 }, environment: {}, screen: { canRedraw: false, color: true, width: 20, height: 5 } },
  ])("$title", ({ stream, environment, screen }) => {
    expect(screenOf(stream as Parameters<typeof screenOf>[0], environment)).toEqual(screen);
  });
});

describe("a line of JSON", () => {
  it("means the same and holds nothing that a terminal acts on", () => {
    const value = { text: "a\u001b[2J\u007f\u009b1m \u202e \u2028 👩‍💻 \u{e0041} \ufeff é", list: [1, null, true] };
    const line = jsonLine(value);

    expect(JSON.parse(line)).toEqual(value);
    expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
    expect(line).toContain("é");
  });
});
