import { describe, expect, test } from "vitest";
import { z } from "zod";
import { delegate, fromModerator, guardrail, type Guardrail, type Moderator, type Verdict } from "../../../src/index.ts";
import { agent, ask, asks, echo, play } from "./cast.ts";

const flagging = (word: string, names: object): Moderator => ({ check: (text) => ({ flagged: text.includes(word), ...names }) });

describe("moderation", () => {
  test("case 30: a flagged goal ends the run before the model is asked", async () => {
    const { output, stopReason, steps, succeeded, usage } = await play(
      agent("a", ["never asked"], { guardrails: [flagging("bad", { labels: ["toxicity"] })] }),
      { goal: "Do something bad." },
    );

    expect({ output, stopReason, steps, succeeded, calls: usage.subtree.modelCalls }).toEqual({
      output: "blocked by moderation (toxicity)",
      stopReason: "blocked",
      steps: [],
      succeeded: false,
      calls: 0,
    });
  });

  test("case 31: a flagged answer is replaced, and its text is nowhere", async () => {
    const played = await play(agent("a", ["This is bad."], { guardrails: [flagging("is bad", { labels: ["toxicity"] })] }));

    expect([played.output, played.stopReason, played.error]).toEqual([
      "blocked by moderation (toxicity)",
      "blocked",
      "guardrail 'moderator' blocked an answer (toxicity)",
    ]);
    expect(JSON.stringify(played)).not.toContain("is bad");
  });

  test.each([
    { names: { labels: ["toxicity", "spam"] }, category: "toxicity, spam" },
    { names: { categories: ["violence"] }, category: "violence" },
    { names: { categories: { violence: true, hate: false } }, category: "violence" },
    { names: {}, category: "policy" },
  ])("D9: the categories a moderator names are shown, whatever the field is called: $category", async ({ names, category }) => {
    const { output } = await play(agent("a", [], { guardrails: [flagging("", names)] }));

    expect(output).toBe(`blocked by moderation (${category})`);
  });

  test.each<{ title: string; check: () => unknown; note: string }>([
    { title: "throws", check: () => { throw new RangeError("the text was: secret words"); }, note: "guardrail 'moderator' threw RangeError while it checked the goal" },
    { title: "rejects", check: async () => { throw new Error("down"); }, note: "guardrail 'moderator' threw Error while it checked the goal" },
    { title: "throws no error", check: () => { throw "down"; }, note: "guardrail 'moderator' threw something that is no error while it checked the goal" },
    { title: "answers nothing", check: () => undefined, note: "guardrail 'moderator' threw TypeError while it checked the goal" },
    { title: "answers something else", check: () => ({ flagged: "no" }), note: "guardrail 'moderator' threw TypeError while it checked the goal" },
  ])("D10: a moderator that $title blocks, and nothing escapes the run", async ({ check, note }) => {
    const { output, stopReason, error } = await play(agent("a", ["fine"], { guardrails: [{ check } as Moderator] }));

    expect({ output, stopReason, error }).toEqual({ output: "blocked by moderation (guardrail failed)", stopReason: "blocked", error: note });
  });

  test("section 2: a cut run's partial text is checked, too", async () => {
    const played = await play(
      agent("a", [{ ...asks("echo"), text: "This is bad." }], { tools: [echo], budget: { maxSteps: 2 }, guardrails: [flagging("is bad", { labels: ["toxicity"] })] }),
    );

    expect([played.output, played.stopReason]).toEqual(["blocked by moderation (toxicity)", "blocked"]);
    expect(JSON.stringify(played)).not.toContain("is bad");
  });

  test("a specialist that is blocked is one outcome, and its parent goes on", async () => {
    const child = agent("child", ["This is bad."], { guardrails: [flagging("is bad", { labels: ["toxicity"] })] });
    const { steps, output } = await play(agent("lead", [asks(ask("child")), "done"], { team: [delegate(child)] }));

    expect(steps[1]).toMatchObject({
      outcome: "blocked",
      stopReason: "blocked",
      error: "guardrail 'moderator' blocked an answer (toxicity)",
      observation: "[stopped: blocked] blocked by moderation (toxicity)",
    });
    expect(output).toBe("done");
  });
});

describe("guardrails", () => {
  const shout = (verdict: Verdict<string>): Guardrail => guardrail({ name: "shout", answer: () => verdict });

  test("see what the one before let pass, in the order in which they are listed", async () => {
    const add = (name: string): Guardrail => guardrail({ name, answer: (text) => ({ replace: `${text} ${name}` }) });

    expect((await play(agent("a", ["hello"], { guardrails: [add("one"), add("two")] }))).output).toBe("hello one two");
  });

  test("replace a goal before the model sees it", async () => {
    const mask = guardrail({ name: "mask", goal: (text) => ({ replace: text.replace(/\d{4}/u, "****") }) });
    const { goal, steps } = await play(agent("a", ["done"], { guardrails: [mask] }), { goal: "Card 1234." });

    expect([goal, steps.length]).toEqual(["Card ****.", 1]);
  });

  test("replace the arguments of a call, which are checked again", async () => {
    const polite = guardrail({ name: "polite", toolCall: ({ name, arguments: args }) => ({ replace: { ...args, text: `please ${name}` } }) });
    const wrong = guardrail({ name: "wrong", toolCall: () => ({ replace: { text: 3 } }) });
    const script = [asks(["echo", { text: "now" }]), "done"];

    expect((await play(agent("a", script, { tools: [echo], guardrails: [polite] }))).steps[1]).toMatchObject({ observation: "please echo", arguments: { text: "please echo" } });
    expect((await play(agent("a", script, { tools: [echo], guardrails: [polite, wrong] }))).steps[1]?.observation).toBe(
      "AgentToolError: invalid arguments for echo: text: Invalid input: expected string, received number",
    );
  });

  test("block a call: it does not run, the model reads why, and the run goes on", async () => {
    const guardrails = [guardrail({ name: "gate", toolCall: ({ arguments: args }) => (args.text === "no" ? { block: "forbidden" } : "allow") })];
    const { steps, output } = await play(agent("a", [asks(["echo", { text: "no" }], ["echo", { text: "yes" }]), "done"], { tools: [echo], guardrails }));

    expect(steps.slice(1, 3).map(({ observation, error, note }) => ({ observation, failed: error !== null, note }))).toEqual([
      { observation: "AgentToolError: blocked by moderation (forbidden)", failed: true, note: "guardrail 'gate' blocked a call of echo (forbidden)" },
      { observation: "yes", failed: false, note: null },
    ]);
    expect(output).toBe("done");
  });

  test("replace and block what a tool hands back", async () => {
    const guardrails = [guardrail({ name: "clean", toolResult: ({ text }) => (text.includes("ignore") ? { block: "injection" } : { replace: text.toUpperCase() }) })];
    const { steps } = await play(agent("a", [asks(["echo", { text: "fine" }], ["echo", { text: "ignore all" }]), "done"], { tools: [echo], guardrails }));

    expect(steps.slice(1, 3).map(({ observation, output, errorDetail }) => ({ observation, output, errorDetail }))).toEqual([
      { observation: "FINE", output: "FINE", errorDetail: undefined },
      { observation: "AgentToolError: blocked by moderation (injection)", output: "", errorDetail: "guardrail 'clean' blocked the result of echo (injection)" },
    ]);
  });

  test.each([undefined, null, true, {}, { block: "" }, { block: 3 }, { replace: 3 }, "deny"])("fail closed: %j is no verdict, and blocks", async (verdict) => {
    const { stopReason, output, error } = await play(agent("a", ["fine"], { guardrails: [shout(verdict as never)] }));

    expect([stopReason, output, error]).toEqual(["blocked", "blocked by moderation (guardrail failed)", expect.stringContaining("guardrail 'shout' gave no verdict on an answer but ")]);
  });

  test("a goal that is checked in parallel lets the model begin, holds its answer, and can still block it", async () => {
    const order: string[] = [];
    const guardrails = [guardrail({ name: "late", timing: "parallel", goal: async () => { await Promise.resolve(); order.push("checked"); return { block: "late" }; } })];
    const played = await play(agent("a", [() => { order.push("asked"); return "An answer."; }] as never, { guardrails }));

    expect([order, played.stopReason, played.output]).toEqual([["asked", "checked"], "blocked", "blocked by moderation (late)"]);
    expect(JSON.stringify(played)).not.toContain("An answer.");
  });

  test("a goal that is checked in parallel cannot be replaced any more", async () => {
    const guardrails = [guardrail({ name: "late", timing: "parallel", goal: () => ({ replace: "another" }) })];

    expect((await play(agent("a", ["fine"], { guardrails }))).stopReason).toBe("blocked");
  });

  test("a check that never ends ends at the deadline", async () => {
    const guardrails = [guardrail({ name: "stuck", goal: () => new Promise<never>(() => undefined) })];
    const { stopReason, seconds } = await play(agent("a", ["fine"], { guardrails, budget: { maxSeconds: 5 } }));

    expect([stopReason, seconds]).toEqual(["timeout", 5]);
  });

  test("deltas are held until the answer has passed, and are the replacement when it was replaced", async () => {
    const texts: string[] = [];
    const model = { name: "m", supportsTools: true, respond: async (_request: unknown, { onDelta }: { onDelta?: (text: string) => void }) => { onDelta?.("se"); onDelta?.("cret"); return { text: "secret" }; } };
    const guardrails = [guardrail({ name: "mask", answer: () => ({ replace: "masked" }) })];
    const played = await play(agent("a", model as never, { guardrails }), { onEvent: (event) => void (event.type === "model.delta" && texts.push(event.text)) });

    expect([texts, played.output]).toEqual([["masked"], "masked"]);
  });

  test("a structured answer is checked like any other", async () => {
    const moderated = { guardrails: [fromModerator(flagging("bad", { labels: ["toxicity"] }))] };
    const played = await play(agent("a", [asks(["final_answer", { word: "bad" }])], moderated), { returns: z.object({ word: z.string() }) });

    expect([played.stopReason, played.data, JSON.stringify(played).includes('"bad"')]).toEqual(["blocked", undefined, false]);
  });
});
