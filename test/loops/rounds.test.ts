import { describe, expect, it } from "vitest";
import { z } from "zod";
import { guardrail, runSchema } from "../../src/index.ts";
import { structuredVerdict, succeeded } from "../../src/loops/accept.ts";
import { accepts, agent, calls, draw, goalsOf, GOAL, look, plays, refined, saidBy, summaryOf, until } from "./cast.ts";

const Haiku = z.object({ lines: z.array(z.string()) });
const three = { lines: ["a", "b", "c"] };

describe("a loop that asks its worker for data", () => {
  it("accepts, by `structuredVerdict`, the first run that has it", async () => {
    const worker = agent(plays("words", "more words", calls("final_answer", three)));

    const result = await until(worker, structuredVerdict(), { returns: { schema: Haiku, extraction: false } });

    expect(result.rounds.map(({ run, accepted }) => [run.data, accepted])).toEqual([[undefined, false], [undefined, false], [three, true]]);
    expect(result).toMatchObject({ ended: "accepted", output: JSON.stringify(three), finalRun: { data: three } });
  });

  it.each([
    ["sync", ({ lines }: z.output<typeof Haiku>) => lines.length === 3],
    ["async", async ({ lines }: z.output<typeof Haiku>) => lines.length === 3],
  ])("accepts, by a %s predicate over the data, the first of which it holds", async (_title, holds) => {
    const worker = agent(plays(calls("final_answer", { lines: [] }), calls("final_answer", three)));

    const result = await until(worker, structuredVerdict(holds), { returns: Haiku });

    expect(result.rounds.map(({ run, accepted }) => [run.data, accepted])).toEqual([[{ lines: [] }, false], [three, true]]);
  });

  it("fails clearly when that predicate gives no verdict", async () => {
    const result = await until(agent(plays(calls("final_answer", three))), structuredVerdict(() => undefined as unknown as boolean), { returns: Haiku });

    expect(result).toMatchObject({ ended: "failed", error: "LoopError: accept gave undefined in round 1; allowed: true or false, or a promise of one of them" });
  });

  it("tells the worker what was wrong with what it gave instead, and asks nobody about it", async () => {
    const model = plays("words", calls("final_answer", three));
    const judged: unknown[] = [];

    const result = await until(agent(model), ({ data }) => judged.push(data) === 1, { returns: { schema: Haiku, extraction: false }, feedback: () => "Better." });

    expect(judged).toEqual([three]);
    expect(goalsOf(model)[1]).toMatch(
      /^Write a haiku\.\n\nAn earlier attempt gave no data of the shape that is asked for\. What was wrong is quoted [^\n]*\n=====\n.*no JSON object in the answer\n=====$/u,
    );
    expect(saidBy(result)[1]).toBe("round 1 gave no data; round 2 of 3");
    expect(result.rounds[0]).toMatchObject({ accepted: false, run: { stopReason: "completed", output: "words" } });
  });

  it("shows a critic the data, and asks it for none", async () => {
    const reviewer = plays("APPROVED");

    const result = await refined(agent(plays(calls("final_answer", three))), agent(reviewer, { name: "critic" }), { returns: Haiku });

    expect(goalsOf(reviewer)[0]).toContain(`=====\n${JSON.stringify(three)}\n=====`);
    expect(reviewer.requests[0]?.tools).toEqual([]);
    expect(result).toMatchObject({ ended: "accepted", finalRun: { data: three } });
  });

  it("case 83 (decided otherwise): is rejected by `structuredVerdict` when it was cut, whatever it had given", async () => {
    const worker = agent(plays(calls("draw", { name: "a", data: "" })), { tools: [draw], budget: { maxSteps: 1 } });

    const result = await until(worker, structuredVerdict(), { returns: Haiku, maxRounds: 1 });

    expect(result).toMatchObject({ ended: "out_of_rounds", finalRun: { stopReason: "max_steps", dataProblem: { reason: "not_completed" } } });
  });
});

describe("a round that was blocked", () => {
  it("is played again on the same prompt, without asking about it, and is no output", async () => {
    const noFrogs = guardrail({ name: "no-frogs", answer: (text) => (text.includes("frog") ? { block: "frogs" } : "allow") });
    const model = plays("a frog", "a pond");
    const judged: string[] = [];

    const result = await until(agent(model, { guardrails: [noFrogs] }), ({ output }) => judged.push(output) === 2, { maxRounds: 2 });

    expect(judged).toEqual(["a pond"]);
    expect(goalsOf(model)).toEqual([GOAL, GOAL]);
    expect(saidBy(result)[1]).toBe("round 1 failed; round 2 of 2");
    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "blocked by moderation (frogs)", false, null], [1, "a pond", false, null]], output: "a pond" });
  });
});

describe("artifacts that a loop begins with", () => {
  it("can be read by the worker in every round, and by the critic, under the names they have", async () => {
    const artifacts = [{ name: "notes.txt", data: "frogs" }, { name: "notes.txt", data: "ponds" }];
    const looks = [calls("look", { name: "notes.txt" }), calls("look", { name: "notes-2.txt" })];
    const writer = agent(plays(...looks, "one", ...looks, "two"), { tools: [look] });
    const critic = agent(plays(...looks, "No.", "APPROVED"), { name: "critic", tools: [look] });

    const { run, artifacts: made } = await refined(writer, critic, { artifacts });

    const seen = run.steps.flatMap((step) => (step.kind === "agent" ? step.children : [])).filter(({ name }) => name === "look");
    expect(seen.map(({ observation }) => observation)).toEqual(["frogs", "ponds", "frogs", "ponds", "frogs", "ponds"]);
    expect(made).toEqual([]);
  });

  it("do not stand in the way of what the worker makes under their names", async () => {
    const artifacts = [{ name: "writer/a.txt", data: "given" }];
    const writer = agent(plays(calls("draw", { name: "a.txt", data: "made" }), "one", calls("look", { name: "writer/a-2.txt" }), "two"), { tools: [draw, look] });

    const result = await until(writer, accepts("two"), { artifacts });

    const [, second] = result.rounds;
    expect(second?.run.steps[1]?.observation).toBe("made");
  });
});

describe("a loop without contents", () => {
  it("gives the answer, and keeps no text of it anywhere in its JSON", async () => {
    const secret = /pond|frog|pupil|haiku|ink|cipher/u;
    const writer = plays(calls("draw", { name: "a.txt", data: "cipher" }), "old pond", { error: new TypeError("no ink") }, "frog");
    const critic = agent(plays("a pupil's", "APPROVED"), { name: "critic" });

    const result = await refined(agent(writer, { tools: [draw] }), critic, { contents: false });

    expect(result).toMatchObject({ ended: "accepted", output: "frog", rounds: [{ critique: "a pupil's", run: { output: "old pond" } }, {}, { run: { output: "frog" } }] });
    expect(result.rounds[0]?.run.artifact("a.txt")?.bytes).toEqual(new TextEncoder().encode("cipher"));
    const json = JSON.stringify(result);
    expect(json).not.toMatch(secret);
    expect(json).not.toContain(Buffer.from("cipher").toString("base64"));
    expect(JSON.parse(json)).toMatchObject({ goal: "[14 characters]", output: "[4 characters]", rounds: [{ critique: "[9 characters]" }, {}, {}], ended: "accepted" });
  });

  it("keeps no text of a round that failed, either", async () => {
    const writer = plays(calls("draw", { name: "a.txt", data: "cipher" }), { error: new TypeError("no ink") });

    const result = await until(agent(writer, { tools: [draw] }), succeeded, { contents: false, maxRounds: 1 });

    expect(JSON.stringify(result)).not.toMatch(/ink|cipher/u);
    expect(JSON.stringify(result)).not.toContain(Buffer.from("cipher").toString("base64"));
  });
});

describe("the result of a loop", () => {
  it("is plain JSON, whose runs are runs", async () => {
    const result = await refined(agent(plays("one", "two")), agent(plays("No.", "APPROVED"), { name: "critic" }));
    const json = JSON.parse(JSON.stringify(result)) as typeof result;

    expect(Object.keys(json)).toEqual(["goal", "output", "rounds", "ended", "error", "accepted", "seconds", "artifacts", "finalRun", "run"]);
    expect(json.finalRun).toEqual(json.rounds[1]?.run);
    expect([json.run, ...json.rounds.map(({ run }) => run)].map((run) => runSchema.safeParse(run).success)).toEqual([true, true, true]);
    expect(json.rounds.map(({ run }) => [run.id, run.path, run.goal === GOAL])).toEqual([["loop-1:0/1.0", "0/1.0", true], ["loop-1:0/3.0", "0/3.0", false]]);
  });

  it("is the same for the same script on the same clock", async () => {
    const play = () => refined(agent(plays("one", { text: "two", delaySeconds: 2 })), agent(plays({ text: "No.", delaySeconds: 1 }, "APPROVED"), { name: "critic" }));

    expect(JSON.stringify(await play())).toBe(JSON.stringify(await play()));
  });
});
