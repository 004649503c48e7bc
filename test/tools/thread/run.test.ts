import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runThread, type Thread, type ThreadEnd } from "../../../src/tools/thread/run.ts";

function run(data: { preparing?: string; working: string }, rest: Partial<Thread> = {}): Promise<ThreadEnd<unknown>> {
  const module = new URL("./worker.ts", import.meta.url);
  const { signal } = new AbortController();
  return runThread({ module, data, signal, seconds: 60, heapMegabytes: 64, stackMegabytes: 4, ...rest });
}

describe("runThread", () => {
  it("gives what the work returned, and each note before it", async () => {
    const notes: string[] = [];

    expect(await run({ working: "work" }, { onNote: (note) => notes.push(note) })).toEqual({ type: "ended", result: "work" });
    expect(notes).toEqual(["begun"]);
  });

  it("shows the thread no variable and no flag of the process", async () => {
    expect(await run({ working: "show surroundings" })).toEqual({ type: "ended", result: { variables: [], flags: [] } });
  });

  it("fails with what the thread failed with", async () => {
    const missing = { name: "Error", code: "ERR_MODULE_NOT_FOUND", message: expect.stringContaining("'no-such-package-anywhere'") as string };

    await expect(run({ preparing: "miss a package", working: "" })).rejects.toMatchObject(missing);
    await expect(run({ working: "miss a package" })).rejects.toMatchObject(missing);
    await expect(run({ working: "throw nothing" })).rejects.toMatchObject({ name: "Error", message: "undefined" });
  });

  it("fails when the thread ends without a word", async () => {
    await expect(run({ working: "exit" })).rejects.toThrow(new Error("the thread ended without a result (exit code 3)"));
  });

  it.each(["wait", "loop"])("stops work that does not end: %s", async (working) => {
    expect(await run({ working }, { seconds: 0.2 })).toEqual({ type: "timed_out" });
  });


  it("survives work that takes all memory there is for it", async () => {
    expect(await run({ working: "fill memory" }, { heapMegabytes: 16 })).toEqual({ type: "out_of_memory" });
  });

  it("ends the thread with the signal's reason, before or after it has begun", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const running = run({ working: "loop" }, { signal: controller.signal, onNote: () => controller.abort(reason) });

    await expect(running).rejects.toBe(reason);
    await expect(run({ working: "work" }, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("leaves no thread behind", async ({ skip }) => {
    skip(process.platform !== "linux", "only Linux lists the threads of a process");
    const threads = (): number => readdirSync("/proc/self/task").length;
    await run({ working: "work" }); // starts the threads that every process has once it uses any
    const before = threads();

    const controller = new AbortController();
    await run({ working: "loop" }, { seconds: 0.1 });
    await run({ working: "wait" }, { signal: controller.signal, onNote: () => controller.abort(new Error("enough")) }).catch(() => undefined);
    await run({ working: "exit" }).catch(() => undefined);

    expect(threads()).toBe(before);
  });
});
