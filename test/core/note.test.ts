import { describe, expect, it } from "vitest";
import { noteWithout } from "../../src/core/note.ts";

describe("a note without contents", () => {
  it.each([
    { note: "still running", left: "still running" },
    { note: "made again: the process ended while it was under way", left: "made again: the process ended while it was under way" },
    { note: "the history stays as it was", left: "the history stays as it was" },
    { note: "guardrail 'names' blocked the goal (Ada Lovelace)", left: "?" },
    { note: "guardrail 'names' blocked an answer (a; b); the history stays as it was", left: "?; the history stays as it was" },
    { note: "said by someone; still running on", left: "?" },
  ])("is $left for $note", ({ note, left }) => {
    expect(noteWithout(note, () => "?")).toBe(left);
  });
});
