import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reasonOf } from "../../../bin/text/reason.ts";

describe("why the system refused a file", () => {
  it("is said in words, without the path", () => {
    const refuse = (): unknown => {
      try {
        return readFileSync("/no/such, file");
      } catch (error) {
        return error;
      }
    };

    expect(reasonOf(refuse())).toBe("no such file or directory");
  });

  it.each([
    { error: new Error("it is blank"), reason: "it is blank" },
    { error: new Error("EACCES: permission denied, open '/a'"), reason: "permission denied" },
    { error: "a text", reason: "a text" },
    { error: undefined, reason: "undefined" },
  ])("is $reason", ({ error, reason }) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
