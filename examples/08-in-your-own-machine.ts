// An agent invoked by a machine of yours: its run arrives in onDone, and leaving the state cancels everything
// below it.
//
// Run:
//   node --import tsx -C troupe-source examples/08-in-your-own-machine.ts
//
// Prints:
//   desk: writing ''
//   writer: completed
//   desk: reading 'A poem.'
//   desk: writing 'A poem.'
//   writer: cancelled
//   desk: closed 'A poem.'
//   0 timers left

import { fromAgent, scripted, type RunEvent } from "troupe";
import { virtualClock } from "troupe/testing";
import { assign, createActor, setup } from "xstate";

const clock = virtualClock();
const model = scripted([
  { text: "A poem.", delaySeconds: 2 },
  { text: "Too late.", delaySeconds: 9 },
]);
const writer = fromAgent({ name: "writer", model });

function onEvent(event: RunEvent): void {
  if (event.type === "run.ended") console.log(`writer: ${event.stopReason}`);
}

const desk = setup({
  types: { context: {} as { poem: string }, events: {} as { type: "again" } | { type: "enough" } },
  actors: { writer },
}).createMachine({
  context: { poem: "" },
  initial: "writing",
  states: {
    writing: {
      invoke: {
        src: "writer",
        input: { goal: "Write a poem.", clock, onEvent },
        onDone: { target: "reading", actions: assign({ poem: ({ event }) => event.output.output }) },
      },
      on: { enough: "closed" },
    },
    reading: { on: { again: "writing" } },
    closed: { type: "final" },
  },
});

const actor = createActor(desk);
actor.subscribe(({ value, context }) => console.log(`desk: ${String(value)} '${context.poem}'`));
actor.start();
await clock.advance(3);
actor.send({ type: "again" });
await clock.advance(1);
actor.send({ type: "enough" });
console.log(`${clock.pending} timers left`);
