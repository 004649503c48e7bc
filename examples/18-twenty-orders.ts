// The same script under twenty different completion orders: other times, the same histories and the same step
// tree.
//
// Run:
//   node --import tsx -C troupe-source examples/18-twenty-orders.ts
//
// Prints:
//   order: 20 different in 20 plays
//   seconds: 20 different in 20 plays
//   histories: 1 different in 20 plays
//   tree: 1 different in 20 plays

import { fromAgent, run, scripted, tool, type Step } from "troupe";
import { virtualClock } from "troupe/testing";
import { z } from "zod";

async function play(seed: number) {
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const finished: string[] = [];
  const clock = virtualClock();
  const look = tool({
    name: "look",
    description: "Look somewhere.",
    parameters: z.object({ where: z.string() }),
    async execute({ where }, { path }) {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, random() * 1000));
      finished.push(`${path} ${where}`);
      return `nothing ${where}`;
    },
  });
  const looks = ["left", "right"].map((where) => ({ name: "look", arguments: { where } }));
  const asks = [1, 2, 3].map((part) => ({ name: "ask_searcher", arguments: { goal: `Part ${part}.` } }));
  const model = scripted.byPath({
    "0": [() => ({ calls: [...asks, ...looks], delaySeconds: random() }), "All parts are done."],
    "*": [() => ({ calls: looks, delaySeconds: random() }), ({ path }) => ({ text: `Done at ${path}.`, delaySeconds: random() })],
  });
  const searcher = fromAgent({ name: "searcher", description: "Searches.", model, tools: [look] });
  const lead = fromAgent({ name: "lead", model, tools: [look], team: [searcher] });
  const { steps, seconds } = await clock.settle(run(lead, "Search everywhere.", { clock, ids: () => "r" }));
  const histories = model.requests.map(({ path, turn, messages }) => JSON.stringify([path, turn, messages])).sort();
  return { seconds, order: finished.join(), histories: histories.join(), tree: JSON.stringify(steps.map(shape)) };
}

const shape = (step: Step): unknown => {
  const { id, kind, name, observation, output, callId } = step;
  return [id, kind, name, observation, output, callId, step.kind === "agent" ? step.children.map(shape) : []];
};

const plays = await Promise.all(Array.from({ length: 20 }, (_, seed) => play(seed + 1)));
for (const what of ["order", "seconds", "histories", "tree"] as const) {
  console.log(`${what}: ${new Set(plays.map((each) => each[what])).size} different in ${plays.length} plays`);
}
