// Testing a team without a model, a network or a wait: a script by path, a virtual clock, a gate, and assertions.
//
// Run:
//   node --import tsx -C troupe-source examples/14-testing.ts
//
// Prints:
//   0#1 chat
//   0#1.0 ask_worker Finished: Part 1.
//   0#1.1 ask_worker Finished: Part 2.
//   0#2 chat

import { fromAgent, scripted, start } from "troupe";
import { assertCompleted, assertConserved, assertDelegated, assertQuiet, gate, virtualClock } from "troupe/testing";

const held = gate();
const model = scripted.byPath(
  {
    "0": [{ calls: [1, 2].map((n) => ({ name: "ask_worker", arguments: { goal: `Part ${n}.` } })) }, "Both parts are done."],
    "*": [({ messages }) => `Finished: ${messages[1]?.content}`],
  },
  { gate: held },
);
const worker = fromAgent({ name: "worker", description: "Does one part.", model });
const lead = fromAgent({ name: "lead", model, team: [worker] });

const clock = virtualClock();
const handle = start(lead, "Do both parts.", { clock });
held.release("0#1");
await held.arrived("0/1.0#1");
await held.arrived("0/1.1#1");
held.release("0/1.1#1");
held.open();

const run = await clock.settle(handle.result);
assertCompleted(run);
assertDelegated(run, "worker", 2);
assertConserved(run);
assertQuiet({ clock, gate: held });
model.assertUsedUp();
console.log(run.steps.map((step) => `${step.id} ${step.name} ${step.observation}`.trimEnd()).join("\n"));
