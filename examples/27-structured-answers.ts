// Structured answers: mails become typed orders, by a call of final_answer, from JSON in prose, or by reading prose
// once more; where there is no order, the run says why.
//
// Run:
//   node --import tsx -C troupe-source examples/27-structured-answers.ts
//
// Prints:
//   2 lamps: 2 model calls, 80 euros with express
//   3 chairs: 1 model call, 180 euros
//   1 table: 2 model calls, 250 euros
//   no order: the model said "We do not sell boats." (no JSON object in the answer)

import { fromAgent, run, scripted, type ScriptedReply } from "troupe";
import { z } from "zod";

const PRICES = { lamp: 30, chair: 60, table: 250 };
const EXPRESS = 20;

const Order = z.object({
  item: z.enum(["lamp", "chair", "table"]),
  pieces: z.number().int().positive(),
  express: z.boolean().default(false),
});

const answer = (data: unknown) => ({ calls: [{ name: "final_answer", arguments: data }] });
const mails: [mail: string, script: ScriptedReply[]][] = [
  // The first try is wrong; the model reads why, and puts it right.
  ["Two lamps, quickly!", [answer({ item: "lamp", pieces: "two" }), answer({ item: "lamp", pieces: 2, express: true })]],
  ["I would like 3 chairs.", ['The order is {"item": "chair", "pieces": 3}.']],
  ["A table for my kitchen, please.", ["The customer wants one table.", answer({ item: "table", pieces: 1 })]],
  ["Do you sell boats?", ["We do not sell boats.", "There is no order in this."]],
];

for (const [mail, script] of mails) {
  const clerk = fromAgent({ name: "clerk", model: scripted(script), instructions: "Turn the customer's mail into an order." });
  const { data, dataProblem, output, usage } = await run(clerk, mail, { returns: Order });
  if (!data) {
    console.log(`no order: the model said "${output}" (${dataProblem?.message})`);
    continue;
  }
  const { item, pieces, express } = data; // typed: the schema's own output
  const calls = usage.subtree.modelCalls;
  const euros = pieces * PRICES[item] + (express ? EXPRESS : 0);
  const what = `${pieces} ${item}${pieces === 1 ? "" : "s"}`;
  console.log(`${what}: ${calls} model call${calls === 1 ? "" : "s"}, ${euros} euros${express ? " with express" : ""}`);
}
