// Cancel reaches every call at every depth at once; the run settles as cancelled, with everything done so far
// kept.
//
// Run:
//   node --import tsx -C troupe-source examples/06-cancel.ts
//
// Prints:
//   cancelled: nobody is waiting any more; 0 timers left
//   ◐ lead "Find out."
//   │ cancelled · 5.00 s · 3 steps (2 own) · 225 tokens (147 own) · 1 specialist
//   │ cancelled: nobody is waiting any more
//   ├─ ✓ model chat → called ask_slow: I will ask.                                         0 s  ~147 tok
//   ╰─ ◐ agent ask_slow "Think hard." → cancelled in 1 step                             5.00 s    78 tok
//      ╰─ ◐ model chat → cancelled                                                      5.00 s   ~78 tok

import { fromAgent, render, scripted, start } from "troupe";
import { virtualClock } from "troupe/testing";

const slow = fromAgent({
  name: "slow",
  description: "Takes its time.",
  model: scripted([{ text: "Done at last.", delaySeconds: 60 }]),
});
const lead = fromAgent({
  name: "lead",
  model: scripted([{ text: "I will ask.", calls: [{ name: "ask_slow", arguments: { goal: "Think hard." } }] }]),
  team: [slow],
});

const clock = virtualClock();
const handle = start(lead, "Find out.", { clock });
await clock.advance(5);
handle.cancel("nobody is waiting any more");

const run = await handle.result;
console.log(`${run.error}; ${clock.pending} timers left`);
console.log(render(run));
