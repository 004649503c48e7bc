// Skills: one line each until the model loads one; then it reads the instructions, and the tools appear a turn later.
//
// Run:
//   node --import tsx -C troupe-source examples/21-skills.ts
//
// Prints:
//   call 1 offers load_skill
//   call 2 offers load_skill, refund
//   call 3 offers load_skill, refund
//   The 20 euros for order 7 arrive in 3 days.

import { fromAgent, run, scripted, skillsFrom, tool } from "troupe";
import { z } from "zod";

const refund = tool({
  name: "refund",
  description: "Pay money back for an order.",
  parameters: z.object({ order: z.number().int(), euros: z.number().positive().max(50) }),
  execute: ({ order, euros }) => `refunded ${euros} euros for order ${order}`,
});

const track = tool({
  name: "track",
  description: "Say where the parcel of an order is.",
  parameters: z.object({ order: z.number().int() }),
  execute: ({ order }) => `order ${order} left the depot this morning`,
});

// Each folder in examples/skills holds a SKILL.md: a name, a line of description, and the instructions.
const skills = skillsFrom(new URL("skills/", import.meta.url), { tools: { refunds: [refund], shipping: [track] } });

const model = scripted([
  { calls: [{ name: "load_skill", arguments: { name: "refunds" } }] },
  { calls: [{ name: "refund", arguments: { order: 7, euros: 20 } }] },
  "The 20 euros for order 7 arrive in 3 days.",
]);

const desk = fromAgent({ name: "desk", model, instructions: "You answer customers of a bookshop.", skills });
const { output } = await run(desk, "Order 7 came with torn pages. I paid 20 euros.");

model.requests.forEach(({ tools }, index) => console.log(`call ${index + 1} offers ${tools.map(({ name }) => name).join(", ")}`));
console.log(output);
