import fc from "fast-check";
import { expect, test } from "vitest";
import { Timer, Timers } from "../../src/testing/timers.ts";

const nothing = (): void => undefined;

type Change = { readonly add: number } | { readonly remove: number } | "take the first";

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.nat(20) }) },
  fc.record({ remove: fc.nat() }),
  fc.constant("take the first" as const),
);

test("the first timer is the earliest due, then the earliest made, whatever was added and removed", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const timers = new Timers();
      let sorted: Timer[] = [];
      changes.forEach((step, order) => {
        if (step !== "take the first" && "add" in step) {
          const timer = new Timer(step.add, order, nothing);
          timers.add(timer);
          sorted = [...sorted, timer].sort((one, other) => one.dueMs - other.dueMs || one.order - other.order);
        } else {
          const gone = step === "take the first" ? timers.first : sorted[step.remove % sorted.length];
          if (gone) timers.remove(gone);
          sorted = sorted.filter((timer) => timer !== gone);
        }

        expect({ size: timers.size, first: timers.first }).toEqual({ size: sorted.length, first: sorted[0] });
      });
    }),
    { seed: 20260101, numRuns: 300 },
  );
});

test("removing a timer twice, or one of another heap, changes nothing", () => {
  const timers = new Timers();
  const [kept, gone, foreign] = [0, 1, 2].map((order) => new Timer(5, order, nothing)) as [Timer, Timer, Timer];
  const elsewhere = new Timers();
  elsewhere.add(foreign);
  timers.add(kept);
  timers.add(gone);

  timers.remove(gone);
  timers.remove(gone);
  timers.remove(foreign);

  expect([timers.size, timers.first, elsewhere.first]).toEqual([1, kept, foreign]);
});
