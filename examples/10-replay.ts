// A journal keeps every model call and tool call; the same run over the same journal asks nobody anything again.
//
// Run:
//   node --import tsx -C troupe-source examples/10-replay.ts
//
// Prints:
//   played:   You rolled 1 and 4. 2 model calls, 1 roll
//   replayed: You rolled 1 and 4. 0 model calls, 1 roll

import { fromAgent, memoryJournal, run, scripted, tool } from "troupe";
import { z } from "zod";

let rolls = 0;
const rollDice = tool({
  name: "roll_dice",
  description: "Roll two dice.",
  parameters: z.object({}),
  execute: () => `${(rolls += 1)} and ${rolls + 3}`,
});

const gambler = (model: ReturnType<typeof scripted>) => fromAgent({ name: "gambler", model, tools: [rollDice] });
const journal = memoryJournal();

const played = scripted([
  { calls: [{ name: "roll_dice", arguments: {} }] },
  ({ messages }) => `You rolled ${messages.at(-1)?.content}.`,
]);
const first = await run(gambler(played), "Roll!", { journal });
console.log(`played:   ${first.output} ${played.requests.length} model calls, ${rolls} roll`);

const silent = scripted([]);
const second = await run(gambler(silent), "Roll!", { journal });
console.log(`replayed: ${second.output} ${silent.requests.length} model calls, ${rolls} roll`);
