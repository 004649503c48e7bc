import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  fromAgent,
  memoryJournal,
  ModelError,
  run,
  scripted,
  tool,
  type AgentLogic,
  type EffectKey,
  type EffectRecord,
  type Journal,
  type MemoryJournal,
  type Model,
  type ModelRequest,
  type Run,
  type RunOptions,
  type ScriptByPath,
} from "../../src/index.ts";
import { gate, virtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const ask = (name: string, goal: string) => call(`ask_${name}`, { goal });

const SCRIPT: ScriptByPath = {
  "0": [
    { text: "I split this.", calls: [ask("researcher", "left"), ask("researcher", "right"), call("draw"), call("fail"), call("ghost")], delaySeconds: 0.1, usage: { inputTokens: 90, outputTokens: 20 } },
    { calls: [ask("clerk", "file it")], reasoning: "It is to be filed." },
    { text: "All is known.", delaySeconds: 0.1 },
  ],
  "0/2.0": [{ error: new ModelError("no paper", { usage: { inputTokens: 5, outputTokens: 0 } }) }],
  "*": [{ calls: [call("look", { at: "the moon" })], delaySeconds: 0.2 }, { text: "I looked.", delaySeconds: 0.1 }],
};

interface Cast {
  readonly lead: AgentLogic;
  /** The ids of the steps whose work was really done. */
  readonly done: string[];
}

/** A team whose models and tools tell what they really did; `silent` ones throw when they are asked at all. */
function castOf({ script = SCRIPT, instructions = "Read.", silent = false }: { script?: ScriptByPath; instructions?: string; silent?: boolean } = {}): Cast {
  const done: string[] = [];
  const played = scripted.byPath(script);
  const model: Model = {
    ...played,
    respond(request: ModelRequest, options) {
      if (silent) throw new Error(`the model was asked for ${request.path}#${request.turn}`);
      done.push(`${request.path}#${request.turn}`);
      return played.respond(request, options);
    },
  };
  const toolOf = (name: string, execute: () => unknown) =>
    tool({
      name,
      description: `The tool ${name}.`,
      parameters: z.object({ at: z.string().optional() }),
      execute: (_args, { path }) => {
        if (silent) throw new Error(`the tool ${name} was run`);
        done.push(`${path} ${name}`);
        return execute();
      },
    });
  const tools = [
    toolOf("look", () => ({ seen: ["a crater"] })),
    toolOf("draw", () => ({ text: "drawn", artifacts: [{ name: "moon.png", data: new Uint8Array([0, 200, 255]), description: "The moon." }] })),
    toolOf("fail", () => {
      throw new RangeError("out of paint");
    }),
  ];
  const researcher = fromAgent({ name: "researcher", description: "Reads.", model, tools, instructions });
  const clerk = fromAgent({ name: "clerk", description: "Files.", model });
  return { lead: fromAgent({ name: "lead", model, tools, team: [researcher, clerk] }), done };
}

async function play({ lead }: Cast, options: RunOptions): Promise<Run> {
  const clock = virtualClock();
  const result = await clock.settle(run(lead, "go", { clock, ids: () => "journaled", ...options }));
  expect(leftoversOf({ run: result, clock })).toEqual([]);
  return result;
}

const TIMES: ReadonlySet<string> = new Set(["startedAt", "seconds", "queuedSeconds", "ledger", "errorDetail"]);

function withoutTimes(result: Run): unknown {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (TIMES.has(key) ? undefined : value));
}

/** The same journal with every answer a promise away. */
function asynchronous(journal: MemoryJournal): Journal {
  return { recall: async (key) => journal.recall(key), record: async (record) => journal.record(record) };
}

describe("a run over the journal of an earlier one", () => {
  it.each<readonly [string, (journal: MemoryJournal) => Journal]>([
    ["in memory", (journal) => journal],
    ["that answers with promises", asynchronous],
    ["that was stored as JSON and read again", ({ records }) => memoryJournal(JSON.parse(JSON.stringify(records)) as EffectRecord[])],
  ])("is the same run, with no model asked and no tool run: one %s", async (_title, again) => {
    const journal = memoryJournal();
    const first = await play(castOf(), { journal });

    const second = await play(castOf({ silent: true }), { journal: again(journal) });

    expect(first).toMatchObject({ stopReason: "completed", output: "All is known." });
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
    expect(second.artifact("moon.png")?.bytes).toEqual(new Uint8Array([0, 200, 255]));
    expect(second.seconds).toBe(0);
  });

  it("can be recorded by a journal that answers with promises just as well", async () => {
    const journal = memoryJournal();
    const first = await play(castOf(), { journal: asynchronous(journal) });

    const second = await play(castOf({ silent: true }), { journal });

    expect(withoutTimes(second)).toEqual(withoutTimes(first));
  });

  it("does not depend on the order in which calls were made or on the slots there are", async () => {
    const journal = memoryJournal();
    const first = await play(castOf(), { journal, concurrency: { model: 1, tools: 1 } });

    const second = await play(castOf({ silent: true }), { journal: memoryJournal([...journal.records].reverse()) });

    expect(withoutTimes(second)).toEqual(withoutTimes(first));
  });

  it("shows the tries that had failed inside a model call, and what they used", async () => {
    const attempt = { error: "busy", status: 429, waitSeconds: 1, usage: { inputTokens: 7, outputTokens: 0 } };
    const retrying: Model = {
      name: "retrying",
      supportsTools: false,
      respond: async (_request, { onAttempt }) => {
        onAttempt?.(attempt);
        return { text: "at last", usage: { inputTokens: 10, outputTokens: 2 } };
      },
    };
    const journal = memoryJournal();
    const first = await play({ lead: fromAgent({ name: "agent", model: retrying }), done: [] }, { journal });

    const second = await play({ lead: fromAgent({ name: "agent", model: { ...retrying, respond: () => Promise.reject(new Error("asked")) } }), done: [] }, { journal });

    expect(first.steps).toMatchObject([{ attempts: [attempt], usage: { own: { modelCalls: 2, inputTokens: 17, outputTokens: 2 } } }]);
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
  });
});

describe("a changed prompt", () => {
  const changedAnswer = { ...SCRIPT, "0/1.1": [{ calls: [call("look", { at: "the moon" })] }, "I looked again."] };

  it("is asked of the model from there on, while all others still come from the journal", async () => {
    const journal = memoryJournal();
    await play(castOf(), { journal });
    const changed = castOf({ instructions: "Read twice." });

    const result = await play(changed, { journal });

    // The researchers' prompts are new; what they look at, and what they come to, is not.
    expect([...changed.done].sort()).toEqual(["0/1.0#1", "0/1.0#2", "0/1.1#1", "0/1.1#2"]);
    expect(result.output).toBe("All is known.");
  });

  it("of a specialist that comes to another answer changes the next prompt of the agent above, and nobody else's", async () => {
    const journal = memoryJournal();
    await play(castOf(), { journal });
    const without = memoryJournal(journal.records.filter(({ id }) => id !== "0/1.1#2"));
    const changed = castOf({ script: { ...changedAnswer, "0": SCRIPT["0"]!.slice(1), "0/1.1": ["I looked again."] } });

    const result = await play(changed, { journal: without });

    expect(changed.done).toEqual(["0/1.1#2", "0#2", "0#3"]);
    expect(result.steps[2]?.observation).toBe("I looked again.");
  });

  it("is recorded beside the old one, so that both can be played again", async () => {
    const journal = memoryJournal();
    const first = await play(castOf(), { journal });
    const second = await play(castOf({ instructions: "Read twice." }), { journal });

    const again = [await play(castOf({ silent: true }), { journal }), await play(castOf({ silent: true, instructions: "Read twice." }), { journal })];

    expect(again.map(withoutTimes)).toEqual([withoutTimes(first), withoutTimes(second)]);
  });
});

describe("what is recorded", () => {
  it("is every model call and tool call that ended by itself, with its key and its times", async () => {
    const journal = memoryJournal();

    const result = await play(castOf(), { journal });

    const effects = allSteps(result.steps).filter(({ kind, name }) => kind === "model" || (kind === "tool" && name !== "ghost"));
    expect(journal.records.map(({ id }) => id).sort()).toEqual(effects.map(({ id }) => id).sort());
    for (const step of effects) {
      const { result: _, ...record } = journal.records.find(({ id }) => id === step.id) as EffectRecord;
      const hash = step.kind === "model" ? { hash: step.requestHash } : {};
      expect(record).toMatchObject({ kind: step.kind, ...hash, startedAt: step.startedAt, seconds: step.seconds });
    }
  });

  it("is never a call that was cut: a run over the journal of a cancelled one makes only what is missing", async () => {
    const journal = memoryJournal();
    const clock = virtualClock();
    const cut = castOf();
    const { handle } = watch(cut.lead, "go", { clock, journal });
    await clock.advance(0.35);
    handle.cancel();
    await handle.result;
    await clock.advance(10);

    const resumed = castOf({ script: { ...SCRIPT, "0": SCRIPT["0"]!.slice(1), "0/1.0": ["I looked."], "0/1.1": ["I looked."] } });
    const result = await play(resumed, { journal });

    expect(cut.done.filter((id) => id.includes("#"))).toEqual(["0#1", "0/1.0#1", "0/1.1#1", "0/1.0#2", "0/1.1#2"]);
    expect([...resumed.done].sort()).toEqual(["0#2", "0#3", "0/1.0#2", "0/1.1#2", "0/2.0#1"]);
    expect(withoutTimes(result)).toEqual(withoutTimes(await play(castOf(), {})));
  });

  it("is also that a tool call ran into its time limit, so that it does not run again", async () => {
    const journal = memoryJournal();
    let calls = 0;
    const slow = tool({ name: "slow", description: "Slow.", parameters: z.object({}), timeoutSeconds: 1, execute: () => new Promise(() => (calls += 1)) });
    const cast = (): Cast => ({ lead: fromAgent({ name: "agent", model: scripted([{ calls: [call("slow")] }, "end"]), tools: [slow] }), done: [] });

    const first = await play(cast(), { journal });
    const again = await play(cast(), { journal });

    expect(journal.records.map(({ id }) => id)).toEqual(["0#1", "0#1.0", "0#2"]);
    expect([first, again].map(({ steps }) => [steps[1]?.observation, steps[1]?.note])).toEqual(
      Array(2).fill(["AgentToolError: slow did not finish within 1 s", "still running"]),
    );
    expect(calls).toBe(1);
  });

  it("is stored before the run goes on", async () => {
    const held = gate();
    const journal: Journal = { recall: () => undefined, record: ({ id }) => held.pass(id, new AbortController().signal) };
    const cast = castOf();
    const clock = virtualClock();
    const ended = run(cast.lead, "go", { clock, journal });

    await clock.advance(5);
    const waiting = [...held.waiting];
    held.open();
    await clock.settle(ended);

    expect(waiting).toEqual(["0#1"]);
  });

  it("is asked for under the step's own place and a fingerprint, never by order of arrival", async () => {
    const asked: EffectKey[] = [];
    const journal: Journal = { recall: (key) => void asked.push(key), record: () => undefined };

    await play(castOf(), { journal });

    const kinds = new Set(asked.map(({ kind, id }) => `${kind} ${/\.\d+$/u.test(id.replace(/^.*#/u, "")) ? "call" : "turn"}`));
    expect([...kinds].sort()).toEqual(["model turn", "tool call"]);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
    expect(asked.every(({ hash }) => /^[\w-]{22}$/u.test(hash))).toBe(true);
  });
});
