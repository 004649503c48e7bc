import { expect, it } from "vitest";
import { plainLines } from "../../src/search/plain.ts";

it("a passage of source code may begin after a blank line and at a doc comment", () => {
  const lines = plainLines(["first", "", "second", "third", "  /** fourth */", "fifth"]);

  expect(lines.filter(({ begins }) => begins).map(({ number }) => number)).toEqual([1, 3, 5]);
  expect(lines[4]).toEqual({ number: 5, text: "  /** fourth */", level: 0, begins: true });
});
