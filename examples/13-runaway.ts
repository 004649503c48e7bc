// The runaway: an agent whose every turn asks itself again. With default budgets the whole tree stays inside the
// pool.
//
// Run:
//   node --import tsx -C troupe-source examples/13-runaway.ts
//
// Prints:
//   the seed's original: 1554 model calls under a root that shows 12 steps
//   here: 60 model calls, 120 steps in all (the pool has 120), 12 specialists
//   max_steps, by maxSteps 120 of the pool

import { delegate, fromAgent, run, scripted, type AgentLogic } from "troupe";

const model = scripted([{ calls: [{ name: "ask_self", arguments: { goal: "Once more." } }] }], { repeatLast: true });
const self: AgentLogic = fromAgent({
  name: "self",
  description: "Asks itself.",
  model,
  team: () => [delegate(self, { recursion: true })],
});

const { pool, usage, stopReason, limit, totalSteps } = await run(self, "Once more.");
const steps = `${totalSteps} steps in all (the pool has ${pool.maxSteps})`;
console.log("the seed's original: 1554 model calls under a root that shows 12 steps");
console.log(`here: ${usage.subtree.modelCalls} model calls, ${steps}, ${pool.spent.agents} specialists`);
console.log(`${stopReason}, by ${limit?.name} ${limit?.value} of the ${limit?.scope}`);
