import { describe, expect, it } from "vitest";
import { callStepId, childPath, defaultCallId, randomId, ROOT_PATH, runIdOf, turnId } from "../../src/core/ids.ts";

describe("ids", () => {
  it.each([
    { title: "the root", id: ROOT_PATH, text: "0" },
    { title: "a specialist", id: childPath(ROOT_PATH, 3, 1), text: "0/3.1" },
    { title: "a specialist of a specialist", id: childPath("0/3.1", 2, 0), text: "0/3.1/2.0" },
    { title: "a turn", id: turnId("0/3.1", 2), text: "0/3.1#2" },
    { title: "a call of a turn", id: callStepId("0/3.1", 2, 0), text: "0/3.1#2.0" },
    { title: "a call that the model gave no id", id: defaultCallId(2, 0), text: "call_2_0" },
    { title: "the run of the root", id: runIdOf("V1StGXR8", ROOT_PATH), text: "V1StGXR8" },
    { title: "the run of a specialist", id: runIdOf("V1StGXR8", "0/3.1"), text: "V1StGXR8:0/3.1" },
  ])("$title is $text", ({ id, text }) => {
    expect(id).toBe(text);
  });

  it("make every random run id of 21 URL-safe characters", () => {
    const ids = Array.from({ length: 100 }, randomId);

    expect(ids.every((id) => /^[\w-]{21}$/u.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });
});
