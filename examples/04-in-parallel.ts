// Three specialists of 0.2 s each, asked in one turn: together they take 0.2 s, or 0.6 s when there is one model
// slot.
//
// Run:
//   node --import tsx -C troupe-source examples/04-in-parallel.ts
//
// Prints:
//   8 model slots: 0.2 s, the specialists' calls waited 0, 0, 0 s
//   1 model slots: 0.6 s, the specialists' calls waited 0, 0.2, 0.4 s

import { delegate, fromAgent, run, scripted } from "troupe";
import { virtualClock } from "troupe/testing";

function specialist(name: string) {
  const model = scripted([{ text: `All about ${name}.`, delaySeconds: 0.2 }]);
  return fromAgent({ name, description: `Knows all about ${name}.`, model });
}

function lead() {
  const topics = ["history", "physics", "music"];
  const model = scripted([
    { calls: topics.map((topic) => ({ name: `ask_${topic}`, arguments: { goal: `Tell me about ${topic}.` } })) },
    "Here is what they said.",
  ]);
  return fromAgent({ name: "lead", model, team: topics.map((topic) => delegate(specialist(topic))) });
}

for (const slots of [8, 1]) {
  const clock = virtualClock();
  const result = run(lead(), "Tell me everything.", { clock, concurrency: { model: slots } });
  const { seconds, steps } = await clock.settle(result);
  const waits = steps.flatMap((step) => (step.kind === "agent" ? step.children : [])).map((step) => step.queuedSeconds);
  console.log(`${slots} model slots: ${seconds} s, the specialists' calls waited ${waits.join(", ")} s`);
}
