// Guardrails: a card number never reaches the model, a transfer that is too large does not run, and an answer with
// inside knowledge never leaves.
//
// Run:
//   node --import tsx -C troupe-source examples/28-guardrails.ts
//
// Prints:
//   the model was asked: Pay 500 and 80 euros to Ada from card **** 4242.
//   transfer {"to":"Ada","euros":500} -> AgentToolError: blocked by moderation (above the limit)
//   transfer {"to":"Ada","euros":80} -> sent 80 euros to Ada
//   completed: I sent 80 euros; 500 are above my limit.
//   blocked: blocked by moderation (inside knowledge)
//   the blocked text stands nowhere in the run: true

import { fromAgent, guardrail, run, scripted, tool } from "troupe";
import { z } from "zod";

const transfer = tool({
  name: "transfer",
  description: "Send money to somebody.",
  parameters: z.object({ to: z.string(), euros: z.number().positive() }),
  execute: ({ to, euros }) => `sent ${euros} euros to ${to}`,
});

const cards = guardrail({
  name: "cards",
  goal: (text) => ({ replace: text.replace(/\b(?:\d{4} ?){3}(\d{4})\b/gu, "**** $1") }),
});
const limit = guardrail({
  name: "limit",
  toolCall: ({ name, arguments: { euros } }) =>
    name === "transfer" && Number(euros) > 100 ? { block: "above the limit" } : "allow",
});
const insider = guardrail({
  name: "insider",
  answer: (text) => (/merger/iu.test(text) ? { block: "inside knowledge" } : "allow"),
});

const model = scripted([
  { calls: [500, 80].map((euros) => ({ name: "transfer", arguments: { to: "Ada", euros } })) },
  "I sent 80 euros; 500 are above my limit.",
  "Buy now: the merger is announced tomorrow.",
]);
const bank = fromAgent({ name: "bank", model, tools: [transfer], guardrails: [cards, limit, insider] });

const paid = await run(bank, "Pay 500 and 80 euros to Ada from card 4000 1234 5678 4242.");
console.log(`the model was asked: ${model.requests[0]?.messages[1]?.content}`);
for (const { kind, name, arguments: given, observation } of paid.steps) {
  if (kind === "tool") console.log(`${name} ${JSON.stringify(given)} -> ${observation}`);
}
console.log(`${paid.stopReason}: ${paid.output}`);

const asked = await run(bank, "What should I buy?");
console.log(`${asked.stopReason}: ${asked.output}`);
console.log(`the blocked text stands nowhere in the run: ${!JSON.stringify(asked).includes("merger")}`);
