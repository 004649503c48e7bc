import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellWord } from "../../../bin/init/shell-word.ts";

describe("a word on a command line", () => {
  it.each([
    { word: "my-agents", platform: "linux", shown: "my-agents" },
    { word: "/home/a_b/x.1@2+3", platform: "linux", shown: "/home/a_b/x.1@2+3" },
    { word: "-x", platform: "linux", shown: "./-x" },
    { word: "two words", platform: "linux", shown: "'two words'" },
    { word: "it's", platform: "linux", shown: String.raw`'it'\''s'` },
    { word: "$(rm) `x` \"y\"", platform: "darwin", shown: "'$(rm) `x` \"y\"'" },
    { word: "a\\b", platform: "linux", shown: "'a\\b'" },
    { word: "~x", platform: "linux", shown: "'~x'" },
    { word: "", platform: "linux", shown: "''" },
    { word: "C:\\agents\\mine", platform: "win32", shown: "C:\\agents\\mine" },
    { word: "C:\\my agents", platform: "win32", shown: '"C:\\my agents"' },
  ] as const)("$word is written $shown on $platform", ({ word, platform, shown }) => {
    expect(shellWord(word, platform)).toBe(shown);
  });

  it.skipIf(process.platform === "win32")("is read by a shell as it was, whatever stands in it", () => {
    const words = fc.sample(fc.string({ unit: fc.constantFrom(..."ab-'\"$`\\ *?~;&|<>(){}!#\n"), minLength: 1, maxLength: 12 }), { numRuns: 60, seed: 20260101 });
    const plain = words.filter((word) => !word.startsWith("-"));
    const line = `printf '%s\\0' ${plain.map((word) => shellWord(word, "linux")).join(" ")}`;

    expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(plain);
  });
});
