// Every turn resends the whole history: what the model sees, message by message, with the call ids that tie them.
//
// Run:
//   node --import tsx -C troupe-source examples/02-what-the-model-sees.ts
//
// Prints:
//   system                        Calculate.
//   user                          What is 1 / 0?
//   assistant call_1_0, call_1_1  I will try.
//   tool      call_1_0            AgentToolError: invalid arguments for divide: b: Invalid input: expected number, received string
//   tool      call_1_1            RangeError: division by zero
//   assistant call_2_0
//   tool      call_2_0            unknown tool 'multiply'; available: divide

import { fromAgent, run, scripted, tool } from "troupe";
import { z } from "zod";

const divide = tool({
  name: "divide",
  description: "Divide a by b.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute({ a, b }) {
    if (b === 0) throw new RangeError("division by zero");
    return a / b;
  },
});

const model = scripted([
  { text: "I will try.", calls: ["0", 0].map((b) => ({ name: "divide", arguments: { a: 1, b } })) },
  { calls: [{ name: "multiply", arguments: {} }] },
  "That cannot be divided.",
]);

const agent = fromAgent({ name: "calculator", model, tools: [divide], instructions: "Calculate." });
await run(agent, "What is 1 / 0?");

for (const message of model.requests[2]?.messages ?? []) {
  const ids = message.toolCalls?.map(({ id }) => id).join(", ") ?? message.callId ?? "";
  console.log(`${message.role.padEnd(10)}${ids.padEnd(19)} ${message.content}`.trimEnd());
}
