import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLOR_NAMES } from "../../../viewer/draw/color-names.ts";

const text = readFileSync(new URL("../../../viewer/style/tokens.css", import.meta.url), "utf8");
const tokens = new Map(
  [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/gu)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const GROUNDS = ["paper", "panel", "raise"];
const WORDS = ["ink", "quiet", "model", "tool", "agent", "good", "bad", "cut", "curtain"];
const PAIRS = [
  ...GROUNDS.flatMap((ground) => WORDS.map((word) => [word, ground, 4.5] as const)),
  ...["ink", "cut", "bad", "good"].map((word) => [word, "pick", 4.5] as const),
  ...["model", "tool", "bad"].map((ground) => ["on-kind", ground, 4.5] as const),
  ...["model-soft", "tool-soft", "agent-soft"].flatMap(
    (ground) =>
      [
        ["ink", ground, 4.5],
        ["quiet", ground, 4.5],
      ] as const,
  ),
  ["good", "tool-soft", 4.5] as const,
  ["bad", "bad-soft", 4.5] as const,
  ["ink", "bad-soft", 4.5] as const,
];

describe("the colours of the page", () => {
  it("have a light and a dark form each, for everything that canvases draw with", () => {
    expect(COLOR_NAMES.filter((name) => !tokens.has(name))).toEqual([]);
  });

  it.each(["light", "dark"] as const)("can be told apart in the %s theme: words by 4.5 to 1", (theme) => {
    const weak = PAIRS.filter(
      ([word, ground, least]) =>
        contrast(tokens.get(word)?.[theme] ?? "#000000", tokens.get(ground)?.[theme] ?? "#000000") < least,
    );

    expect(weak).toEqual([]);
  });

  it.each(["light", "dark"] as const)("of bars stand out from the ground by 3 to 1 in the %s theme", (theme) => {
    const weak = ["model", "tool", "agent", "bad", "curtain"]
      .flatMap((bar) => GROUNDS.map((ground) => [bar, ground] as const))
      .filter(([bar, ground]) => contrast(tokens.get(bar)?.[theme] ?? "#000000", tokens.get(ground)?.[theme] ?? "#000000") < 3);

    expect(weak).toEqual([]);
  });
});
