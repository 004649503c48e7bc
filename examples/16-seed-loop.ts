// The bare agent loop of the other page: the same records, then the same loop cut after twelve turns.
//
// Run:
//   node --import tsx -C troupe-source examples/16-seed-loop.ts
//
// Prints:
//   [00    user] What is 120 plus 15% tax, stored in kv?
//   [01 thought] store the base price
//   [02  action] kv_set({'key': 'base', 'value': '120'}) -> stored base
//   [03 thought] compute 15% tax
//   [04  action] calculator({'expr': '120 * 0.15'}) -> 18.0
//   [05 thought] store the tax
//   [06  action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax
//   [07 thought] compute total
//   [08  action] calculator({'expr': '120 + 18.0'}) -> 138.0
//   [09 thought] recall the base price
//   [10  action] kv_get({'key': 'base'}) -> 120
//   [11   final] the total including 15% tax is 138.0
//
//   final answer: the total including 15% tax is 138.0
//   turns used:   5
//   tools used:   ['calculator', 'kv_get', 'kv_set']
//
//   The page's short form:
//
//   [00   user] What is 120 plus 15% tax, stored in kv?
//   [01 thought] store the base price
//   [02 action] kv_set({'key': 'base', 'value': '120'}) -> stored base
//   [03 thought] compute 15% tax
//   [04 action] calculator({'expr': '120 * 0.15'}) -> 18.0
//   [05 thought] store the tax
//   [06 action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax
//   [07 thought] compute total
//   [08 action] calculator({'expr': '120 + 18.0'}) -> 138.0
//   final answer: the total including 15% tax is 138.0
//
//   26 records, the last one: [25   final] budget exhausted

import { fromAgent, renderLoopTrace, run, scripted, tool } from "troupe";
import { z } from "zod";

const store = new Map<string, string>();
const kvSet = tool({
  name: "kv_set",
  description: "Store a value.",
  parameters: z.object({ key: z.string(), value: z.string() }),
  execute({ key, value }) {
    store.set(key, value);
    return `stored ${key}`;
  },
});
const kvGet = tool({
  name: "kv_get",
  description: "Read a value.",
  parameters: z.object({ key: z.string() }),
  execute: ({ key }) => store.get(key) ?? `missing:${key}`,
});
const calculator = tool({
  name: "calculator",
  description: "Multiply or add two numbers.",
  parameters: z.object({ expr: z.string().regex(/^[\d.]+ [*+] [\d.]+$/) }),
  execute({ expr }) {
    const [left, sign, right] = expr.split(" ");
    return sign === "*" ? Number(left) * Number(right) : Number(left) + Number(right);
  },
});

const turn = (text: string, name: string, args: Record<string, string>) => ({ text, calls: [{ name, arguments: args }] });
const model = scripted([
  turn("store the base price", "kv_set", { key: "base", value: "120" }),
  turn("compute 15% tax", "calculator", { expr: "120 * 0.15" }),
  turn("store the tax", "kv_set", { key: "tax", value: "18.0" }),
  turn("compute total", "calculator", { expr: "120 + 18.0" }),
  turn("recall the base price", "kv_get", { key: "base" }),
  "the total including 15% tax is 138.0",
]);

const tools = [kvSet, kvGet, calculator];
const loop = fromAgent({ name: "loop", model, tools, budget: { maxSteps: 24 } });
const done = await run(loop, "What is 120 plus 15% tax, stored in kv?");
console.log(renderLoopTrace(done, { floats: ["calculator"] }));
console.log("\nThe page's short form:\n");
console.log(renderLoopTrace(done, { form: "page", floats: ["calculator"] }));

const endless = scripted([turn("again", "kv_get", { key: "base" })], { repeatLast: true });
const cut = await run(fromAgent({ name: "endless", model: endless, tools, budget: { maxSteps: 24 } }), "Go on.");
const records = renderLoopTrace(cut).split("\n").filter((line) => line.startsWith("["));
console.log(`\n${records.length} records, the last one: ${records.at(-1)}`);
