import { describe, expect, it, test } from "vitest";
import { fromAgent } from "../../src/agent/from-agent.ts";
import { run } from "../../src/agent/run.ts";
import { ModelError } from "../../src/core/errors.ts";
import { guardrail } from "../../src/core/guardrail.ts";
import type { Model, ModelPrice } from "../../src/core/model.ts";
import { memoryJournal } from "../../src/journal/memory.ts";
import { withFallback } from "../../src/models/fallback.ts";
import { withPrices } from "../../src/models/prices.ts";
import { withRetry } from "../../src/models/retry.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { leftoversOf, watch } from "../support/quiet.ts";
import { playing, type Try } from "./asking.ts";

const usage = { inputTokens: 1_000_000, outputTokens: 0 };
const cut: Try = { error: new ModelError("cut off", { retryable: true, usage }) };
const answer: Try = { reply: { text: "here I am", usage } };

function model(name: string, tries: readonly Try[], price?: ModelPrice): Model {
  return { ...playing(tries, name), ...(price ? { price } : {}) };
}

const one = (answering: Model, maxCost?: number) => fromAgent({ name: "one", model: answering, ...(maxCost === undefined ? {} : { budget: { maxCost } }) });

describe("the step of a fallback", () => {
  it("says which model answered, which failed and what each cost", async () => {
    const cheap = model("cheap", [cut], { input: 1, output: 2 });
    const dear = model("dear", [answer], { input: 10, output: 20 });
    const { handle, engine, events } = watch(one(withFallback([cheap, dear])), "Go.");
    const done = await handle.result;
    const attempt = { error: "ModelError: cut off", usage, model: "cheap", price: { input: 1, output: 2 } };

    expect(done.steps).toMatchObject([{ kind: "model", model: "dear", output: "here I am", attempts: [attempt] }]);
    expect(events.filter(({ type }) => type === "model.retried")).toMatchObject([{ attempt }]);
    expect(done.usage.own).toMatchObject({ modelCalls: 2, inputTokens: 2_000_000, cost: 11 });
    expect(leftoversOf({ run: done, engine, events })).toEqual([]);
  });

  it("says of a failed turn which model failed last", async () => {
    const done = await run(one(withFallback([model("a", [cut], { input: 1, output: 1 }), model("b", [cut], { input: 5, output: 5 })])), "Go.");

    expect(done).toMatchObject({ stopReason: "error", error: "ModelError: 2 of 2 models were asked and none answered: 'a': ModelError: cut off; 'b': ModelError: cut off" });
    expect(done.steps).toMatchObject([{ model: "b", attempts: [{ model: "a" }], usage: { own: { modelCalls: 2, inputTokens: 2_000_000, cost: 6 } } }]);
  });

  it("under an answer guardrail hands on only the pieces of the model that answered", async () => {
    const pass = guardrail({ name: "pass", answer: () => "allow" });
    const models = [model("a", [{ pieces: ["Wa", "it"], error: new Error("no") }]), model("b", [{ pieces: ["Y", "es."] }])];
    const clock = virtualClock();
    const agent = fromAgent({ name: "one", model: withFallback(models), guardrails: [pass] });
    const { handle, events } = watch(agent, "Go.", { clock });
    await clock.settle(handle.result);

    expect(events.flatMap((event) => (event.type === "model.delta" ? event.text : []))).toEqual(["Y", "es."]);
  });

  it("is the same after a replay, costs included", async () => {
    const journal = memoryJournal();
    const options = { journal, ids: () => "same", clock: virtualClock() };
    const agent = (tries: readonly Try[]) => one(withFallback([model("cheap", tries, { input: 1, output: 2 }), model("dear", [answer], { input: 10, output: 20 })]));
    const first = await run(agent([cut]), "Go.", options);
    const again = await run(agent([{ error: new Error("nobody is asked") }]), "Go.", options);

    expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(first)));
    expect(again.steps).toMatchObject([{ model: "dear", usage: { own: { cost: 11 } } }]);
  });
});

describe("the cost of a fallback", () => {
  const known = { input: 1, output: 2 };
  test.each<{ title: string; models: Model[]; cost: number | null }>([
    { title: "is the answering model's", models: [model("a", [answer], known), model("b", [answer], { input: 9, output: 9 })], cost: 1 },
    { title: "is known when the answering model's is, whatever the others are", models: [model("a", [answer], known), model("b", [answer])], cost: 1 },
    { title: "is unknown when the answering model's is", models: [model("a", [{ error: new Error("no") }], known), model("b", [answer])], cost: null },
    { title: "is unknown when that of a failed try with tokens is", models: [model("a", [cut]), model("b", [answer], known)], cost: null },
    { title: "is known when the failed try took nothing", models: [model("a", [{ error: new Error("no") }]), model("b", [answer], known)], cost: 1 },
    { title: "is known by a table around it", models: [withPrices(withFallback([model("a", [cut]), model("b", [answer])]), { a: known, b: { input: 3, output: 3 } })], cost: 4 },
    { title: "adds up over retries around it", models: [withRetry(withFallback([model("a", [cut], known), model("b", [cut, answer], { input: 5, output: 5 })]), { baseSeconds: 0 })], cost: 12 },
  ])("$title", async ({ models, cost }) => {
    const [only] = models;
    const { usage: used } = await run(one(models.length === 1 && only ? only : withFallback(models)), "Go.");

    expect(used.own.cost).toBe(cost);
  });

  it("keeps to maxCost at the price of the dearest, and books what it took", async () => {
    const models = [model("cheap", [answer], { input: 0.5, output: 1 }), model("dear", [answer], { input: 10, output: 20 })];
    const done = await run(one(withFallback(models), 5), "Go.");

    expect([done.stopReason, done.budget.spent.cost]).toEqual(["completed", 0.5]);
    // A prompt of a few hundred tokens and one token of answer do not fit into a millionth at the dearest price.
    expect((await run(one(withFallback(models), 0.000001), "Go.")).stopReason).toBe("max_cost");
  });

  it("allows no maxCost when one price is not known", async () => {
    const models = [model("cheap", [answer], known), model("unknown", [answer])];

    await expect(async () => run(one(withFallback(models), 5), "Go.")).rejects.toThrow("the price of 'cheap or unknown' is not");
  });
});
