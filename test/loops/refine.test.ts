import { describe, expect, it } from "vitest";
import { render, type AgentDefinition, type ScriptedReply } from "../../src/index.ts";
import { agent, calls, draw, goalsOf, GOAL, look, plays, refined, saidBy, summaryOf } from "./cast.ts";

function critic(...replies: readonly ScriptedReply[]) {
  return criticWith({}, ...replies);
}

function criticWith(rest: Partial<AgentDefinition>, ...replies: readonly ScriptedReply[]) {
  return agent(plays(...replies), { name: "critic", ...rest });
}

describe("refine", () => {
  it("case 56: ends at round one with no critique when the critic approves", async () => {
    const result = await refined(agent(plays("one", "two")), critic("APPROVED"));

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", true, null]],
      ended: "accepted",
      output: "one",
      error: null,
      accepted: true,
      stopReason: "completed",
    });
  });

  it("case 57: drives draft two by the critique, whose prompt has the goal, the old draft and the critique", async () => {
    const model = plays("An old pond.", "A frog leaps in.");

    const result = await refined(agent(model), critic("Where is the frog?", "APPROVED"));

    expect(goalsOf(model)[1]).toBe(
      [
        GOAL,
        "",
        "Your last draft is quoted between two lines of equals signs:",
        "=====",
        "An old pond.",
        "=====",
        "",
        "The critique of it, quoted between two lines of equals signs:",
        "=====",
        "Where is the frog?",
        "=====",
        "",
        "Write the next draft: the whole of it, with the critique answered.",
      ].join("\n"),
    );
    expect(summaryOf(result)).toMatchObject({
      rounds: [[0, "An old pond.", false, "Where is the frog?"], [1, "A frog leaps in.", true, null]],
      output: "A frog leaps in.",
    });
  });

  it("case 58: keeps the last draft, not accepted, when it is never approved", async () => {
    const result = await refined(agent(plays("one", "two")), critic("No.", "Still no."), { maxRounds: 2 });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, "No."], [1, "two", false, "Still no."]],
      ended: "out_of_rounds",
      output: "two",
      error: null,
      accepted: false,
      stopReason: "error",
    });
  });

  it.each(["approved", "Approved", "  APPROVED.\n", "**Approved!**", "`APPROVED`"])("case 59: takes %j for an approval", async (reply) => {
    expect((await refined(agent(plays("one")), critic(reply))).ended).toBe("accepted");
  });

  it.each(["Approved, but rename x.", "Not approved", "APPROVED APPROVED", "I approve.", "disapproved", "APPROVED\n\nP.S. rename x"])(
    "takes %j for a critique",
    async (reply) => {
      const result = await refined(agent(plays("one", "two")), critic(reply, "APPROVED"));

      expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, reply], [1, "two", true, null]] });
    },
  );

  it("case 60: shows the critic the goal and the work, and how to approve", async () => {
    const model = plays("APPROVED");

    await refined(agent(plays("An old pond.")), agent(model, { name: "critic" }));

    expect(goalsOf(model)).toEqual([
      [
        "Review a draft against the goal it was written for. Judge what is there, not what may be meant.",
        "",
        "If nothing has to change, reply with APPROVED and nothing else. Otherwise reply with what has to change, and why.",
        "",
        "The goal is quoted between two lines of equals signs:",
        "=====",
        GOAL,
        "=====",
        "",
        "The draft is quoted between two lines of equals signs:",
        "=====",
        "An old pond.",
        "=====",
      ].join("\n"),
    ]);
  });

  it("tells the critic what the caller wants it to do, and in any case how to approve", async () => {
    const model = plays("APPROVED");

    await refined(agent(plays("one")), agent(model, { name: "critic" }), { criticPrompt: "Count the syllables." });

    expect(goalsOf(model)[0]).toMatch(/^Count the syllables\.\n\nIf nothing has to change, reply with APPROVED and nothing else\./u);
  });

  it.each<{
    readonly title: string;
    readonly replies: readonly ScriptedReply[];
    readonly rest?: Partial<AgentDefinition>;
    readonly says: string;
  }>([
    {
      title: "failed",
      replies: [{ error: new TypeError("no glasses") }],
      says: "LoopError: the critic failed in round 1: TypeError: no glasses",
    },
    {
      title: "was cut short",
      replies: [{ text: "APPROVED", calls: [{ name: "look", arguments: { name: "a" } }] }],
      rest: { tools: [look], budget: { maxSteps: 2 } },
      says: "LoopError: the critic was cut short in round 1: max_steps",
    },
    {
      title: "ran out of its own time",
      replies: [{ text: "APPROVED", delaySeconds: 10 }],
      rest: { budget: { maxSeconds: 1 } },
      says: "LoopError: the critic was cut short in round 1: timeout",
    },
    { title: "said nothing", replies: [""], says: "LoopError: the critic said nothing in round 1" },
    { title: "said nothing but blanks", replies: [" \n\t"], says: "LoopError: the critic said nothing in round 1" },
    {
      title: "was blocked",
      replies: ["APPROVED"],
      rest: { guardrails: [{ check: () => ({ flagged: true, categories: ["praise"] }) }] },
      says: "LoopError: the critic failed in round 1: guardrail 'moderator' blocked the goal (praise)",
    },
  ])("lets the draft stand and ends `failed` when the critic $title", async ({ replies, rest = {}, says }) => {
    const writer = plays("one", "two");

    const result = await refined(agent(writer), criticWith(rest, ...replies));

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null]],
      ended: "failed",
      output: "one",
      error: says,
      accepted: false,
      stopReason: "error",
    });
    expect(writer.requests).toHaveLength(1);
  });

  it("shows no critic a draft that was cut short, which can not be approved, and asks for the whole of it", async () => {
    const writer = plays({ text: "An old", calls: [{ name: "look", arguments: { name: "a" } }] }, "An old pond.");
    const reviewer = plays("APPROVED");

    const result = await refined(agent(writer, { tools: [look], budget: { maxSteps: 2 } }), agent(reviewer, { name: "critic" }));

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "An old", false, null], [1, "An old pond.", true, null]] });
    expect(reviewer.requests).toHaveLength(1);
    expect(goalsOf(writer)[1]).toBe(
      [
        GOAL,
        "",
        "Your last draft was cut short (max_steps). What there was of it is quoted between two lines of equals signs:",
        "=====",
        "An old",
        "=====",
        "",
        "Write the whole draft, and finish it this time.",
      ].join("\n"),
    );
  });

  it("shows no critic an empty draft, and asks for one", async () => {
    const writer = plays(" ", "An old pond.");
    const reviewer = plays("APPROVED");

    const result = await refined(agent(writer), agent(reviewer, { name: "critic" }));

    expect(goalsOf(writer)[1]).toBe(`${GOAL}\n\nYour last draft was empty. Write the draft.`);
    expect(result).toMatchObject({ ended: "accepted", output: "An old pond." });
  });

  it("plays a round whose worker failed again on the same prompt, and feeds no error to anyone", async () => {
    const writer = plays("one", { error: new TypeError("no ink") }, "three");
    const reviewer = plays("Longer.", "APPROVED");

    const result = await refined(agent(writer), agent(reviewer, { name: "critic" }));

    expect(goalsOf(writer)[2]).toBe(goalsOf(writer)[1]);
    expect([...goalsOf(writer), ...goalsOf(reviewer)].join("\n")).not.toContain("no ink");
    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, "Longer."], [1, "TypeError: no ink", false, null], [2, "three", true, null]] });
  });

  it("lets an agent be its own critic", async () => {
    const self = agent(plays("one", "APPROVED"));

    const result = await refined(self, self);

    expect(result.ended).toBe("accepted");
    expect(result.run.steps.map(({ name }) => name)).toEqual(["chat", "ask_writer", "chat", "review_writer", "chat"]);
  });

  it("tells apart a worker and a critic whose names differ beyond what a call's name can hold", async () => {
    const long = "w".repeat(63);

    const result = await refined(agent(plays("one"), { name: `${long}a` }), agent(plays("APPROVED"), { name: `${long}b` }));

    expect(result.run.steps.filter(({ kind }) => kind === "agent").map(({ name }) => name)).toEqual([`ask_${"w".repeat(60)}`, `review_${"w".repeat(57)}`]);
    expect(result).toMatchObject({ ended: "accepted", output: "one" });
  });

  it("hands the critic what was produced with the draft, and the next round what is to be done better", async () => {
    const reviewer = plays(calls("look", { name: "writer/haiku.txt" }), "Too long.", calls("look", { name: "writer-2/haiku.txt" }), "APPROVED");
    const writer = plays(
      calls("draw", { name: "haiku.txt", data: "long" }),
      "one",
      calls("look", { name: "writer/haiku.txt" }),
      calls("draw", { name: "haiku.txt", data: "short" }),
      "two",
    );

    const result = await refined(agent(writer, { tools: [draw, look] }), agent(reviewer, { name: "critic", tools: [look] }));

    const looks = result.run.steps.flatMap((step) => (step.kind === "agent" ? step.children : [])).filter(({ name }) => name === "look");
    expect(looks.map(({ observation }) => observation)).toEqual(["long", "long", "short"]);
    expect(goalsOf(reviewer)[0]).toContain('\n=====\n"writer/haiku.txt"\n=====');
    expect(result.artifacts.map(({ name }) => name)).toEqual(["haiku.txt"]);
  });

  it("has a trace with every draft, every critique, and what the loop made of them", async () => {
    const result = await refined(agent(plays("Draft one.", "Draft two.")), critic("Too short.", "Approved!"));

    expect(render(result.run, { width: 110 })).toBe(
      [
        '✓ refine_loop "Write a haiku."',
        "│ completed · 0 s · 13 steps (9 own) · 566 tokens (0 own) · 4 specialists",
        "├─ ✓ model chat → called ask_writer: round 1 of 3                                                0 s",
        '├─ ✓ agent ask_writer "Write a haiku." → answered in 1 step: Draft one.                          0 s    82 tok',
        "│  ╰─ ✓ model chat → answered: Draft one.                                                        0 s   ~82 tok",
        "├─ ✓ model chat → called ask_critic: the draft of round 1 goes to the critic                     0 s",
        '├─ ✓ agent ask_critic "Review a draft against the goal it was… → answered in 1 step: Too short.  0 s   171 tok',
        "│  ╰─ ✓ model chat → answered: Too short.                                                        0 s  ~171 tok",
        "├─ ✓ model chat → called ask_writer: round 1 was not approved; round 2 of 3                      0 s",
        '├─ ✓ agent ask_writer "Write a haiku. Your last draft is quot… → answered in 1 step: Draft two.  0 s   142 tok',
        "│  ╰─ ✓ model chat → answered: Draft two.                                                        0 s  ~142 tok",
        "├─ ✓ model chat → called ask_critic: the draft of round 2 goes to the critic                     0 s",
        '├─ ✓ agent ask_critic "Review a draft against the goal it was… → answered in 1 step: Approved!   0 s   171 tok',
        "│  ╰─ ✓ model chat → answered: Approved!                                                         0 s  ~171 tok",
        "╰─ ✓ model chat → answered: Draft two.                                                           0 s",
      ].join("\n"),
    );
    expect(saidBy(result)).toEqual([
      "round 1 of 3",
      "the draft of round 1 goes to the critic",
      "round 1 was not approved; round 2 of 3",
      "the draft of round 2 goes to the critic",
      "Draft two.",
    ]);
  });
});
