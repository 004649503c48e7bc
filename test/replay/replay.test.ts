import { describe, expect, it } from "vitest";
import { z } from "zod";
import { delegate, fromAgent, memoryJournal, run, scripted, tool, type AgentLogic, type ModelRequest, type Run } from "../../src/index.ts";
import { tracedCalls } from "../../src/replay/records.ts";
import { renderReplay } from "../../src/replay/render-replay.ts";
import { ReplayError } from "../../src/replay/replay-error.ts";
import type { ReplaySet } from "../../src/replay/changes.ts";
import type { ReplayOptions } from "../../src/replay/replayed.ts";
import { replay } from "../../src/replay/replay.ts";
import { virtualClock } from "../../src/testing/index.ts";

const GOAL = "When is the tide?";

interface Cast {
  readonly instructions?: string;
  readonly picks?: boolean;
}

/** A lead with two specialists, of whom one has a tool. Each object counts what was really asked of it. */
function cast({ instructions = "Look.", picks = false }: Cast = {}) {
  const looked: string[] = [];
  const asked: string[] = [];
  const turns: Readonly<Record<string, unknown>> = {
    "0#1": { calls: [{ name: "ask_researcher", arguments: { goal: "Tides?" } }, { name: "ask_poet", arguments: { goal: "An ode." } }] },
    "0/1.0#1": { calls: [{ name: "look", arguments: { place: "Faro" } }] },
    "0/1.1#1": { text: "O tide.", delaySeconds: 3 },
  };
  const reply = ({ path, turn, messages }: ModelRequest): never => {
    asked.push(`${path}#${turn}`);
    const heard = messages.filter(({ role }) => role === "tool").map(({ content }) => content).join(" & ");
    return (turns[`${path}#${turn}`] ?? { text: `So: ${heard}`, delaySeconds: 1 }) as never; // replies as a script has them
  };
  const model = scripted([reply], { repeatLast: true, name: "old" });
  const look = tool({
    name: "look",
    description: "Looks.",
    parameters: z.object({ place: z.string() }),
    execute: ({ place }) => {
      looked.push(place);
      return `noon at ${place}`;
    },
  });
  const researcher = fromAgent({ name: "researcher", description: "Finds out.", model, tools: [look], instructions });
  const poet = fromAgent({ name: "poet", description: "Writes.", model });
  const terms = picks ? { conclusion: ({ output }: Run) => output.toUpperCase() } : {};
  const agent: AgentLogic = fromAgent({ name: "lead", model, team: [delegate(researcher, terms), poet] });
  return { agent, looked, asked };
}

async function recorded(): Promise<Run> {
  const clock = virtualClock();
  const ended = await clock.settle(run(cast().agent, GOAL, { clock, ids: () => "tides" }));
  return JSON.parse(JSON.stringify(ended)) as Run;
}

/** A replay on a virtual clock, so that what is live takes no time of ours. */
async function replayed(told: Run, options: ReplayOptions) {
  const clock = virtualClock();
  return clock.settle(replay(told, { clock, ...options }));
}

describe("a replay without a change", () => {
  it("asks no model and runs no tool", async () => {
    const { agent, asked, looked } = cast();
    const told = await recorded();
    const { run: again, isSame, replayed: answered } = await replay(told, { agent });

    expect({ asked, looked, isSame, answered }).toEqual({ asked: [], looked: [], isSame: true, answered: 6 });
    expect(JSON.stringify(again)).toBe(JSON.stringify(told));
  });

  it("does not depend on the order in which the answers stand in the trace", async () => {
    const told = await recorded();
    const { isSame } = await replay(
      { ...told, ledger: [...told.ledger].sort((a, b) => a.path.localeCompare(b.path)) },
      { agent: cast().agent },
    );

    expect(isSame).toBe(true);
  });

  it("sees that a trace was changed by hand, and where", async () => {
    const told = await recorded();
    told.goal = "When is it high?";
    const { isSame, divergence } = await replay(told);

    expect({ isSame, id: divergence?.id, messages: divergence?.now?.kind === "model" && divergence.now.messages[1]?.content }).toEqual({ isSame: false, id: "0#1", messages: "When is it high?" });
  });
});

describe("a replay after a code change", () => {
  it("names the first call that differs, with both requests, and goes on live from there alone", async () => {
    const { agent, asked, looked } = cast({ instructions: "Look hard." });
    const { divergence, live, isSame } = await replayed(await recorded(), { agent });

    expect({ isSame, live, asked, looked }).toEqual({ isSame: false, live: ["0/1.0#1", "0/1.0#2"], asked: ["0/1.0#1", "0/1.0#2"], looked: [] });
    expect(divergence).toMatchObject({ id: "0/1.0#1", agent: "researcher", reason: "changed" });
    expect([divergence?.recorded, divergence?.now].map((request) => request?.kind === "model" && request.messages.map(({ content }) => content))).toEqual([
      ["Look.", "Tides?"],
      ["Look hard.", "Tides?"],
    ]);
  });

  it("ends there with live: false, and asks nobody", async () => {
    const { agent, asked, looked } = cast({ instructions: "Look hard." });
    const { divergence, live, run: cut } = await replay(await recorded(), { agent, live: false });

    expect({ asked, looked, live, id: divergence?.id, stopReason: cut.stopReason }).toEqual({ asked: [], looked: [], live: [], id: "0/1.0#1", stopReason: "cancelled" });
  });

  it("names what a picker of conclusions changed where it is read", async () => {
    const { agent, asked } = cast({ picks: true });
    const { divergence } = await replayed(await recorded(), { agent });

    expect(asked).toEqual(["0#2"]);
    expect(divergence).toMatchObject({ id: "0#2", agent: "lead", reason: "changed" });
  });

  it("sees that an account came out otherwise", async () => {
    const told = await recorded();
    const ledger = told.ledger.map((entry, index) => (index === told.ledger.length - 1 ? { ...entry, spent: entry.spent + 1 } : entry));

    expect((await replay({ ...told, ledger }, { agent: cast().agent })).isSame).toBe(false);
  });

  it("reports a difference that no request shows", async () => {
    const { agent } = cast();
    const told = await recorded();
    const { isSame, divergence, run: again } = await replay({ ...told, budget: { ...told.budget, maxSteps: 3 } }, { agent });

    expect({ isSame, divergence, stopReason: again.stopReason }).toEqual({ isSame: false, divergence: null, stopReason: "max_steps" });
  });
});

describe("a what-if", () => {
  it.each([
    { title: "a conclusion", set: { "0/1.0": "At midnight." }, live: ["0#2"], output: "So: At midnight. & O tide." },
    { title: "a conclusion, by the id of its step", set: { "0#1.0": "At midnight." }, live: ["0#2"], output: "So: At midnight. & O tide." },
    { title: "what a model said", set: { "0/1.1#1": "No ode." }, live: ["0#2"], output: "So: So: noon at Faro & No ode." },
    { title: "a tool's result", set: { "0/1.0#1.0": "low" }, live: ["0/1.0#2", "0#2"], output: "So: So: low & O tide." },
    { title: "the last answer", set: { "0#2": "Never." }, live: [], output: "Never." },
    { title: "two things", set: { "0/1.0": "A.", "0/1.1": "B." }, live: ["0#2"], output: "So: A. & B." },
    { title: "a prompt", set: { "researcher.instructions": "Look twice." }, live: ["0/1.0#1", "0/1.0#2"], output: "So: So: noon at Faro & O tide." },
    { title: "the root's prompt", set: { lead: { instructions: "Lead." } }, live: ["0#1", "0#2"], output: "So: So: noon at Faro & O tide." },
  ])("with another $title makes only the calls that depend on it", async ({ set, live, output }) => {
    const { agent, asked, looked } = cast();
    const result = await replayed(await recorded(), { agent, set });

    expect({ live: result.live, asked, looked, output: result.run.output, unused: result.unused }).toEqual({
      live,
      asked: live,
      looked: [],
      output,
      unused: [],
    });
    expect(result.divergence?.id).toBe(live[0]);
  });

  it("with another model asks that model wherever the agent is, and nobody else anew", async () => {
    const { agent, asked } = cast();
    const other = scripted([{ calls: [{ name: "look", arguments: { place: "Faro" } }] }, "At one."], { name: "new" });
    const { run: told, divergence } = await replayed(await recorded(), { agent, set: { researcher: { model: other } } });

    expect({ asked, used: other.requests.length, output: told.output }).toEqual({ asked: ["0#2"], used: 2, output: "So: At one. & O tide." });
    expect(divergence).toMatchObject({ id: "0/1.0#1", reason: "again" });
  });

  it("takes the environment's secrets out of what is set", async () => {
    process.env.REPLAY_TEST_TOKEN = "correct-horse-battery";
    try {
      const set = { "0/1.0": "It is correct-horse-battery.", "0/1.1": "B." };
      const result = await replayed(await recorded(), { agent: cast().agent, set });

      expect(result.run.output).toBe("So: It is [REPLAY_TEST_TOKEN]. & B.");
      expect(JSON.stringify(result)).not.toContain("correct-horse-battery");
    } finally {
      delete process.env.REPLAY_TEST_TOKEN;
    }
  });

  it("with what was said anyway changes nothing", async () => {
    const told = await recorded();
    const { isSame } = await replay(told, { agent: cast().agent, set: { "0/1.1": "O tide." } });

    expect(isSame).toBe(true);
  });

  it("goes on at the recorded time, with as much of the deadline left as the run had", async () => {
    const { agent } = cast();
    const told = await recorded();
    const { run: again } = await replayed(told, { agent, set: { "0/1.0": "At midnight." } });

    expect({ seconds: again.seconds, stopReason: again.stopReason }).toEqual({ seconds: 4, stopReason: "completed" });
  });

  it("says which part of it the replay never came to", async () => {
    const { agent } = cast();
    const { unused } = await replayed(await recorded(), { agent, set: { "0#1": "No need to ask.", "0/1.0#1.0": "low" } });

    expect(unused).toEqual(["0/1.0#1.0"]);
  });

  it.each([
    { set: { "0/1.0": "At midnight." }, says: "a live call would be needed: 'lead' would be asked again at 0#2, because what it reads of 0/1.0#2 is another text; give an agent to ask" },
    { set: { "0/1.0#1.0": "low" }, says: "a live call would be needed: 'researcher' would be asked again at 0/1.0#2, because what it reads of 0/1.0#1.0 is another text; give an agent to ask" },
    { set: { "poet.instructions": "Rhyme." }, says: "a live call would be needed: 'poet' would be asked again at 0/1.1#1, because it has been given another prompt or model; give an agent to ask" },
    { set: { "0#2": "Never." }, says: "nobody reads what 0#2 came to, so another text there changes nothing that was asked; to have the run told with it, give an agent" },
    { set: { "0/9.9": "x" }, says: "set '0/9.9': no specialist was started at 0/9.9, so there is no conclusion" },
    { set: { "0#9": "x" }, says: "set '0#9': the run has no such step" },
    { set: { nobody: { instructions: "x" } }, says: "set 'nobody': no agent of this run has that name; there are lead, poet, researcher" },
    { set: { hello: "x" }, says: "set 'hello': it is none of these: the path of a specialist (0/1.0), the id of a step (0#2.1), or the name of an agent" },
    { set: { __proto__x: "x" }, says: "set '__proto__x': it is none of these: the path of a specialist (0/1.0), the id of a step (0#2.1), or the name of an agent" },
    { set: { researcher: { temperature: 1 } }, says: "set 'researcher': an agent's change is { instructions?, model? }, without 'temperature'" },
    { set: { "0#1.0": "A.", "0/1.0": "B." }, says: "set '0/1.0': it names the same step as '0#1.0'" },
    { set: { poet: { instructions: "A." }, "poet.instructions": "B." }, says: "set 'poet.instructions': the instructions of this agent would be set twice" },
    { set: null, says: "set is null; allowed: an object of keys and what they are to be" },
    { set: new Map([["0#2", "Never."]]), says: "set is Map(1) { '0#2' => 'Never.' }; allowed: an object of keys and what they are to be" },
    { set: ["0#2"], says: "set is [ '0#2' ]; allowed: an object of keys and what they are to be" },
  ])("without an agent, or naming nothing, ends with one line: $says", async ({ set, says }) => {
    await expect(replay(await recorded(), { set: set as ReplaySet })).rejects.toThrow(new ReplayError(says));
  });
});

describe("a replay is refused", () => {
  it("for a trace without contents", async () => {
    const clock = virtualClock();
    const told = JSON.parse(JSON.stringify(await clock.settle(run(cast().agent, GOAL, { clock, contents: false, ids: () => "r" })))) as Run;

    await expect(replay(told)).rejects.toThrow(new ReplayError("run r was kept without contents, so what its models were asked cannot be told"));
  });

  it("for another agent than the one that ran", async () => {
    const other = fromAgent({ name: "other", model: scripted(["x"]) });

    await expect(replay(await recorded(), { agent: other })).rejects.toThrow("the replay of run tides: agent is 'other'; allowed: 'lead', which ran it");
  });

  it.each([{}, { agent: cast().agent }])("for an option that a replay has not", async (given) => {
    const options = { ...given, budget: { maxSteps: 1 } };

    await expect(replay(await recorded(), options)).rejects.toThrow("the replay of run tides: budget is { maxSteps: 1 }; allowed: no key of this name; the keys are agent, set,");
  });

  it("for a run that was asked for data, without the schema", async () => {
    const agent = fromAgent({ name: "clerk", model: scripted([{ calls: [{ name: "final_answer", arguments: { count: 4 } }] }]) });
    const told = JSON.parse(JSON.stringify(await run(agent, "Count.", { returns: z.object({ count: z.number() }) }))) as Run;

    await expect(replay(told, { agent })).rejects.toThrow("returns is undefined; allowed: the schema that the run was asked for data with");
    expect((await replay(told, { agent, returns: z.object({ count: z.number() }) })).isSame).toBe(true);
  });
});

describe("a run that had not ended", () => {
  it("is told as far as it went, and goes on live with its agent", async () => {
    const told = await recorded();
    const [first, ...rest] = told.steps;
    const { children: _children, ...poet } = rest[1] as Extract<Run["steps"][number], { kind: "agent" }>;
    const open = { ...told, stopReason: null, steps: [first, rest[0], { ...poet, children: [{ ..._children[0], open: "running" }], open: "running", outcome: null }] } as unknown as Run;
    const { agent, asked } = cast();
    const { run: ended, divergence } = await replayed(open, { agent });

    expect((await replay(open)).isSame).toBe(true);
    expect({ asked, output: ended.output, divergence: [divergence?.id, divergence?.reason] }).toEqual({ asked: ["0/1.1#1", "0#2"], output: "So: So: noon at Faro & O tide.", divergence: ["0/1.1#1", "open"] });
  });
});

describe("renderReplay", () => {
  it("says that nothing differs, or where, by what, and what was asked live", async () => {
    const told = await recorded();
    const same = await replay(told);
    const changed = await replayed(told, { agent: cast().agent, set: { "0/1.0": "At \u001b[2Jmidnight." } });

    expect(renderReplay(same)).toBe("the same run, byte for byte; 5 calls answered from the trace, no model was asked");
    expect(renderReplay(changed).split("\n")).toEqual([
      "parted at 0#2 of 'lead': it is asked something else",
      "  in message 4 (tool)",
      "  then: So: noon at Faro",
      "  now : At \\e[2Jmidnight.",
      "5 calls answered from the trace",
      "asked live: 1 call (0#2)",
      "ended completed: So: At \\e[2Jmidnight. & O tide.",
    ]);
  });
});

describe("renderReplay of a trace that was changed by hand", () => {
  it("says so", async () => {
    const told = await recorded();
    told.goal = "When is it high?";

    expect(renderReplay(await replay(told)).split("\n")).toEqual([
      "0#1 of 'lead' was asked something else than its trace says",
      "the trace was changed, or another version of this program wrote it",
      "3 calls answered from the trace",
    ]);
  });
});

describe("the journal of a run and its trace", () => {
  it("hold the same answers", async () => {
    const clock = virtualClock();
    const journal = memoryJournal();
    const told = await clock.settle(run(cast().agent, GOAL, { clock, journal }));
    const traced = tracedCalls(JSON.parse(JSON.stringify(told)) as Run, { texts: new Map(), asked: new Set() }).records.filter(({ kind }) => kind !== "approval");
    const inOrder = <Item extends { readonly id: string }>(list: readonly Item[]): Item[] =>
      [...list].sort((a, b) => (a.id < b.id ? -1 : 1));

    expect(inOrder(traced).map(({ id, kind, hash, startedAt, seconds }) => ({ id, kind, hash, startedAt, seconds }))).toEqual(
      inOrder(journal.records).map(({ id, kind, hash, startedAt, seconds }) => ({ id, kind, hash, startedAt, seconds })),
    );
  });
});
