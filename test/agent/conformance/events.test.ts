import { describe, expect, test } from "vitest";
import { run, scripted, start, type RunEvent } from "../../../src/index.ts";
import { gate, virtualClock } from "../../../src/testing/index.ts";
import { agent, asks, doing, echo, play } from "./cast.ts";

describe("events and concurrent runs", () => {
  test("case 23: the steps of a run end in the order model, tool, model", async () => {
    const { events } = start(agent("caller", [asks("echo"), "done"], { tools: [echo] }), "Do it.", { clock: virtualClock() });

    const ended: string[] = [];
    for await (const event of events) if (event.type === "step.ended") ended.push(`${event.step.kind} ${event.step.name}`);

    expect(ended).toEqual(["model chat", "tool echo", "model chat"]);
  });

  test("case 23: every event of a run is told, each with its address", async () => {
    const told: string[] = [];
    const onEvent = ({ sequence, path, agent: name, callId, type }: RunEvent): void => {
      told.push(`${sequence} ${path} ${name} ${type}${callId === undefined ? "" : ` ${callId}`}`);
    };

    const child = agent("child", ["found"]);
    await play(
      agent("lead", [asks(["ask_child", { goal: "find" }, "c1"], ["echo", {}, "c2"]), "done"], { tools: [echo], team: [child] }),
      { onEvent },
    );

    expect(told).toEqual([
      "0 0 lead run.started",
      "1 0 lead turn.started",
      "2 0 lead step.started",
      "3 0 lead step.ended",
      "4 0 lead step.started c2",
      "5 0 lead step.ended c2",
      "6 0 lead step.started c1",
      "7 0/1.0 child run.started",
      "8 0/1.0 child turn.started",
      "9 0/1.0 child step.started",
      "10 0/1.0 child step.ended",
      "11 0/1.0 child run.ended",
      "12 0 lead step.ended c1",
      "13 0 lead turn.started",
      "14 0 lead step.started",
      "15 0 lead step.ended",
      "16 0 lead run.ended",
    ]);
  });

  test("case 26: two runs of one agent at the same time do not mix goals, outputs or artifacts", async () => {
    const held = gate();
    const model = scripted([asks("sign"), asks("sign"), ({ messages }) => `signed: ${messages.at(-1)?.content}`], {
      repeatLast: true,
    });
    const sign = doing("sign", async ({ goal, signal }) => {
      await held.pass(goal, signal);
      return { text: goal, artifacts: [{ name: "signature", data: goal }] };
    });
    const signer = agent("signer", model, { tools: [sign] });
    const clock = virtualClock();
    const first = run(signer, "first", { clock });
    const second = run(signer, "second", { clock });

    await held.arrived(2);
    held.release("second");
    held.release("first");
    const runs = await Promise.all([first, second]);

    const texts = runs.map((ended) => ({
      goal: ended.goal,
      output: ended.output,
      signature: new TextDecoder().decode(ended.artifact("signature")?.bytes),
    }));
    expect(texts).toEqual([
      { goal: "first", output: "signed: first", signature: "first" },
      { goal: "second", output: "signed: second", signature: "second" },
    ]);
  });
});
