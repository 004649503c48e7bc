import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { gate, type ManualGate } from "../../src/testing/gate.ts";

const unfired = (): AbortSignal => new AbortController().signal;

/** Sends calls to the gate; their keys appear in the list in the order in which they get through. */
function send(held: ManualGate, keys: readonly string[]): string[] {
  const through: string[] = [];
  for (const key of keys) void held.pass(key, unfired()).then(() => through.push(key));
  return through;
}

/** Lets every promise run to its end. */
const settled = (): Promise<void> => virtualClock().advance(0);

describe("a gate", () => {
  test("it lets calls go in the order that is chosen", async () => {
    const held = gate();
    const through = send(held, ["a", "b", "c"]);
    await settled();
    const waiting = [held.waiting, [...through]];

    held.release("c");
    held.release("a");
    await settled();

    expect(waiting).toEqual([["a", "b", "c"], []]);
    expect([held.waiting, through]).toEqual([["b"], ["c", "a"]]);
  });

  test("of calls with the same key it lets the oldest go", async () => {
    const held = gate();
    const order: string[] = [];
    for (const name of ["older", "newer"]) void held.pass("0#1", unfired()).then(() => order.push(name));

    held.release("0#1");
    await settled();

    expect([order, held.waiting]).toEqual([["older"], ["0#1"]]);
  });

  test("it lets all go that wait, and holds the next", async () => {
    const held = gate();
    const through = send(held, ["a", "b"]);

    held.releaseAll();
    const next = send(held, ["c"]);
    await settled();

    expect([through, next, held.waiting]).toEqual([["a", "b"], [], ["c"]]);
  });

  test("once open it holds nobody", async () => {
    const held = gate();
    const through = send(held, ["a"]);

    held.open();
    const next = send(held, ["b"]);
    await settled();

    expect([through, next, held.waiting]).toEqual([["a"], ["b"], []]);
  });

  test.each([
    { keys: ["0#1", "0/1.0#1"], listed: "0#1, 0/1.0#1" },
    { keys: [], listed: "none" },
  ])("it names who waits when the one to let go is not there: $listed", ({ keys, listed }) => {
    const held = gate();
    send(held, keys);
    const message = `no call '0#2' waits at the gate; waiting: ${listed}`;

    expect(() => held.release("0#2")).toThrow(new AssertionError({ message, actual: keys, expected: "0#2", operator: "release" }));
  });
});

describe("arriving", () => {
  test.each<{ what: number | string; told: readonly boolean[] }>([
    { what: 0, told: [true, true, true] },
    { what: 2, told: [false, false, true] },
    { what: "b", told: [false, false, true] },
    { what: "a", told: [false, true, true] },
    { what: 3, told: [false, false, false] },
  ])("$what is told as soon as it is so", async ({ what, told }) => {
    const held = gate();
    let isTold = false;
    void held.arrived(what).then(() => {
      isTold = true;
    });
    const seen: boolean[] = [];

    for (const key of [null, "a", "b"]) {
      if (key) send(held, [key]);
      await settled();
      seen.push(isTold);
    }

    expect(seen).toEqual(told);
  });

  test("what is so already is told at once", async () => {
    const held = gate();
    send(held, ["a", "b"]);

    await Promise.all([held.arrived("a"), held.arrived(1)]);

    expect(held.waiting).toEqual(["a", "b"]);
  });
});

describe("a call at a gate whose signal fires", () => {
  test("it ends at once, with the signal's own reason, and leaves nothing behind", async () => {
    const held = gate();
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const calls = ["a", "b"].map((key) => held.pass(key, controller.signal));
    send(held, ["other"]);

    controller.abort(reason);
    const waiting = [...held.waiting];

    expect(await Promise.allSettled(calls)).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
    expect(waiting).toEqual(["other"]);
    assertQuiet({ signal: controller.signal });
  });

  test.each(["closed", "open"])("one that has fired already never arrives at a gate that is %s", async (state) => {
    const held = gate();
    if (state === "open") held.open();
    const reason = new Error("cancelled");

    await expect(held.pass("a", AbortSignal.abort(reason))).rejects.toBe(reason);

    expect(held.waiting).toEqual([]);
  });

  test("a call that got through leaves no listener", async () => {
    const held = gate();
    const { signal } = new AbortController();
    const call = held.pass("a", signal);

    held.release("a");
    await call;

    assertQuiet({ signal, gate: held });
  });
});
