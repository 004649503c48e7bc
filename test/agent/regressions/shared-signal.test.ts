import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { run, scripted } from "../../../src/index.ts";
import { gate } from "../../../src/testing/index.ts";
import { agent } from "../conformance/cast.ts";

/** One signal may stand over any number of runs, as that of a server that shuts down. */

test("twenty runs under one signal draw no warning of leaking listeners, and end with it", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  const controller = new AbortController();
  const held = agent("held", scripted(["never"], { repeatLast: true, gate: gate() }));

  const runs = Array.from({ length: 20 }, () => run(held, "Wait.", { signal: controller.signal }));
  await setImmediate();
  controller.abort();
  const ended = await Promise.all(runs);
  await setImmediate();
  process.off("warning", note);

  expect(ended.map(({ stopReason }) => stopReason)).toEqual(new Array(20).fill("cancelled"));
  expect({ warnings, listeners: getEventListeners(controller.signal, "abort").length }).toEqual({ warnings: [], listeners: 0 });
});

test("a run that has ended under a signal is not reached by it, and the others are", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const held = agent("held", scripted(["never"], { repeatLast: true, gate: gate() }));
  const long = run(held, "Wait.", { signal });

  const short = await run(agent("short", ["fine"]), "Do it.", { signal });
  const listeners = getEventListeners(signal, "abort").length;
  controller.abort("enough");

  expect([short.stopReason, listeners, (await long).error]).toEqual(["completed", 1, "cancelled: enough"]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
