import { describe, expect, it } from "vitest";
import { unlessInterrupted, whileWatching, type Interrupts } from "../../../bin/ending/interrupts.ts";

function watched(): { readonly interrupts: Interrupts; readonly interrupt: () => void; readonly stopped: () => number } {
  const controller = new AbortController();
  let stopped = 0;
  const interrupts: Interrupts = { signal: controller.signal, exitCode: 130, stop: () => void (stopped += 1) };
  return { interrupts, interrupt: () => controller.abort(), stopped: () => stopped };
}

describe("the work of a command", () => {
  it("gives its exit code, and is watched no longer than it takes", async () => {
    const { interrupts, stopped } = watched();
    const during = whileWatching(interrupts, () => Promise.resolve(stopped() === 0 ? 0 : 1));

    expect([await during, stopped()]).toEqual([0, 1]);
  });

  it.each([
    { when: "before it began", isEarly: true },
    { when: "while it waited", isEarly: false },
  ])("ends with the code of an interrupt that came $when", async ({ isEarly }) => {
    const { interrupts, interrupt, stopped } = watched();
    if (isEarly) interrupt();
    const ended = whileWatching(interrupts, () => unlessInterrupted(new Promise<0>(() => undefined), interrupts));
    if (!isEarly) interrupt();

    expect([await ended, stopped()]).toEqual([130, 1]);
  });

  it("fails with what it throws itself, interrupted or not", async () => {
    const { interrupts, interrupt, stopped } = watched();
    interrupt();

    await expect(whileWatching(interrupts, () => Promise.reject(new RangeError("too far")))).rejects.toThrow(new RangeError("too far"));
    expect(stopped()).toBe(1);
  });
});

describe("waiting unless interrupted", () => {
  it("settles as the work does where there is none", async () => {
    const { interrupts } = watched();

    expect(await unlessInterrupted(Promise.resolve("loaded"), interrupts)).toBe("loaded");
    await expect(unlessInterrupted(Promise.reject(new RangeError("no")), interrupts)).rejects.toThrow(new RangeError("no"));
  });
});
