// A writer and a critic: drafts go round until the critic says APPROVED and nothing else; the whole loop is one run.
//
// Run:
//   node --import tsx -C troupe-source examples/22-refine.ts
//
// Prints:
//   draft 1: An old silent pond, and a frog.
//     critique: Approved, but let something happen.
//   draft 2: An old silent pond. A frog jumps into the pond: splash! Silence again.
//     critique: null
//   accepted: An old silent pond. A frog jumps into the pond: splash! Silence again.
//
//   ✓ refine_loop "Write a haiku about a pond."
//   │ completed · 0 s · 13 steps (9 own) · 637 tokens (0 own) · 4 specialists
//   ├─ ✓ model chat → called ask_writer: round 1 of 3                                      0 s
//   ├─ ✓ agent ask_writer "Write a haiku abou… → answered in 1 step: An old silent pond,…  0 s    90 tok
//   │  ╰─ ✓ model chat → answered: An old silent pond, and a frog.                         0 s   ~90 tok
//   ├─ ✓ model chat → called ask_critic: the draft of round 1 goes to the critic           0 s
//   ├─ ✓ agent ask_critic "Review a draft aga… → answered in 1 step: Approved, but let s…  0 s   186 tok
//   │  ╰─ ✓ model chat → answered: Approved, but let something happen.                     0 s  ~186 tok
//   ├─ ✓ model chat → called ask_writer: round 1 was not approved; round 2 of 3            0 s
//   ├─ ✓ agent ask_writer "Write a haiku abou… → answered in 1 step: An old silent pond.…  0 s   172 tok
//   │  ╰─ ✓ model chat → answered: An old silent pond. A frog jumps into the pond: splas…  0 s  ~172 tok
//   ├─ ✓ model chat → called ask_critic: the draft of round 2 goes to the critic           0 s
//   ├─ ✓ agent ask_critic "Review a draft against the goa… → answered in 1 step: APPROVED  0 s   189 tok
//   │  ╰─ ✓ model chat → answered: APPROVED                                                0 s  ~189 tok
//   ╰─ ✓ model chat → answered: An old silent pond. A frog jumps into the pond: splash!…   0 s

import { fromAgent, refine, render, scripted } from "troupe";
import { virtualClock } from "troupe/testing";

const writer = fromAgent({
  name: "writer",
  model: scripted(["An old silent pond, and a frog.", "An old silent pond. A frog jumps into the pond: splash! Silence again."]),
});
const critic = fromAgent({
  name: "critic",
  model: scripted(["Approved, but let something happen.", "APPROVED"]), // the first one is a critique: it says something besides
});

const { ended, output, rounds, run } = await refine(writer, critic, "Write a haiku about a pond.", { clock: virtualClock() });
for (const { index, run: { output: draft }, critique } of rounds) console.log(`draft ${index + 1}: ${draft}\n  critique: ${critique}`);
console.log(`${ended}: ${output}\n`);
console.log(render(run));
