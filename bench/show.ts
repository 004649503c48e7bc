import type { NumberToHold } from "./numbers.ts";

/** A figure to three digits, `-` for none. */
export function figure(value: number | null): string {
  if (value === null) return "-";
  return Math.abs(value) >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
}

/** The figures whose title contains one of the words; all of them without words. Throws when there is none. */
export function chosen(numbers: readonly NumberToHold[], words: readonly string[]): readonly NumberToHold[] {
  const found = numbers.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)));
  if (found.length > 0) return found;
  throw new Error(`no figure is called ${words.join(" or ")}; there are:\n${numbers.map(({ title }) => title).join("\n")}`);
}

/** What `read` gives when it is called `rounds` times, one after the other. */
export async function times<Value>(rounds: number, read: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let round = 0; round < rounds; round++) values.push(await read());
  return values;
}
