import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

/** The page on conformance and the tests it speaks of say the same. */

interface Row {
  readonly name: string;
  readonly file: string;
}

const TOP = new URL("../../../", import.meta.url);
const page = await readFile(new URL("docs/conformance.md", TOP), "utf8");

function rowsOf(heading: string): Row[] {
  const section = page.split("\n## ").find((text) => text.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| (D?\d+) \|.*\| `([^`]+)` \|$/gmu)].map(([, name = "", file = ""]) => ({ name, file }));
}

async function untested(rows: readonly Row[], title: (name: string) => string): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const { file } of rows) texts.set(file, await readFile(new URL(`test/${file}`, TOP), "utf8"));
  return rows.filter(({ name, file }) => !texts.get(file)?.includes(title(name))).map(({ name, file }) => `${name} in ${file}`);
}

const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
const byNumber = (one: string, other: string): number => Number(one) - Number(other);

describe("the page on conformance", () => {
  test("lists every case that is covered, once, with a test that has its number", async () => {
    const [otherwise, same] = [rowsOf("Decided otherwise"), rowsOf("The same")];

    const names = [...otherwise, ...same].map(({ name }) => name);
    expect(names.sort(byNumber)).toEqual([...numbers(1, 23), "26", ...numbers(33, 46)]);
    expect(await untested(otherwise, (name) => `case ${name} (decided otherwise): `)).toEqual([]);
    expect(await untested(same, (name) => `case ${name}: `)).toEqual([]);
  });

  test("lists the faults of the original, each with a test that has its number", async () => {
    const faults = rowsOf("Faults of the original");

    expect(faults.map(({ name }) => name)).toEqual([...numbers(1, 8), ...numbers(12, 16), "18"].map((number) => `D${number}`));
    expect(await untested(faults, (name) => `"${name}: `)).toEqual([]);
  });
});
