import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MARKS } from "../../src/trace/marks.ts";

describe("the marks of a tree", () => {
  it("each stand in the legend of docs/trace.md, and no others", () => {
    const text = readFileSync(new URL("../../docs/trace.md", import.meta.url), "utf8");
    const [, section = ""] = text.split("## The tree\n");
    const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(.)` \|/gmu)].map(([, mark]) => mark);

    expect([...rows].sort()).toEqual(Object.values(MARKS).sort());
  });
});
