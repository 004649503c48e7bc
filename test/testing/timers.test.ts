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

/** Takes the first timer out until none is left; their orders of creation. */
function emptied(timers: Timers): number[] {
  const orders: number[] = [];
  for (let { first } = timers; first; { first } = timers) {
    orders.push(first.order);
    timers.remove(first);
  }
  return orders;
}

test("the first timer is the earliest due, then the earliest made, whatever was added and removed", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200, size: "max" }), (changes) => {
      const timers = new Timers();
      const firsts: (Timer | undefined)[] = [];
      const expected: (Timer | undefined)[] = [];
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
        firsts.push(timers.first);
        expected.push(sorted[0]);
      });

      expect([firsts, timers.size]).toEqual([expected, sorted.length]);
      expect(emptied(timers)).toEqual(sorted.map(({ order }) => order));
    }),
    { seed: 20260101, numRuns: 100 },
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
