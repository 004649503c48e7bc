// Budgets hold: ceilings of one agent, of a share handed down, and of the whole run; what was cut says by whom.
//
// Run:
//   node --import tsx -C troupe-source examples/05-budgets.ts
//
// Prints:
//   own ceiling: max_steps, maxSteps 4 of the budget, 4 steps, output ''
//   one tool call: max_tool_calls, maxToolCalls 1 of the budget, 3 steps, output ''
//   the pool's: max_steps, maxSteps 3 of the pool, 3 steps, output ''
//   a share: partial, maxSteps 2 of the share
//   the lead went on: It never stopped.
//   wrapped up: max_steps, maxSteps 3 of the budget, 3 steps, output 'My best guess: again.'

import { delegate, fromAgent, run, scripted, tool, type Run } from "troupe";
import { z } from "zod";

const echo = tool({ name: "echo", description: "Say it again.", parameters: z.object({}), execute: () => "again" });
const never = () => scripted([{ calls: [{ name: "echo", arguments: {} }] }], { repeatLast: true });

function show(what: string, { stopReason, limit, steps, output }: Run): void {
  const ceiling = `${limit?.name} ${limit?.value} of the ${limit?.scope}`;
  console.log(`${what}: ${stopReason}, ${ceiling}, ${steps.length} steps, output '${output}'`);
}

const looper = fromAgent({
  name: "looper",
  description: "Never stops.",
  model: never(),
  tools: [echo],
  budget: { maxSteps: 4 },
});
show("own ceiling", await run(looper, "Go."));
show("one tool call", await run(looper, "Go.", { budget: { maxToolCalls: 1 } }));
show("the pool's", await run(looper, "Go.", { pool: { maxSteps: 3 } }));

const lead = fromAgent({
  name: "lead",
  model: scripted([{ calls: [{ name: "ask_looper", arguments: { goal: "Go." } }] }, "It never stopped."]),
  team: [delegate(looper, { share: { maxSteps: 2 } })],
});
const delegated = await run(lead, "Go.");
const [, step] = delegated.steps;
if (step?.kind === "agent") {
  const { outcome, limit } = step;
  console.log(`a share: ${outcome}, ${limit?.name} ${limit?.value} of the ${limit?.scope}`);
}
console.log(`the lead went on: ${delegated.output}`);

const last = scripted([{ calls: [{ name: "echo", arguments: {} }] }, { text: "My best guess: again." }]);
const careful = fromAgent({ name: "careful", model: last, tools: [echo], budget: { maxSteps: 3, wrapUp: true } });
show("wrapped up", await run(careful, "Go."));
