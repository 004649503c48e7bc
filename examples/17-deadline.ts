// A hang in a grandchild ends at the root's deadline, with every level's trace kept and the reason on the right
// agent.
//
// Run:
//   node --import tsx -C troupe-source examples/17-deadline.ts
//
// Prints:
//   ◐ lead "Get it done."
//   │ timeout: 5 s of its budget · 5.00 s · 6 steps (2 own) · 394 tokens (146 own) · 2 specialists
//   ├─ ✓ model chat → called ask_manager: I ask manager.                                   0 s  ~146 tok
//   ╰─ ◐ agent ask_manager "Go on… → timed_out (the 5 s of the run) in 4 steps (2 own)  5.00 s   248 tok
//      ├─ ✓ model chat → called ask_worker: I ask worker.                                  0 s  ~143 tok
//      ╰─ ◐ agent ask_worker "Go o… → timed_out (the 5 s of the run) in 2 steps: I st…  5.00 s   105 tok
//         ├─ ✓ model chat → called hang: I start.                                          0 s  ~105 tok
//         ╰─ ◐ tool  hang() → timed out                                                 5.00 s
//   lead: timeout, maxSeconds 5 of the budget
//   manager: timed_out, maxSeconds 5 of the pool
//   worker: timed_out, maxSeconds 5 of the pool

import { fromAgent, render, run, scripted, tool, type Step } from "troupe";
import { virtualClock } from "troupe/testing";
import { z } from "zod";

const hang = tool({ name: "hang", description: "Never returns.", parameters: z.object({}), execute: () => new Promise(() => undefined) });

const asking = (name: string) => scripted([{ text: `I ask ${name}.`, calls: [{ name: `ask_${name}`, arguments: { goal: "Go on." } }] }]);
const worker = fromAgent({
  name: "worker",
  description: "Works.",
  model: scripted([{ text: "I start.", calls: [{ name: "hang", arguments: {} }] }]),
  tools: [hang],
});
const manager = fromAgent({ name: "manager", description: "Manages.", model: asking("worker"), team: [worker] });
const lead = fromAgent({ name: "lead", model: asking("manager"), team: [manager], budget: { maxSeconds: 5 } });

const clock = virtualClock();
const done = await clock.settle(run(lead, "Get it done.", { clock }));
console.log(render(done));

function limits(steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.kind !== "agent") continue;
    console.log(`${step.agent}: ${step.outcome}, ${step.limit?.name} ${step.limit?.value} of the ${step.limit?.scope}`);
    limits(step.children);
  }
}
console.log(`${done.agent}: ${done.stopReason}, ${done.limit?.name} ${done.limit?.value} of the ${done.limit?.scope}`);
limits(done.steps);
