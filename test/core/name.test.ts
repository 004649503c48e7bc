import { describe, expect, it } from "vitest";
import { nameSchema } from "../../src/core/name.ts";

const ALLOWED = "a name of at most 64 characters: a small letter, then small letters, digits, _ and -";
const RESERVED = "a name other than final_answer, load_skill, read_artifact, which are reserved";

describe("nameSchema", () => {
  it.each(["a", "researcher", "get_weather", "ask_fact-checker2", "a".repeat(64), "final_answers", "load-skill"])("takes %s", (name) => {
    expect(nameSchema.parse(name)).toBe(name);
  });

  it.each([
    { name: "", message: ALLOWED },
    { name: "A", message: ALLOWED },
    { name: "1a", message: ALLOWED },
    { name: "_a", message: ALLOWED },
    { name: "-a", message: ALLOWED },
    { name: "a b", message: ALLOWED },
    { name: "a.b", message: ALLOWED },
    { name: "a/b", message: ALLOWED },
    { name: "a#b", message: ALLOWED },
    { name: "a\n", message: ALLOWED },
    { name: "é", message: ALLOWED },
    { name: "a".repeat(65), message: ALLOWED },
    { name: "final_answer", message: RESERVED },
    { name: "load_skill", message: RESERVED },
    { name: 7, message: ALLOWED },
    { name: undefined, message: ALLOWED },
    { name: null, message: ALLOWED },
    { name: ["a"], message: ALLOWED },
  ])("refuses $name", ({ name, message }) => {
    expect(nameSchema.safeParse(name).error?.issues[0]?.message).toBe(message);
  });
});
