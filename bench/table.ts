// Prints what this library costs beside a bare loop, and how that stands to the figures it holds itself to.
// `npm run bench`, or `npm run bench -- W2 import` for the figures whose title contains one of the words.
import * as library from "../src/index.ts";
import { median } from "./measure.ts";
import { numbersOf, type NumberToHold } from "./numbers.ts";
import { chosen, figure, times } from "./show.ts";

const COLUMNS = ["", "bare", "troupe", "ratio", "must", "stretch", "verdict"] as const;
const WIDTHS = [66, 9, 9, 9, 7, 8, 9] as const;

console.log(`Node ${process.version}; main-thread processor time, median of the readings\n`);
row(COLUMNS);
for (const number of chosen(numbersOf(library), process.argv.slice(2))) await measured(number);

async function measured({ title, must, stretch, ready, rounds }: NumberToHold): Promise<void> {
  const read = await ready();
  const readings = await times(rounds, read);
  const troupe = median(readings.map((reading) => reading.troupe));
  const bare = medianOrNull(readings.map((reading) => reading.bare));
  const ratio = medianOrNull(readings.map((reading) => reading.ratio));
  row([title, figure(bare), figure(troupe), figure(ratio), figure(must), figure(stretch), verdict(troupe, must, stretch)]);
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? median(known) : null;
}

function verdict(value: number, must: number | null, stretch: number | null): string {
  if (must === null || stretch === null) return "";
  if (value <= stretch) return "stretch";
  return value <= must ? "held" : "missed";
}

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => (column === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[column] ?? 0))).join(""));
}
