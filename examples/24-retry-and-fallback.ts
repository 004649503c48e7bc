// A provider that stumbles: busy moments are waited out, a model that is gone is replaced by another, and the trace
// says which model answered, what failed before, and what it all cost.
//
// Run:
//   node --import tsx -C troupe-source examples/24-retry-and-fallback.ts
//
// Prints:
//   ✓ pilot "When does the tide turn?"
//   │ completed · 4.00 s · 1 step · 8,400 tokens · cost 0.0264
//   ╰─ ✓ model chat → answered, after 4 failures: The tide turns at six.       4.00 s  8,400 tok  0.0264
//   large: ModelError: overloaded; then 1 s of waiting
//   large: ModelError: overloaded; then 2 s of waiting
//   large: ModelError: model 'large' did not answer in 3 attempts; the last error: ModelError: the key was revoked; then the next model
//   small: ModelError: overloaded; then 1 s of waiting
//   small: The tide turns at six.

import { fromAgent, ModelError, render, run, scripted, withFallback, withPrices, withRetry, type ScriptedTurn } from "troupe";
import { virtualClock } from "troupe/testing";

const usage = { inputTokens: 2_000, outputTokens: 100 };
const busy: ScriptedTurn = { error: new ModelError("overloaded", { status: 529, retryable: true, usage }) };
const gone: ScriptedTurn = { error: new ModelError("the key was revoked", { status: 401 }) };

const large = scripted([busy, busy, gone], { name: "large" });
const small = scripted([busy, { text: "The tide turns at six.", usage }], { name: "small" });

const prices = { large: { input: 5, output: 20 }, small: { input: 0.5, output: 2 } };
const patient = [large, small].map((model) => withRetry(withPrices(model, prices), { attempts: 3, random: () => 0 }));
const pilot = fromAgent({ name: "pilot", model: withFallback(patient), budget: { maxCost: 1 } });

const clock = virtualClock();
const done = await clock.settle(run(pilot, "When does the tide turn?", { clock }));

console.log(render(done));
for (const step of done.steps) {
  if (step.kind !== "model") continue;
  for (const { model, error, waitSeconds } of step.attempts) {
    console.log(`${model}: ${error}; then ${waitSeconds === undefined ? "the next model" : `${waitSeconds} s of waiting`}`);
  }
  console.log(`${step.model}: ${step.output}`);
}
