// Studying traces: what a run's time went into, what it could have done better, and what changed in the next one.
//
// Run:
//   node --import tsx -C troupe-source examples/26-study.ts
//
// Prints:
//   4 s, of which 0/1.0 took 2 s, 0/2.0 took 2 s
//   - lead delegated one after another in 4.00 s; together it could be 2.00 s (0#1.0 0#2.0)
//   found: 0#2.0
//                 a       b   change
//   steps         7       6       -1
//   agents        3       3
//   seconds  4.00 s  2.00 s  -2.00 s
//   tokens      699     537     -162
//
//   first difference: model chat 0#1: calls
//     a: …cher","arguments":{"goal":"tides in Porto?"},"status":"run"}]
//     b: …cher","arguments":{"goal":"tides in Porto?"},"status":"run"},{"name":"ask_researcher","argume…
//
//   ~ lead "When are the tides?" → completed, -1 step, -162 tok, -2.00 s
//     ~ model chat 0#1: calls
//     - model chat 0#2
//     = 2 delegations the same

import { analyse, describeFinding, diff, findSteps, fromAgent, renderDiff, run, scripted, type ScriptedReply } from "troupe";
import { virtualClock } from "troupe/testing";

const ask = (goal: string) => ({ name: "ask_researcher", arguments: { goal } });
const conclude: ScriptedReply = ({ messages }) => ({ text: `I looked into it: ${messages[1]?.content} Twice a day.`, delaySeconds: 2 });

// The researchers answer from the same script each time; what differs is how the lead asks.
function play(turns: readonly ScriptedReply[]) {
  const clock = virtualClock();
  const model = scripted.byPath({ "0": turns, "*": [conclude] });
  const researcher = fromAgent({ name: "researcher", description: "Finds things out.", model });
  const lead = fromAgent({ name: "lead", model, team: [researcher] });
  return clock.settle(run(lead, "When are the tides?", { clock, ids: () => "study" }));
}

const answer = "I looked into it: tides in Porto? Twice a day.";
const oneByOne = await play([{ calls: [ask("tides in Porto?")] }, { calls: [ask("tides in Faro?")] }, answer]);
const together = await play([{ calls: [ask("tides in Porto?"), ask("tides in Faro?")] }, answer]);

const { totals, criticalPath, findings } = analyse(oneByOne);
console.log(`${totals.wallSeconds} s, of which`, criticalPath.parts.map(({ path, seconds }) => `${path} took ${seconds} s`).join(", "));
for (const finding of findings) console.log(`- ${describeFinding(finding)} (${finding.stepIds.join(" ")})`);
console.log("found:", findSteps(oneByOne, "kind:agent faro").map(({ step }) => step.id).join());
console.log(renderDiff(diff(oneByOne, together)));
