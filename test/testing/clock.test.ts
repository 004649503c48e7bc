import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assign, createActor, fromPromise, setup } from "xstate";
import { virtualClock, type VirtualClock } from "../../src/testing/clock.ts";
import { ClockError } from "../../src/testing/quiet.ts";

/** Notes what fires, with the clock's time. */
function diaryOf(clock: VirtualClock): { readonly lines: string[]; readonly note: (what: string) => () => void } {
  const lines: string[] = [];
  return { lines, note: (what) => () => void lines.push(`${what} at ${clock.now()}`) };
}

async function immediates(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
}

describe("time", () => {
  test("it stands still until it is moved", async () => {
    const clock = virtualClock({ startAt: 1_700_000_000_000 });
    const { lines, note } = diaryOf(clock);
    clock.setTimeout(note("timer"), 10);

    await immediates(20);

    expect({ now: clock.now(), pending: clock.pending, lines }).toEqual({ now: 1_700_000_000_000, pending: 1, lines: [] });
  });

  test("it begins at 0, moves by exactly what is asked and knows no rounding noise", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    clock.setTimeout(note("timer"), 2.007 * 1000); // 2007.0000000000002

    await clock.advance(2);
    await clock.advance(0.007);

    expect([clock.now(), lines]).toEqual([2007, ["timer at 2007"]]);
  });

  test.each([-1, NaN])("it cannot be moved by %s seconds", async (seconds) => {
    const clock = virtualClock();
    const expected = new ClockError(`the clock cannot move by ${seconds} s; allowed: a number of seconds of at least 0`);

    await expect(clock.advance(seconds)).rejects.toThrow(expected);
  });

  test("it cannot begin at an instant that is none", () => {
    expect(() => virtualClock({ startAt: NaN })).toThrow(new ClockError("startAt is NaN; allowed: milliseconds since the epoch"));
  });

  test("it is moved by one at a time", async () => {
    const clock = virtualClock();
    const first = clock.advance(1);

    await expect(clock.advance(1)).rejects.toThrow(new ClockError("the clock is being moved already; await one move before the next"));
    await first;
    await clock.advance(1);

    expect(clock.now()).toBe(2000);
  });
});

describe("timers", () => {
  test("they fire in order of due time, then of creation, each at its own time", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    for (const [what, ms] of [["a", 20], ["b", 10], ["c", 20], ["d", 0], ["e", -5], ["f", NaN], ["g", 10]] as const) {
      clock.setTimeout(note(what), ms);
    }

    await clock.advance(0.015);
    lines.push(`moved to ${clock.now()}`);
    await clock.advance(1);

    expect(lines).toEqual(["d at 0", "e at 0", "f at 0", "b at 10", "g at 10", "moved to 15", "a at 20", "c at 20"]);
  });

  test("one that sets the next fires each in its turn within one move", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    const again = (left: number) => (): void => {
      note(`${left} left`)();
      if (left > 0) clock.setTimeout(again(left - 1), 10);
    };
    clock.setTimeout(again(3), 10);
    clock.setTimeout(note("beside"), 25);

    await clock.advance(0.1);

    expect(lines).toEqual(["3 left at 10", "2 left at 20", "beside at 25", "1 left at 30", "0 left at 40"]);
  });

  test("a cleared one never fires, also when another clears it at the same time", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    clock.clearTimeout(clock.setTimeout(note("cleared at once"), 5));
    clock.setTimeout(() => clock.clearTimeout(victim), 10);
    const victim = clock.setTimeout(note("cleared by another"), 10);
    const fired = clock.setTimeout(note("kept"), 20);

    await clock.advance(1);
    clock.clearTimeout(fired);
    clock.clearTimeout(undefined);

    expect([clock.pending, lines]).toEqual([0, ["kept at 20"]]);
  });

  test("promises run to their ends between two that are due at the same time", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    const chain = async (): Promise<void> => {
      for (let link = 0; link < 100; link++) await Promise.resolve();
      note("chain")();
    };
    clock.setTimeout(() => void chain(), 10);
    clock.setTimeout(note("timer"), 10);

    await clock.advance(1);

    expect(lines).toEqual(["chain at 10", "timer at 10"]);
  });

  test("an error that one throws comes out of the move, and the clock goes on from there", async () => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    const error = new Error("a timer broke");
    clock.setTimeout(() => {
      throw error;
    }, 10);
    clock.setTimeout(note("later"), 20);

    await expect(clock.advance(1)).rejects.toBe(error);
    lines.push(`broke at ${clock.now()}`);
    await clock.advance(1);

    expect([lines, clock.now()]).toEqual([["broke at 10", "later at 20"], 1010]);
  });

  test("thousands that set themselves again are no burden", async () => {
    const clock = virtualClock();
    const [timers, rounds] = [3000, 3];
    let fired = 0;
    const again = (left: number) => (): void => {
      fired += 1;
      if (left > 1) clock.setTimeout(again(left - 1), 1000);
    };
    for (let index = 0; index < timers; index++) clock.setTimeout(again(rounds), index / 10);

    await clock.advance(10);

    expect([fired, clock.pending]).toEqual([timers * rounds, 0]);
  });

  test("any set of delays fires sorted, wherever the moves are cut", async () => {
    const delays = fc.array(fc.integer({ min: -2, max: 30 }), { maxLength: 30 });
    const moves = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(delays, moves, async (given, cuts) => {
        const clock = virtualClock();
        const fired: number[] = [];
        given.forEach((ms, index) => clock.setTimeout(() => fired.push(index), ms));
        for (const cut of [...cuts, 30]) await clock.advance(cut / 1000);

        const expected = given.map((ms, index) => ({ due: Math.max(0, ms), index }));
        expected.sort((one, other) => one.due - other.due || one.index - other.index);
        expect(fired).toEqual(expected.map(({ index }) => index));
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });
});

describe("work that needs no clock", () => {
  test.each<{ title: string; work: () => Promise<unknown> }>([
    { title: "yields to the event loop many times", work: () => immediates(500) },
    { title: "reads files", work: () => Promise.all([readFile("package.json"), readFile("package-lock.json")]) },
  ])("what only $title ends before the first timer fires", async ({ work }) => {
    const clock = virtualClock();
    const { lines, note } = diaryOf(clock);
    clock.setTimeout(note("deadline"), 10);

    await clock.settle(work().then(note("work")));

    expect([lines, clock.pending]).toEqual([["work at 0"], 1]);
  });

  test("several clocks may be moved at the same time", async () => {
    const clocks = [virtualClock(), virtualClock({ startAt: 5000 })];
    const fired: string[] = [];
    clocks.forEach((clock, index) => clock.setTimeout(() => fired.push(`${index} at ${clock.now()}`), 10));

    await Promise.all(clocks.map((clock) => clock.advance(1)));

    expect(fired.sort()).toEqual(["0 at 10", "1 at 5010"]);
  });
});

describe("settle", () => {
  const later = (clock: VirtualClock, ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));

  test("it moves from timer to timer until the promise settles, and no further", async () => {
    const clock = virtualClock();
    clock.setTimeout(() => undefined, 90_000);
    const work = async (): Promise<string> => {
      await later(clock, 400);
      await later(clock, 600);
      return "done";
    };

    const value = await clock.settle(work());

    expect([value, clock.now(), clock.pending]).toEqual(["done", 1000, 1]);
  });

  test("it rejects as the promise does", async () => {
    const clock = virtualClock();
    const error = new Error("no luck");

    await expect(clock.settle(later(clock, 10).then(() => Promise.reject(error)))).rejects.toBe(error);
  });

  test("it says so when nothing is left that could settle the promise", async () => {
    const clock = virtualClock();
    clock.setTimeout(() => undefined, 10);
    const expected = "the promise is pending and no timer is left: it waits for something other than this clock";

    await expect(clock.settle(new Promise(() => undefined))).rejects.toThrow(new ClockError(expected));
    await clock.advance(1);

    expect(clock.now()).toBe(1010);
  });

  test("it says so when the promise takes longer than it may", async () => {
    const clock = virtualClock();
    const tick = (): void => void clock.setTimeout(tick, 2000);
    tick();
    const expected = "the promise is pending after 5 s of the clock's time (maxSeconds); the next timer is due in 2 s";

    await expect(clock.settle(new Promise(() => undefined), { maxSeconds: 5 })).rejects.toThrow(new ClockError(expected));

    expect(clock.now()).toBe(4000);
  });

  test("it says so when something keeps the program busy for ever", async () => {
    const clock = virtualClock();
    let isOver = false;
    const spin = (): void => void (isOver || setImmediate(spin));
    spin();

    await expect(clock.settle(new Promise(() => undefined))).rejects.toThrow("something calls setImmediate for ever");
    isOver = true;
  });
});

test("it is the clock of an XState actor: delays and promises interleave exactly", async () => {
  const clock = virtualClock();
  const machine = setup({
    types: { context: {} as { at: number[] } },
    actors: { think: fromPromise(() => Promise.resolve("thought")) },
    actions: { note: assign({ at: ({ context }) => [...context.at, clock.now()] }) },
  }).createMachine({
    context: { at: [] },
    initial: "resting",
    states: {
      resting: { after: { 10: "thinking" } },
      thinking: { entry: "note", invoke: { src: "think", onDone: "waiting" } },
      waiting: { entry: "note", after: { 10: "over" } },
      over: { entry: "note", type: "final" },
    },
  });
  const actor = createActor(machine, { clock }).start();

  await clock.advance(0.02);

  expect(actor.getSnapshot()).toMatchObject({ status: "done", context: { at: [10, 10, 20] } });
});
