// Checks the figures that this library holds itself to, loosely enough for a machine that others use too: the best of
// the readings counts, and only three times the `must` fails. `npm run bars`, or `npm run bars -- W2` for some of them.
import * as library from "../src/index.ts";
import { numbersOf } from "./numbers.ts";
import { chosen, figure, times } from "./show.ts";

const SLACK = 3;
let failed = 0;
let passed = 0;

for (const { title, must, ready, rounds } of chosen(numbersOf(library), process.argv.slice(2))) {
  const read = await ready();
  const best = Math.min(...(await times(rounds, read)).map(({ troupe }) => troupe));
  if (must === null) console.log(`      ${title}: ${figure(best)}`);
  else report(title, best, must);
}
console.log(`bars: ${passed} hold, ${failed} fail`);
process.exitCode = failed > 0 ? 1 : 0;

function report(title: string, best: number, must: number): void {
  const holds = best <= SLACK * must;
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? "ok    " : "FAILS "}${title}: ${figure(best)} (must ${figure(must)}, fails above ${figure(SLACK * must)})`);
}
