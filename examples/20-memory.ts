// Three layers of memory over two conversations: notes last for one run, facts are kept in a file with who wrote them,
// and what was said before comes back as a block that only may be relevant.
//
// Run:
//   node --import tsx -C troupe-source examples/20-memory.ts
//
// Prints:
//   first: Your flight leaves at 9, two hours before the meeting.
//   second: You like trains, so take the 8 o'clock to Olinda.
//   what the second one knew before it began:
//   You plan trips.
//
//   What you already know:
//   - city: Recife
//   - travels by: train
//
//   Possibly relevant, recalled from earlier and maybe wrong:
//   - Plan my flight to the Lisbon meeting. -> Your flight leaves at 9, two hours before the meeting.
//   its notes: No notes yet.
//   city = Recife (planner)
//   travels by = plane (planner)
//   travels by = train (support)

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { facts, factsPrompt, fromAgent, recallPrompt, run, scratchpad, scripted, searchMemory, sqliteFactStore } from "troupe";

const folder = mkdtempSync(join(tmpdir(), "memory-"));
const store = sqliteFactStore(join(folder, "facts.db"));
const said = searchMemory();
const user = "user-17"; // nothing of what is known about one user reaches another

async function talk(goal: string, replies: Parameters<typeof scripted>[0]) {
  const instructions = `You plan trips.${await factsPrompt(store, user)}${await recallPrompt(said, goal)}`;
  const tools = [...scratchpad().tools, ...facts(store, user).tools];
  const { output, steps } = await run(fromAgent({ name: "planner", model: scripted(replies), instructions, tools }), goal);
  said.add([`${goal} -> ${output}`]);
  return { instructions, output, read: steps.filter(({ kind }) => kind === "tool").map(({ observation }) => observation) };
}

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const first = await talk("Plan my flight to the Lisbon meeting.", [
  { calls: [call("note_write", { key: "flight", value: "leaves at 9" }), call("note_write", { key: "meeting", value: "begins at 11" })] },
  { calls: [call("fact_remember", { key: "city", value: "Recife" }), call("fact_remember", { key: "travels by", value: "plane" })] },
  { calls: [call("note_read", { key: "flight" }), call("note_read", { key: "meeting" })] },
  "Your flight leaves at 9, two hours before the meeting.",
]);
await facts(store, user, { author: "support" }).correct("travels by", "train"); // a fact can be shown, and put right
const second = await talk("I have another meeting, in Olinda.", [{ calls: [call("note_list")] }, "You like trains, so take the 8 o'clock to Olinda."]);

console.log(`first: ${first.output}\nsecond: ${second.output}`);
console.log(`what the second one knew before it began:\n${second.instructions}\nits notes: ${second.read.join()}`);
for (const { key, value, author } of await facts(store, user).history()) console.log(`${key} = ${value} (${author})`);
rmSync(folder, { recursive: true });
