import { describe, expect, it } from "vitest";
import { runSchema, type Clock } from "../../src/index.ts";
import { succeeded } from "../../src/loops/accept.ts";
import { runUntil } from "../../src/loops/run-until.ts";
import { accepts, agent, calls, draw, goalsOf, GOAL, plays, saidBy, summaryOf, until } from "./cast.ts";

describe("runUntil", () => {
  it("case 47: stops at the first accepted round, the second of five", async () => {
    const model = plays("one", "two", "three");

    const result = await until(agent(model), accepts("two"), { maxRounds: 5 });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "two", true, null]],
      ended: "accepted",
      output: "two",
      error: null,
      accepted: true,
      stopReason: "completed",
    });
    expect(result.finalRun).toBe(result.rounds[1]?.run);
    expect(model.requests).toHaveLength(2);
  });

  it("case 48: keeps the last output, not accepted, when it runs out of rounds", async () => {
    const result = await until(agent(plays("one", "two")), () => false, { maxRounds: 2 });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "two", false, null]],
      ended: "out_of_rounds",
      output: "two",
      error: null,
      accepted: false,
      stopReason: "error",
    });
    expect(saidBy(result)).toEqual(["round 1 of 2", "round 1 was not accepted; round 2 of 2", "LoopError: not accepted within 2 rounds"]);
    expect(result.run.succeeded).toBe(false);
  });

  it("has three rounds unless said otherwise", async () => {
    const result = await until(agent(plays("one", "two", "three")), () => false);

    expect(result.rounds).toHaveLength(3);
    expect(result.ended).toBe("out_of_rounds");
  });

  it("case 49: shows the second round the goal, the rejected attempt, and the request for another", async () => {
    const model = plays("an old pond", "two");

    await until(agent(model), accepts("two"));

    expect(goalsOf(model)).toEqual([
      GOAL,
      [
        GOAL,
        "",
        "An earlier attempt was not accepted. It is quoted between two lines of equals signs:",
        "=====",
        "an old pond",
        "=====",
        "",
        "Give a different answer to the goal.",
      ].join("\n"),
    ]);
  });

  it("begins each round afresh, with the instructions and one message", async () => {
    const model = plays("one", "two");

    await until(agent(model), accepts("two"));

    expect(model.requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([["system", "user"], ["system", "user"]]);
  });

  it.each([
    ["that is text", () => "Rhyme."],
    ["that takes its time", async () => "Rhyme."],
  ])("case 50: gives the next round the whole of a feedback %s, and nothing else", async (_title, feedback) => {
    const model = plays("one", "two");

    await until(agent(model), accepts("two"), { feedback });

    expect(goalsOf(model)).toEqual([GOAL, "Rhyme."]);
  });

  it("asks for feedback with the run and the round, counted from 1, and never after the last", async () => {
    const asked: unknown[] = [];

    await until(agent(plays("one", "two", "three")), () => false, { feedback: (run, round) => `${asked.push([run.output, round])}` });

    expect(asked).toEqual([["one", 1], ["two", 2]]);
  });

  it("case 51: waits for a predicate that takes its time", async () => {
    const result = await until(agent(plays("one", "two")), async ({ output }) => output === "two");

    expect(result).toMatchObject({ ended: "accepted", output: "two" });
  });

  it("asks the predicate with the round, a signal and what is left of the time", async () => {
    const asked: unknown[] = [];

    await until(
      agent(plays({ text: "one", delaySeconds: 2 }, "two")),
      (run, { round, signal, secondsLeft }) => asked.push([run.output, round, signal.aborted, secondsLeft()]) === 2,
      { maxSeconds: 10 },
    );

    expect(asked).toEqual([["one", 1, false, 8], ["two", 2, false, 8]]);
  });

  it("case 52: `succeeded` rejects a run that was cut, and accepts one that completed", async () => {
    const model = plays(calls("draw", { name: "a", data: "a" }), "done");
    const worker = agent(model, { tools: [draw], budget: { maxSteps: 2 } });

    const result = await until(worker, succeeded);

    expect(result.rounds.map(({ run, accepted }) => [run.stopReason, accepted])).toEqual([["max_steps", false], ["completed", true]]);
    expect(saidBy(result)[1]).toBe("round 1 was cut short (max_steps) and not accepted; round 2 of 3");
    expect(goalsOf(model)[1]).toContain("An earlier attempt gave no text and was cut short (max_steps) and not accepted.");
  });

  it("case 53: one clock over all rounds ends fifty of them early", async () => {
    const replies = Array.from({ length: 50 }, (_, index) => ({ text: `try ${index}`, delaySeconds: 1 }));

    const result = await until(agent(plays(...replies)), () => false, { maxRounds: 50, maxSeconds: 3.5 });

    expect(result.rounds.map(({ run }) => [run.output, run.stopReason, run.seconds])).toEqual([
      ["try 0", "completed", 1],
      ["try 1", "completed", 1],
      ["try 2", "completed", 1],
      ["", "timeout", 0.5],
    ]);
    expect(result).toMatchObject({ ended: "out_of_time", accepted: false, output: "try 2", error: "timeout", seconds: 3.5 });
    expect(result.run.limit).toEqual({ name: "maxSeconds", scope: "budget", value: 3.5 });
  });

  it.each([0, -1, 1.5, NaN, Infinity, "3", null])("case 54: refuses %j rounds", async (maxRounds) => {
    await expect(runUntil(agent(plays()), GOAL, succeeded, { maxRounds: maxRounds as number })).rejects.toThrow(
      /^the options of runUntil: maxRounds is .*; allowed: a whole number of at least 1$/u,
    );
  });

  it("case 55: has the artifacts of the accepted round", async () => {
    const model = plays(calls("draw", { name: "a.txt", data: "first" }), "one", calls("draw", { name: "a.txt", data: "second" }), "two", "three");

    const result = await until(agent(model, { tools: [draw] }), accepts("two"));

    expect(result.artifacts.map(({ name, base64 }) => [name, Buffer.from(base64, "base64").toString()])).toEqual([["a.txt", "second"]]);
    expect(result.finalRun?.artifact("a.txt")?.sizeBytes).toBe(6);
    expect(result.run.artifacts.map(({ name }) => name)).toEqual(["writer/a.txt", "writer-2/a.txt"]);
  });

  it("case 61: is coherent without any round: the time was up before the first", async () => {
    let time = 0;
    const late: Clock = { now: () => time, setTimeout: () => null, clearTimeout: () => undefined };

    const result = await runUntil(agent(plays()), GOAL, succeeded, { clock: late, maxSeconds: 5, onEvent: () => (time = 10_000) });

    expect({ ...result, run: null }).toEqual({
      goal: GOAL,
      output: "",
      rounds: [],
      ended: "out_of_time",
      error: "timeout",
      accepted: false,
      seconds: 10,
      artifacts: [],
      finalRun: null,
      run: null,
    });
    expect(result.run.steps).toEqual([]);
  });

  it("case 61: is coherent without any round: it was cancelled before the first", async () => {
    const result = await until(agent(plays()), succeeded, { signal: AbortSignal.abort("not today") });

    expect(summaryOf(result)).toEqual({ rounds: [], ended: "cancelled", output: "", error: "cancelled: not today", accepted: false, stopReason: "cancelled" });
    expect(result.finalRun).toBeNull();
  });

  it("plays a round that failed again on the same prompt, and asks nobody about it", async () => {
    const judged: string[] = [];
    const model = plays("one", { error: new TypeError("no ink") }, "three");

    const result = await until(agent(model), ({ output }) => judged.push(output) === 2, { feedback: () => "Better." });

    expect(judged).toEqual(["one", "three"]);
    expect(goalsOf(model)).toEqual([GOAL, "Better.", "Better."]);
    expect(saidBy(result).slice(1, 3)).toEqual(["round 1 was not accepted; round 2 of 3", "round 2 failed; round 3 of 3"]);
    expect(summaryOf(result)).toMatchObject({
      rounds: [[0, "one", false, null], [1, "TypeError: no ink", false, null], [2, "three", true, null]],
      output: "three",
    });
  });

  it("has the whole run of a round that failed, with what it had produced", async () => {
    const model = plays(calls("draw", { name: "a.txt", data: "a" }), { error: new TypeError("no ink") });

    const result = await until(agent(model, { tools: [draw] }), () => false, { maxRounds: 1 });
    const [{ run } = expect.fail()] = result.rounds;

    expect(run).toMatchObject({ id: "loop-1:0/1.0", path: "0/1.0", agent: "writer", goal: GOAL, stopReason: "error", succeeded: false, error: "TypeError: no ink", toolCalls: ["draw"], totalSteps: 3 });
    expect(run.steps.map(({ name }) => name)).toEqual(["chat", "draw", "chat"]);
    expect(new TextDecoder().decode(run.artifact("a.txt")?.bytes)).toBe("a");
    expect(runSchema.safeParse(JSON.parse(JSON.stringify(run))).success).toBe(true);
    expect(result).toMatchObject({ output: "", artifacts: [], finalRun: run });
  });

  it("keeps the last work there was as its output, whatever became of the rounds after it", async () => {
    const model = plays("one", { error: new TypeError("no ink") }, { error: new TypeError("no paper") });

    const result = await until(agent(model), () => false);

    expect(result).toMatchObject({ ended: "out_of_rounds", output: "one" });
    expect(result.finalRun?.error).toBe("TypeError: no paper");
  });
});
