// An agent is an XState actor logic: it runs in a bare createActor, and its output is the run.
//
// Run:
//   node --import tsx -C troupe-source examples/07-plain-xstate.ts
//
// Prints:
//   state: thinking
//   state: done
//   completed: Hello, Ada.

import { fromAgent, scripted } from "troupe";
import { createActor, toPromise } from "xstate";

const greeter = fromAgent({ name: "greeter", model: scripted(["Hello, Ada."]) });

const actor = createActor(greeter, { input: { goal: "Greet Ada." } });
actor.subscribe((snapshot) => console.log(`state: ${snapshot.value}`));
actor.start();

const run = await toPromise(actor);
console.log(`${run.stopReason}: ${run.output}`);
