import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool } from "../../src/index.ts";
import { assertCompleted, assertConserved, assertDelegated, assertQuiet, assertUsedTools, gate, virtualClock } from "../../src/testing/index.ts";

const parameters = z.object({});

describe("a team on the testing entry", () => {
  test("runs that last minutes end at once, exactly on time, and leave nothing behind", async () => {
    const clock = virtualClock();
    const { signal } = new AbortController();
    const model = scripted.byPath({
      "0": [{ calls: [{ name: "ask_reader", arguments: { goal: "read" } }, { name: "note", arguments: {} }] }, "all done"],
      "0/1.0": [{ text: "read it", delaySeconds: 90 }],
    });
    const note = tool({ name: "note", description: "Notes.", parameters, execute: () => "noted" });
    const reader = fromAgent({ name: "reader", description: "Reads.", model });
    const lead = fromAgent({ name: "lead", model, tools: [note], team: [reader] });

    const done = await clock.settle(run(lead, "go", { clock, signal }));

    assertCompleted(done);
    assertUsedTools(done, ["note"]);
    assertDelegated(done, "reader", 1);
    assertConserved(done);
    assertQuiet({ clock, signal });
    model.assertUsedUp();
    expect([done.output, done.seconds, clock.now()]).toEqual(["all done", 90, 90_000]);
  });

  test("whichever specialist a gate lets go first, the parent reads them in the order it asked", async () => {
    const orders = [["0/1.0#1", "0/1.1#1"], ["0/1.1#1", "0/1.0#1"]];

    const heard = await Promise.all(
      orders.map(async (order) => {
        const clock = virtualClock();
        const held = gate();
        const model = scripted.byPath(
          {
            "0": [{ calls: ["a", "b"].map((goal) => ({ name: "ask_reader", arguments: { goal } })) }, "done"],
            "*": [({ messages }) => `read ${messages.at(-1)?.content}`],
          },
          { gate: held },
        );
        const reader = fromAgent({ name: "reader", description: "Reads.", model });
        const lead = fromAgent({ name: "lead", model, team: [reader] });
        const running = run(lead, "go", { clock });
        for (const key of ["0#1", ...order, "0#2"]) {
          await clock.settle(held.arrived(key));
          held.release(key);
        }
        const done = await clock.settle(running);
        assertConserved(done);
        assertQuiet({ clock, gate: held });
        return model.requests.at(-1)?.messages.slice(-2).map(({ content }) => content);
      }),
    );

    expect(heard).toEqual([["read a", "read b"], ["read a", "read b"]]);
  });

  const usage = { inputTokens: 100, outputTokens: 20 };
  test.each([
    { stopReason: "timeout", maxSeconds: 0.5, cancelAfterMs: null, replies: 9 },
    { stopReason: "timeout", maxSeconds: 2.5, cancelAfterMs: null, replies: 9 },
    { stopReason: "cancelled", maxSeconds: 60, cancelAfterMs: 1500, replies: 9 },
    { stopReason: "max_steps", maxSeconds: 60, cancelAfterMs: null, replies: 9 },
    { stopReason: "error", maxSeconds: 60, cancelAfterMs: null, replies: 0 },
  ])("a run that ends with $stopReason adds up and leaves nothing behind", async ({ stopReason, maxSeconds, cancelAfterMs, replies }) => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const notes = { calls: [{ name: "note", arguments: {} }], usage, delaySeconds: 1 };
    const asks = { calls: [{ name: "ask_reader", arguments: { goal: "go on" } }], usage };
    const model = scripted.byPath({ "0": [asks], "*": Array<typeof notes>(replies).fill(notes) });
    const note = tool({ name: "note", description: "Notes.", parameters, execute: () => "noted" });
    const reader = fromAgent({ name: "reader", description: "Reads.", model, tools: [note], budget: { maxTokens: 5000 } });
    const lead = fromAgent({ name: "lead", model, team: [reader], budget: { maxSeconds, maxSteps: replies > 0 ? 2 : 9, maxTokens: 90_000 } });
    if (cancelAfterMs !== null) clock.setTimeout(() => controller.abort(), cancelAfterMs);

    const done = await clock.settle(run(lead, "go", { clock, signal }));

    assertConserved(done);
    assertQuiet({ clock, signal });
    expect(done.stopReason).toBe(stopReason);
  });
});
