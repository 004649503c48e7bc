// Hooks: a log of what each call took and cost, written by observers that can change nothing; each agent has its own.
//
// Run:
//   node --import tsx -C troupe-source examples/29-hooks.ts
//
// Prints:
//   0      lead        begins: How far is it to Porto and back?
//   0      lead        model           1.5 s  0.0006
//   0/1.0  researcher  begins: How far is it to Porto?
//   0/1.0  researcher  model           0.5 s  0.0004
//   0/1.0  researcher  look_up         2.0 s
//   0/1.0  researcher  model           0.5 s  0.0004
//   0/1.0  researcher  completed       3.0 s  0.0008
//   0      lead        ask_researcher  3.0 s  0.0008
//   0      lead        model           1.5 s  0.0006
//   0      lead        completed       6.0 s  0.0020

import { fromAgent, run, scripted, tool, type HookAddress, type Hooks, type Run } from "troupe";
import { virtualClock } from "troupe/testing";
import { z } from "zod";

// The same observers serve any agent: where something happened is in the event.
function costLog(write: (line: string) => void): Hooks {
  const log = ({ path, agent }: HookAddress, what: string, spent?: Pick<Run, "seconds" | "usage">): void => {
    const cost = spent?.usage.subtree.cost ?? null; // no price, no cost
    const figures = spent ? `  ${spent.seconds.toFixed(1)} s${cost === null ? "" : `  ${cost.toFixed(4)}`}` : "";
    write(`${path.padEnd(5)}  ${agent.padEnd(10)}  ${spent ? what.padEnd(14) : what}${figures}`);
  };
  return {
    runStarted: (event) => log(event, `begins: ${event.goal}`),
    modelAnswered: (event) => log(event, "model", event.step),
    toolEnded: (event) => log(event, event.step.name, event.step),
    delegationEnded: (event) => log(event, event.step.name, event.step),
    runEnded: (event) => log(event, event.run.stopReason, event.run),
  };
}

const clock = virtualClock();
const hooks = costLog((line) => console.log(line));
const price = { input: 3, output: 15 };

const lookUp = tool({
  name: "look_up",
  description: "Look a distance up.",
  parameters: z.object({ to: z.string() }),
  execute: (_args, { clock: time }) => new Promise((found) => time.setTimeout(() => found("313 km"), 2_000)),
});
const short = scripted(
  [{ calls: [{ name: "look_up", arguments: { to: "Porto" } }], delaySeconds: 0.5 }, { text: "313 km.", delaySeconds: 0.5 }],
  { price },
);
const researcher = fromAgent({ name: "researcher", description: "Looks things up.", model: short, tools: [lookUp], hooks });

const ask = { name: "ask_researcher", arguments: { goal: "How far is it to Porto?" } };
const long = scripted([{ calls: [ask], delaySeconds: 1.5 }, { text: "626 km there and back.", delaySeconds: 1.5 }], { price });
const lead = fromAgent({ name: "lead", model: long, team: [researcher], hooks });

await clock.settle(run(lead, "How far is it to Porto and back?", { clock }));
