// Agents spawned by a machine of yours, as many as there are questions; each is a run of its own.
//
// Run:
//   node --import tsx -C troupe-source examples/09-spawned.ts
//
// Prints:
//   How many are eighty-four halves? Forty-two.
//   What is six times seven? Forty-two.

import { fromAgent, scripted, type Run } from "troupe";
import { createActor, setup, waitFor } from "xstate";

const oracle = fromAgent({ name: "oracle", model: scripted(["Forty-two."], { repeatLast: true }) });

const panel = setup({
  types: { context: {} as { questions: readonly string[]; answers: string[] } },
  actors: { oracle },
}).createMachine({
  context: ({ spawn }) => {
    const questions = ["What is six times seven?", "How many are eighty-four halves?"];
    for (const [index, goal] of questions.entries()) spawn("oracle", { id: `oracle-${index}`, input: { goal } });
    return { questions, answers: [] };
  },
  initial: "listening",
  states: {
    listening: {
      on: {
        "xstate.done.actor.*": {
          actions: ({ context, event }) => {
            const run = (event as unknown as { output: Run }).output;
            context.answers.push(`${run.goal} ${run.output}`);
          },
        },
      },
      always: { guard: ({ context }) => context.answers.length === context.questions.length, target: "closed" },
    },
    closed: { type: "final" },
  },
});

const { context } = await waitFor(createActor(panel).start(), (snapshot) => snapshot.status === "done");
console.log(context.answers.sort().join("\n"));
