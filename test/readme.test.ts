import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blocksOf } from "./docs/blocks.ts";
import { headerOf } from "./examples/header.ts";

const TOP = new URL("../", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, TOP), "utf8");
const README = textOf("README.md");

/** The program of an example, without its head comment, and what it prints. */
function example(name: string): { readonly program: string; readonly prints: string } {
  const text = textOf(`examples/${name}`);
  return { program: text.slice(text.indexOf("\n\n") + 2), prints: headerOf(name, text).prints };
}

describe("README.md", () => {
  const blocks = blocksOf(README);
  const first = blocks.findIndex(({ language }) => language === "ts");

  it("begins with the first example and what it prints", () => {
    const { program, prints } = example("01-one-agent.ts");

    expect([blocks[first]?.text, blocks[first + 1]?.text]).toEqual([program, prints]);
  });

  it("shows the tree that the third example prints", () => {
    expect(blocks[first + 2]?.text).toBe(example("03-delegate.ts").prints);
  });
});
