import { describe, expect, test } from "vitest";
import { connectionFailure } from "../../../src/models/language-model/network.ts";

const coded = (code: string, message = ""): Error => Object.assign(new Error(message), { code });

describe("a connection that failed", () => {
  test.each([
    { title: "by its code", error: coded("ECONNREFUSED", "connect ECONNREFUSED"), says: "connect ECONNREFUSED" },
    { title: "by its code alone", error: coded("ENOTFOUND"), says: "ENOTFOUND" },
    { title: "by what caused it", error: new TypeError("fetch failed", { cause: new Error("x", { cause: coded("UND_ERR_SOCKET", "other side closed") }) }), says: "other side closed" },
    { title: "by its words", error: new Error("socket hang up"), says: "socket hang up" },
    { title: "by its name", error: new DOMException("too slow", "TimeoutError"), says: "too slow" },
  ])("is told $title", ({ error, says }) => {
    expect(connectionFailure(error)).toBe(says);
  });

  test.each([new Error("no"), coded("ENOENT", "no file"), "socket hang up", null, undefined, { message: "the run was terminated early" }])("is not %s", (error) => {
    expect(connectionFailure(error)).toBeUndefined();
  });

  test("is found in no circle of causes, and does not look for ever", () => {
    const error = new Error("round");
    error.cause = error;

    expect(connectionFailure(error)).toBeUndefined();
  });
});
