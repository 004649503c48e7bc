import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { withDeadline } from "../../src/tools/deadline.ts";

const late = (): Error => new Error("late");

// Work that ends only when it is told to.
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("was told to end"))));
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

describe("withDeadline", () => {
  it("settles as the work does and leaves nothing behind", async () => {
    const { signal } = new AbortController();
    const before = timers();

    expect(await withDeadline({ seconds: 60, signal, late }, () => Promise.resolve("done"))).toBe("done");
    await expect(withDeadline({ seconds: 60, signal, late }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(timers()).toBe(before);
  });

  it("ends work that is late and says so", async () => {
    await expect(withDeadline({ seconds: 0.01, signal: new AbortController().signal, late }, untilAborted)).rejects.toThrow(late());
  });

  it("ends work with the caller's own reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");

    const work = withDeadline({ seconds: 60, signal: controller.signal, late }, untilAborted);
    controller.abort(reason);

    await expect(work).rejects.toBe(reason);
    await expect(withDeadline({ seconds: 60, signal: controller.signal, late }, () => Promise.resolve("begun"))).rejects.toBe(reason);
  });
});
