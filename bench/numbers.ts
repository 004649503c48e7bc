import type * as Library from "../src/index.ts";
import { cancelMs } from "./cancel.ts";
import { importMs, installed } from "./install.ts";
import { journalNumbers } from "./journal.ts";
import { above, alone, besideBare, growth, leftBehind, makespan, micros, stall, waiting, type Read } from "./readings.ts";
import { troupeOn } from "./troupe.ts";
import { delegationsOf, fanoutOf, idealMs, turnsOf } from "./workload.ts";

/** A figure that this library holds itself to; `must` and `stretch` are null where it is only shown. */
export interface NumberToHold {
  readonly title: string;
  readonly must: number | null;
  readonly stretch: number | null;
  /** Warms up and checks that the work is done. */
  readonly ready: () => Promise<Read>;
  /** How many readings are taken. */
  readonly rounds: number;
}

const MODEL_MS = 20;
const WINDOW = 64; // children that one agent of this library has alive at a time
const ROUNDS = 5;

/** All figures, in the order in which they are shown. */
export function numbersOf(library: typeof Library): readonly NumberToHold[] {
  const troupe = troupeOn(library, {});
  return [
    held("W1  turn with one tool, above the bare loop, µs", 25, 12, async () =>
      above(await besideBare(troupe, (runtime) => micros(turnsOf(runtime, 100)))),
    ),
    held("W1  time of 500 turns / 100 turns", 5.5, 5.2, () =>
      besideBare(troupe, (runtime) => growth(turnsOf(runtime, 500), turnsOf(runtime, 100), 5)),
    ),
    held("W2  delegation with two tool turns, µs", 200, 100, () =>
      besideBare(troupe, (runtime) => micros(delegationsOf(runtime, 100))),
    ),
    // µs for each of a thousand is ms for all of them
    held("W3  1000 specialists in one turn, ms", 100, 50, () => besideBare(troupe, (runtime) => micros(fanoutOf(runtime, 1000)))),
    held("W3  each of 1000 specialists / each of 10", 1.6, 1.3, () =>
      besideBare(troupe, (runtime) => growth(fanoutOf(runtime, 1000), fanoutOf(runtime, 10))),
    ),
    ...makespans(100, 1.08, 1.04),
    ...makespans(1000, 1.6, 1.25),
    held("W3  1000 with a 20 ms model, longest stall, ms", 60, 40, () =>
      besideBare(troupe, (runtime) => stall(fanoutOf(runtime, 1000, MODEL_MS))),
    ),
    held("W5  heap per waiting agent, kB", 10, 7, () => besideBare(troupe, (runtime) => waiting(runtime, 2000))),
    held("W7  turn with an observation of 100 kB, µs", 120, 60, () =>
      besideBare(troupe, (runtime) => micros(turnsOf(runtime, 50, { observationChars: 100_000 }))),
    ),
    held("cancel of 1000 live agents, ms", 100, 20, () => Promise.resolve(alone(() => cancelMs(library)))),
    {
      ...held("heap left by 20000 delegations, trace let go, MB", 1, 0.2, async () =>
        alone(await leftBehind(delegationsOf(troupe, 20_000, { turns: 0 }), delegationsOf(troupe, 100, { turns: 0 }))),
      ),
      rounds: 1, // what is kept for each new name is kept once: a second reading would not see it
    },
    ...journalNumbers(library),
    held("import of the library, ms", 150, 85, () => Promise.resolve(alone(importMs))),
    { ...held("runtime install, packages", 28, 15, () => Promise.resolve(alone(() => installed().packages))), rounds: 1 },
    { ...held("runtime install, MB", 20, 15, () => Promise.resolve(alone(() => installed().megabytes))), rounds: 1 },
  ];

  // An agent has at most WINDOW children alive, so the ideal of the first is that of any runner so bounded; the second
  // shows what the window costs beside a runner without one.
  function makespans(count: number, must: number, stretch: number): NumberToHold[] {
    const makespanTo = (ideal: number) => () =>
      besideBare(troupe, (runtime) => makespan(fanoutOf(runtime, count, MODEL_MS), runtime === troupe ? ideal : idealMs(count, MODEL_MS)));
    const title = `W3  ${count} with a 20 ms model, makespan / ideal`;
    return [
      held(`${title} of ${WINDOW} at a time`, must, stretch, makespanTo(idealMs(count, MODEL_MS, WINDOW))),
      { ...held(`${title} of all at once`, 0, 0, makespanTo(idealMs(count, MODEL_MS))), must: null, stretch: null },
    ];
  }
}

function held(title: string, must: number, stretch: number, ready: () => Promise<Read>): NumberToHold {
  return { title, must, stretch, ready, rounds: ROUNDS };
}
