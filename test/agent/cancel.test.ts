import { expect, it } from "vitest";
import { render, type RunEvent } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { leftoversOf, watch } from "../support/quiet.ts";
import { richTree, type StartedCall } from "../support/rich-tree.ts";

async function uncut() {
  const clock = virtualClock();
  const tree = richTree(clock);
  const { handle, engine, events } = watch(tree.lead, "go", tree.options);
  const run = await clock.settle(handle.result);
  await clock.advance(10);
  return { run, engine, events, clock, tree };
}

it("probe", async () => {
  const { run, engine, events, clock, tree } = await uncut();
  console.log(render(run), events.length, tree.started.length, run.seconds);
  expect(leftoversOf({ run, engine, events, clock })).toEqual([]);
});

async function cutAt(when: (event: RunEvent) => boolean, how: "sync" | "micro") {
    const clock = virtualClock();
    const controller = new AbortController();
    const reason = new Error("enough");
    let startedBefore = -1;
    let inFlight: StartedCall[] = [];
    const tree = richTree(clock);
    const cancel = () => { if (startedBefore >= 0) return;  startedBefore = tree.started.length; inFlight = tree.started.filter((c) => !c.isSettled); controller.abort(reason); };
    const { handle, engine, events } = watch(tree.lead, "go", { ...tree.options, signal: controller.signal, onEvent: (event) => {
      if (!when(event)) return;
      if (how === "sync") cancel(); else queueMicrotask(cancel);
    } });
    const run = await clock.settle(handle.result);
    const left = leftoversOf({ run, engine, events, signal: controller.signal });
    await clock.advance(10);
    left.push(...leftoversOf({ run, engine, events, clock }));
    if (run.stopReason !== "cancelled" && run.stopReason !== "completed") left.push(run.stopReason + " " + run.error);
    if (startedBefore >= 0 && tree.started.length !== startedBefore) left.push(`${tree.started.length - startedBefore} started after the cancel: ${tree.started.slice(startedBefore).map((c) => c.kind + c.path)}`);
    for (const call of inFlight) if (call.signal.reason !== reason) left.push(`${call.kind} ${call.path} has reason ${String(call.signal.reason)}`);
    return [...new Set(left)];
}
for (const how of ["sync", "micro"] as const)
it("all k " + how, async () => {
  const { events } = await uncut();
  const bad: Record<string, string[]> = {};
  for (let k = 0; k < events.length; k++) {
    const left = await cutAt((e) => e.sequence === k, how);
    if (left.length) bad[`${k} ${events[k]?.type} ${events[k]?.path} ${"step" in events[k]! ? (events[k] as any).step.id : ""}`] = left;
  }
  console.log(JSON.stringify(bad, null, 1));
  expect(bad).toEqual({});
});
