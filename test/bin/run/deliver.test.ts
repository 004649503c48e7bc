import { describe, expect, it } from "vitest";
import type { Interrupts } from "../../../bin/ending/interrupts.ts";
import type { Pages } from "../../../bin/pages/pages.ts";
import { answerOf, exitCodeOf, keepRun } from "../../../bin/run/deliver.ts";
import { fromAgent, run, scripted, type Run } from "../../../src/index.ts";

const streams = { stdout: process.stdout, stderr: process.stderr };
const ended = (): Promise<Run> => run(fromAgent({ name: "clerk", model: scripted(["Done."]) }), "Do it.");
const pages = (isKept: boolean): Pages => ({ follow: () => undefined, end: () => Promise.resolve(isKept), close: () => undefined });
const interrupts = (isInterrupted: boolean): Interrupts => ({
  signal: isInterrupted ? AbortSignal.abort() : new AbortController().signal,
  exitCode: 130,
  stop: () => undefined,
});

describe("a run that is kept", () => {
  it.each([true, false])("has its trace whether its page could be written or not: %s", async (isPageKept) => {
    const saved: string[] = [];
    const file = { save: (text: string) => void saved.push(text), discard: () => undefined };

    expect(await keepRun(await ended(), { file, folder: null, pages: pages(isPageKept) }, () => undefined, streams)).toBe(isPageKept);
    expect(saved.map((text) => (JSON.parse(text) as Run).output)).toEqual(["Done."]);
  });
});

describe("the answer", () => {
  const budget = { name: "maxSeconds", scope: "budget", value: 1 };

  it.each([
    { title: "of a completed run is its output", run: { stopReason: "completed", output: "Done.", limit: null }, soFar: "Done", answer: "Done." },
    { title: "of a failed one is none", run: { stopReason: "error", output: "the model is gone", limit: null }, soFar: "Do", answer: "" },
    { title: "of a cancelled one is what was shown of it", run: { stopReason: "cancelled", output: "I ask.", limit: null }, soFar: "Do", answer: "Do" },
    { title: "of a cut one is what was shown of it", run: { stopReason: "timeout", output: "", limit: budget }, soFar: "Do", answer: "Do" },
    { title: "of a cut one is its output where nothing was shown", run: { stopReason: "timeout", output: "I ask.", limit: budget }, soFar: null, answer: "I ask." },
  ])("$title", ({ run, soFar, answer }) => {
    expect(answerOf(run as Run, soFar)).toBe(answer); // no more is read of it
  });
});

describe("the exit code", () => {
  it.each([
    { title: "of a completed run", run: { succeeded: true, stopReason: "completed" }, isKept: true, isInterrupted: false, code: 0 },
    { title: "of one that was completed before the interrupt reached it", run: { succeeded: true, stopReason: "completed" }, isKept: true, isInterrupted: true, code: 0 },
    { title: "of one that could not be kept", run: { succeeded: true, stopReason: "completed" }, isKept: false, isInterrupted: false, code: 1 },
    { title: "of a cut run", run: { succeeded: false, stopReason: "max_steps" }, isKept: true, isInterrupted: false, code: 1 },
    { title: "of one that was cancelled by others", run: { succeeded: false, stopReason: "cancelled" }, isKept: true, isInterrupted: false, code: 1 },
    { title: "of one that was interrupted", run: { succeeded: false, stopReason: "cancelled" }, isKept: true, isInterrupted: true, code: 130 },
  ] as const)("$title is $code", ({ run: { succeeded, stopReason }, isKept, isInterrupted, code }) => {
    expect(exitCodeOf({ succeeded, stopReason } as Run, isKept, interrupts(isInterrupted))).toBe(code); // no more is read of it
  });
});
