import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PAGE = readFileSync(new URL("../docs/conformance.md", import.meta.url), "utf8");
const LAST_CASE = 99;
const NOT_YET = [91, 92, 93];

interface Row {
  /** `12` for case 12, `D3` for a fault. */
  readonly name: string;
  readonly files: readonly string[];
}

/** The rows of all tables whose last cell names files. */
const ROWS: readonly Row[] = PAGE.split("\n").flatMap((line) => {
  const [, name = "", ...cells] = line.split("|").slice(0, -1).map((cell) => cell.trim());
  const files = [...(cells.at(-1) ?? "").matchAll(/`([^`]+\.ts)`/gu)].map(([, file = ""]) => file);
  return /^D?\d+$/u.test(name) && files.length > 0 ? [{ name, files }] : [];
});

describe("docs/conformance.md", () => {
  it("has one row for every case that Troupe has an answer to", () => {
    const cases = ROWS.map(({ name }) => name).filter((name) => !name.startsWith("D")).map(Number).sort((a, b) => a - b);
    const all = Array.from({ length: LAST_CASE }, (_, index) => index + 1).filter((number) => !NOT_YET.includes(number));

    expect(cases).toEqual(all);
  });

  it.each(ROWS)("names test files that have it in a title: $name", ({ name, files }) => {
    const wanted = name.startsWith("D") ? new RegExp(`\\b${name}\\b`, "u") : new RegExp(`\\bcase ${name}\\b`, "u");
    const without = files.filter((file) => {
      const place = new URL(file, import.meta.url);
      return !existsSync(place) || !wanted.test(readFileSync(place, "utf8"));
    });

    expect(without).toEqual([]);
  });
});
