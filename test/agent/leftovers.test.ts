import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { DefinitionError, delegate, fromAgent, run, scripted, start, tool, type DelegateOptions, type EffectKey, type Model, type RunOptions, type ScriptedCall } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { leftoversOf, watch } from "../support/quiet.ts";
import { richTree } from "../support/rich-tree.ts";

const call = (name: string): ScriptedCall => ({ name, arguments: { goal: "go" } });

/** Values that no code expects to be thrown, returned or handed over. */
const STRANGE: readonly (readonly [title: string, make: () => unknown])[] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["a number", () => 0],
  ["an empty text", () => ""],
  ["a symbol", () => Symbol("strange")],
  ["a function", () => () => undefined],
  ["a list", () => [1]],
  ["an object without prototype", () => Object.create(null) as unknown],
  ["a proxy whose every trap throws", () => hostileProxy({})],
  ["a proxy of an error whose every trap throws", () => hostileProxy(new Error("inner"))],
  ["a revoked proxy", () => revoked()],
  ["an object whose getters throw", () => hostileFields({}, ["text", "calls", "then", "approved", "reason", "result", "usage", "artifacts", "toJSON"])],
  ["an error whose getters throw", () => hostileFields(new Error("inner"), ["stack", "name", "message", "cause", "usage"])],
  ["an error whose cause is itself", () => causedByItself()],
  ["an object that cannot be inspected", () => ({ [Symbol.for("nodejs.util.inspect.custom")]: fail })],
];

/** What an asynchronous function may hand back instead of a promise. */
const THENABLES: readonly (readonly [title: string, make: () => unknown])[] = [
  ["a thenable that throws", () => ({ then: fail })],
  ["a thenable that settles twice", () => ({ then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => (resolve(undefined), reject(new Error("twice"))) })],
  ["a thenable that rejects", () => ({ then: (_: unknown, reject: (error: unknown) => void) => reject(new Error("refused")) })],
  ["a thenable that resolves to a thenable", () => ({ then: (resolve: (value: unknown) => void) => resolve({ then: fail }) })],
];

const warnings: string[] = [];
const keepWarning = (warning: Error): void => void warnings.push(warning.message);

beforeEach(() => void process.on("warning", keepWarning));
afterEach(() => {
  process.off("warning", keepWarning);
  warnings.length = 0;
});

describe("a tool", () => {
  it.each(STRANGE)("that throws %s fails its call, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(() => {
      throw make();
    });

    expect([result.stopReason, result.output, left]).toEqual(["completed", "end", []]);
    expect(result.steps[1]?.error).toMatch(/./u);
  });

  it.each(STRANGE)("that rejects with %s fails its call, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(() => Promise.reject(make()));

    expect([result.stopReason, result.output, left]).toEqual(["completed", "end", []]);
    expect(result.steps[1]?.error).toMatch(/./u);
  });

  it.each([...STRANGE, ...THENABLES])("that returns %s has ended, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(make);

    expect([result.stopReason, result.output, left]).toEqual(["completed", "end", []]);
  });

  it.each(STRANGE)("that resolves to an artifact made of %s has ended, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(async () => ({ text: "bytes", artifacts: [make()] }));

    expect([result.stopReason, result.output, left]).toEqual(["completed", "end", []]);
    expect(result.steps[1]?.error).toMatch(/artifact|hostile|proxy/u);
  });
});

describe("a model", () => {
  it.each(STRANGE)("that throws %s fails its agent, and the one above goes on", async (_title, make) => {
    const { result, left } = await withSpecialist({
      respond: () => {
        throw make();
      },
    });

    expect([result.stopReason, result.steps[1], left]).toMatchObject(["completed", { outcome: "failed", error: expect.stringMatching(/./u) }, []]);
  });

  it.each([...STRANGE, ...THENABLES])("that replies %s fails its agent, and the one above goes on", async (_title, make) => {
    const { result, left } = await withSpecialist({ respond: make as Model["respond"] });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ kind: "agent", outcome: expect.stringMatching(/^(?:failed|empty)$/u) });
  });

  it.each([
    ["a text in the wrong place", { text: 5 }],
    ["calls that are no list", { text: "", calls: "all" }],
    ["a call that is no object", { text: "", calls: [null] }],
    ["a call of nothing", { text: "", calls: [{}] }],
    ["usage that is no number", { text: "fine", usage: { inputTokens: "many", outputTokens: NaN } }],
    ["usage below nothing", { text: "fine", usage: { inputTokens: -1, outputTokens: -1 } }],
    ["usage beyond counting", { text: "fine", usage: { inputTokens: 1e300, outputTokens: Infinity } }],
  ])("that replies %s leaves nothing behind", async (_title, reply) => {
    const { result, left } = await withSpecialist({ respond: () => Promise.resolve(reply as never) });

    expect([result.stopReason, left]).toEqual(["completed", []]);
  });

  it("that hands back a reply and no promise is taken at its word", async () => {
    const { result, left } = await withSpecialist({ respond: () => ({ text: "at once" }) as never });

    expect([result.steps[1]?.observation, left]).toEqual(["at once", []]);
  });

  it("that tells of pieces and tries long after it answered tells nobody", async () => {
    const later: (() => void)[] = [];
    const respond: Model["respond"] = async (_request, { onDelta, onAttempt }) => {
      later.push(() => onDelta?.("late"), () => onAttempt?.({ error: "late" }));
      return { text: "done" };
    };
    const { result, events, left } = await withSpecialist({ respond });
    const [json, told] = [JSON.stringify(result), events.length];

    for (const tell of later) tell();

    expect([JSON.stringify(result), events.length, left]).toEqual([json, told, []]);
  });

  it("that tells nonsense of its pieces and tries is not believed", async () => {
    const respond: Model["respond"] = async (_request, { onDelta, onAttempt }) => {
      for (const [, make] of STRANGE) onDelta?.(make() as string);
      onAttempt?.({ error: hostileProxy({}) as unknown as string });
      return { text: "done" };
    };
    const { result, left } = await withSpecialist({ respond });

    expect([result.steps[1]?.observation, left]).toEqual(["done", []]);
  });
});

describe("an observer", () => {
  it.each<readonly [string, RunOptions["onEvent"]]>([
    ["throws", () => fail()],
    ["rejects", (() => Promise.reject(new Error("hostile")))],
    ["throws a proxy", () => {
      throw hostileProxy({});
    }],
    ["returns a thenable that throws", (() => ({ then: fail }))],
    ["returns a revoked proxy", (() => revoked())],
  ])("that %s at every event changes nothing, and is reported once at most", async (_title, onEvent) => {
    const calm = await richRun({});

    const { result, left } = await richRun({ ...(onEvent ? { onEvent } : {}) });
    await new Promise(setImmediate);

    expect(left).toEqual([]);
    expect(JSON.stringify(result)).toBe(JSON.stringify(calm.result));
    expect(warnings.filter((text) => !text.startsWith("an observer of run rich threw and was ignored: "))).toEqual([]);
    expect(warnings.length).toBeLessThanOrEqual(1);
  });

  it("that throws is reported as a warning that names the run", async () => {
    await richRun({ onEvent: fail });
    await new Promise(setImmediate);

    expect(warnings).toEqual(["an observer of run rich threw and was ignored: Error: hostile"]);
  });
});

describe("an approval", () => {
  it.each([...STRANGE, ...THENABLES])("that answers %s is a refusal, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(() => "done", { approve: make as never });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]?.observation).toMatch(/^AgentToolError: strange was not approved: /u);
  });

  it.each([...STRANGE, ...THENABLES])("that resolves to %s is a refusal, and the run goes on", async (_title, make) => {
    const { result, left } = await withTool(() => "done", { approve: (async () => make()) as never });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]?.observation).toMatch(/^AgentToolError: strange was not approved: /u);
  });

  it.each(STRANGE)("that throws %s is a refusal, and the run goes on", async (_title, make) => {
    const approve = (): never => {
      throw make();
    };

    const { result, left } = await withTool(() => "done", { approve });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]?.observation).toMatch(/^AgentToolError: strange was not approved: asking failed with /u);
  });

  it("that never comes ends at the deadline", async () => {
    const { result, left } = await withTool(() => "done", { approve: () => new Promise(() => undefined), budget: { maxSeconds: 3 } });

    expect([result.stopReason, result.steps[1]?.error, result.seconds, left]).toEqual(["timeout", "timeout", 3, []]);
  });
});

interface Broken {
  readonly title: string;
  readonly journal: unknown;
  readonly stopReason?: string;
}

const nothing = (): undefined => undefined;
const never = (): Promise<never> => new Promise(() => undefined);
const recalling = (make: () => unknown) => ({ recall: (key: EffectKey) => ({ ...key, result: make() }), record: nothing });

describe("a journal", () => {
  it.each<Broken>([
    { title: "throws when asked", journal: { recall: fail, record: nothing } },
    { title: "rejects when asked", journal: { recall: () => Promise.reject(new Error("hostile")), record: nothing } },
    { title: "throws when told", journal: { recall: nothing, record: fail } },
    { title: "rejects when told", journal: { recall: nothing, record: () => Promise.reject(new Error("hostile")) } },
    { title: "never answers", journal: { recall: never, record: nothing }, stopReason: "timeout" },
    { title: "never has stored", journal: { recall: nothing, record: never }, stopReason: "timeout" },
    ...[...STRANGE.slice(1), ...THENABLES.filter(([title]) => !title.includes("twice"))].flatMap(([title, make]): Broken[] => [
      { title: `answers ${title}`, journal: { recall: make, record: nothing } },
      { title: `answers a record whose result is ${title}`, journal: recalling(make) },
      { title: `throws ${title}`, journal: { recall: () => raise(make()), record: nothing } },
      { title: `throws ${title} when told`, journal: { recall: nothing, record: () => raise(make()) } },
    ]),
    { title: "answers a reply without its parts", journal: recalling(() => ({ ok: true })) },
    { title: "answers a reply of the wrong parts", journal: recalling(() => ({ ok: true, reply: { text: 5, calls: 7 } })) },
    { title: "answers the record of another call", journal: { recall: (key: EffectKey) => ({ ...key, id: "0#9", result: { ok: true, reply: { text: "wrong" } } }), record: nothing } },
    { title: "answers the record of another prompt", journal: { recall: (key: EffectKey) => ({ ...key, hash: "old", result: { ok: true, reply: { text: "wrong" } } }), record: nothing } },
  ])("that $title ends the run, and nothing is left", async ({ journal, stopReason = "error" }) => {
    const { result, left } = await withTool(() => "done", { journal: journal as never, budget: { maxSeconds: 3 } });

    expect(left).toEqual([]);
    expect(result.stopReason).toBe(stopReason);
    expect(result.error).toMatch(/./u);
  });
});

describe("a model whose price cannot be read", () => {
  // As long as agents are made of it, its price is unknown; from the first event on it throws.
  const priceless = (): Model & { break: () => void } => {
    const state = { isBroken: false };
    return Object.defineProperty({ ...scripted(["done"]), break: () => void (state.isBroken = true) }, "price", { get: () => (state.isBroken ? fail() : undefined) });
  };

  it("ends the run with an error", async () => {
    const model = priceless();
    const agent = fromAgent({ name: "agent", model });

    const { result, left } = await ended(agent, { onEvent: model.break });

    expect([result.stopReason, result.error, left]).toEqual(["error", "Error: hostile", []]);
  });

  it("fails its agent alone when it is a specialist's", async () => {
    const model = priceless();
    const specialist = fromAgent({ name: "strange", description: "Strange.", model });
    const agent = fromAgent({ name: "agent", model: scripted([{ calls: [call("ask_strange")] }, "end"]), team: [specialist] });

    const { result, left } = await ended(agent, { onEvent: model.break });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ outcome: "failed", error: "Error: hostile" });
  });
});

describe("the terms of a delegation", () => {
  const asked = (terms: DelegateOptions) => {
    const specialist = fromAgent({ name: "calm", description: "Calm.", model: scripted(["an answer"]) });
    const agent = fromAgent({ name: "agent", model: scripted([{ calls: [call("ask_calm")] }, "end"]), team: [delegate(specialist, terms)] });
    return ended(agent, {});
  };

  it.each(STRANGE)("whose goal throws %s refuse it, and the run goes on", async (_title, make) => {
    const { result, left } = await asked({ goal: () => raise(make()) });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ outcome: "refused", error: expect.stringMatching(/./u) });
  });

  it.each(STRANGE)("whose goal is %s refuse it, and the run goes on", async (_title, make) => {
    const { result, left } = await asked({ goal: make as () => string });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ outcome: "refused" });
  });

  it.each(STRANGE)("whose conclusion throws %s fail it, and the run goes on", async (_title, make) => {
    const { result, left } = await asked({ conclusion: () => raise(make()) });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ outcome: "failed", error: expect.stringMatching(/could not be picked: ./u) });
  });

  it.each(STRANGE.filter(([title]) => title !== "an empty text"))("whose conclusion is %s fail it, and the run goes on", async (_title, make) => {
    const { result, left } = await asked({ conclusion: make as () => string });

    expect([result.stopReason, left]).toEqual(["completed", []]);
    expect(result.steps[1]).toMatchObject({ outcome: "failed", error: "the conclusion of 'calm' must be a text" });
  });
});

describe("what the caller's own code gives at the start", () => {
  const clock = (now: () => unknown): RunOptions["clock"] => ({ now: now as () => number, setTimeout: () => null, clearTimeout: () => undefined });

  it.each<readonly [string, RunOptions, string]>([
    ["ids that throw", { ids: fail }, "the run's options: what ids() gives is Error: hostile; allowed: a text that is not empty"],
    ["ids that give no text", { ids: () => 5 as never }, "the run's options: what ids() gives is 5; allowed: a text that is not empty"],
    ["ids that give an empty text", { ids: () => "" }, "the run's options: what ids() gives is ''; allowed: a text that is not empty"],
    ["a clock that throws", { clock: clock(fail) as never }, "the run's options: what clock.now() gives is Error: hostile; allowed: milliseconds since the epoch"],
    ["a clock that gives no number", { clock: clock(() => NaN) as never }, "the run's options: what clock.now() gives is NaN; allowed: milliseconds since the epoch"],
    ["an identity that cannot be read", { identity: hostileProxy({}) }, "the run's options: what identity holds is Error: hostile; allowed: data that can be read"],
  ])("is refused with one sentence before anything starts: %s", async (_title, options, message) => {
    const model = scripted(["unheard"]);
    const agent = fromAgent({ name: "agent", model });

    await expect(run(agent, "go", options)).rejects.toThrow(DefinitionError);
    await expect(run(agent, "go", options)).rejects.toThrow(message);
    expect(() => start(agent, "go", options)).toThrow(message);
    expect(model.requests).toEqual([]);
  });

  it("is refused as it was thrown when a clock cannot set a timer", async () => {
    const agent = fromAgent({ name: "agent", model: scripted(["unheard"]) });
    const options: RunOptions = { clock: { now: () => 0, setTimeout: fail, clearTimeout: () => undefined } };

    await expect(run(agent, "go", options)).rejects.toThrow("hostile");
    expect(() => start(agent, "go", options)).toThrow("hostile");
  });
});

describe("an inspector", () => {
  const warning = "an XState inspector threw and was ignored";

  it.each<readonly [string, RunOptions["inspect"], readonly string[]]>([
    ["that throws", () => fail(), [warning]],
    ["that throws a proxy", () => raise(hostileProxy({})), [warning]],
    ["whose next throws", { next: () => fail() }, [warning]],
  ])("%s changes nothing, and is reported once", async (_title, inspect, told) => {
    const clock = virtualClock();
    const tree = richTree(clock);

    const result = await clock.settle(run(tree.lead, "go", { ...tree.options, ...(inspect ? { inspect } : {}) }));
    await new Promise(setImmediate);

    expect([result.stopReason, result.output, leftoversOf({ run: result, clock })]).toEqual(["completed", "All is known.", []]);
    expect(warnings.map((text) => text.split(":")[0])).toEqual(told);
  });
});

function raise(thing: unknown): never {
  throw thing;
}

function fail(): never {
  throw new Error("hostile");
}

function hostileProxy(target: object): object {
  return new Proxy(target, new Proxy({}, { get: () => fail }));
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function hostileFields(holder: object, names: readonly string[]): object {
  for (const name of names) Object.defineProperty(holder, name, { get: fail, enumerable: true });
  return holder;
}

function causedByItself(): Error {
  const error = new Error("round and round");
  error.cause = error;
  return error;
}

/** An agent whose one tool does what it is told, beside a sibling call that is none of its business. */
async function withTool(execute: () => unknown, options: RunOptions = {}) {
  const strange = tool({ name: "strange", description: "Strange.", parameters: z.object({}), execute, needsApproval: options.approve !== undefined });
  const calm = tool({ name: "calm", description: "Calm.", parameters: z.object({}), execute: () => "calm" });
  const agent = fromAgent({ name: "agent", model: scripted([{ calls: [call("strange"), call("calm")] }, "end"]), tools: [strange, calm] });
  return ended(agent, options);
}

/** An agent that asks a specialist with the model under test. */
async function withSpecialist({ respond }: Pick<Model, "respond">) {
  const specialist = fromAgent({ name: "strange", description: "Strange.", model: { name: "strange", supportsTools: true, respond } , budget: { maxSteps: 3 } });
  const agent = fromAgent({ name: "agent", model: scripted([{ calls: [call("ask_strange")] }, "end"]), team: [specialist] });
  return ended(agent, {});
}

function richRun(options: RunOptions) {
  const clock = virtualClock();
  const tree = richTree(clock);
  return ended(tree.lead, { ...tree.options, ...options, clock }, clock);
}

async function ended(agent: Parameters<typeof watch>[0], options: RunOptions, clock = virtualClock()) {
  const { handle, engine, events } = watch(agent, "go", { clock, ...options });
  const result = await clock.settle(handle.result);
  await clock.advance(10);
  return { result, events, left: leftoversOf({ run: result, engine, events, clock }) };
}
