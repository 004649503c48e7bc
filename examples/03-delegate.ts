// Delegation: the specialist has a history of its own and hands back its conclusion; its steps nest in the trace.
//
// Run:
//   node --import tsx -C troupe-source examples/03-delegate.ts
//
// Prints:
//   ✓ lead "Explain the word troupe."
//   │ completed · 0 s · 6 steps (3 own) · 602 tokens (335 own) · 1 specialist
//   ├─ ✓ model chat → called ask_researcher                                                0 s  ~157 tok
//   ├─ ✓ agent ask_researcher "What is a troupe… → answered in 3 steps: A troupe is a co…  0 s   267 tok
//   │  ├─ ✓ model chat → called look_up                                                    0 s  ~126 tok
//   │  ├─ ✓ tool  look_up(word: "troupe") → returned: troupe: a company of actors          0 s
//   │  ╰─ ✓ model chat → answered: A troupe is a company of actors.                        0 s  ~141 tok
//   ╰─ ✓ model chat → answered: A troupe is a company of actors, says the researcher.      0 s  ~178 tok

import { fromAgent, render, run, scripted, tool } from "troupe";
import { virtualClock } from "troupe/testing";
import { z } from "zod";

const lookUp = tool({
  name: "look_up",
  description: "Look a word up in the dictionary.",
  parameters: z.object({ word: z.string() }),
  execute: ({ word }) => `${word}: a company of actors`,
});

const researcher = fromAgent({
  name: "researcher",
  description: "Finds things out in the dictionary.",
  model: scripted([{ calls: [{ name: "look_up", arguments: { word: "troupe" } }] }, "A troupe is a company of actors."]),
  tools: [lookUp],
});

const lead = fromAgent({
  name: "lead",
  model: scripted([
    { calls: [{ name: "ask_researcher", arguments: { goal: "What is a troupe?" } }] },
    "A troupe is a company of actors, says the researcher.",
  ]),
  team: [researcher],
});

console.log(render(await run(lead, "Explain the word troupe.", { clock: virtualClock() })));
