import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { z } from "zod";
import { delegate, fromAgent, memoryJournal, run, scripted, tool, type AgentLogic, type Model, type ModelCallOptions, type ModelReply, type ModelRequest, type RunOptions } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { leftoversOf, watch } from "../support/quiet.ts";

const SECRET = 'troupe-t3st"s3cret'; // with a quote, so that it reads differently inside JSON
const NAME = "TROUPE_TEST_API_KEY";
const MARK = `[${NAME}]`;

beforeEach(() => void (process.env[NAME] = SECRET));
afterEach(() => void delete process.env[NAME]);

/** Everything of a text that a secret may stand in. */
const leaks = (text: string): boolean => text.includes(SECRET) || text.includes(JSON.stringify(SECRET).slice(1, -1)) || text.includes(Buffer.from(SECRET).toString("base64"));

/** A run in which whatever may hold the secret does, and everything that it showed to a model, an observer or a journal. */
async function leakyRun({ goal = `go with ${SECRET}`, ...options }: RunOptions & { goal?: string } = {}) {
  const clock = virtualClock();
  const shown: unknown[] = [];
  const journal = memoryJournal();
  const { handle, engine, events } = watch(leakyCast(shown), goal, {
    clock,
    journal,
    ids: () => "leaky",
    identity: { token: SECRET },
    artifacts: [{ name: `given-${SECRET}`, data: `given ${SECRET}`, description: SECRET, mediaType: `text/${SECRET}` }],
    onEvent: (event) => shown.push(JSON.stringify(event)),
    approve: (request) => {
      shown.push(JSON.stringify({ ...request, signal: null }));
      return { approved: false, reason: `not with ${SECRET}` };
    },
    ...options,
  });
  await clock.advance(0.05);
  shown.push(JSON.stringify(handle.snapshot()));
  const result = await clock.settle(handle.result);
  shown.push(JSON.stringify(result), JSON.stringify(journal.records));
  expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  return { result, shown: shown as string[] };
}

function leakyCast(shown: unknown[]): AgentLogic {
  const terms = { description: `Says ${SECRET}.`, parameters: z.object({ text: z.string().optional().describe(SECRET) }).catchall(z.unknown()) };
  const bytes = new TextEncoder().encode(`bytes of ${SECRET}`);
  const tools = [
    tool({ ...terms, name: "say", execute: () => ({ says: SECRET, [SECRET]: [SECRET] }) }),
    tool({ ...terms, name: "fail", execute: () => Promise.reject(new Error(`failed with ${SECRET}`, { cause: { key: SECRET } })) }),
    tool({ ...terms, name: "keep", execute: () => ({ text: SECRET, artifacts: [{ name: `of-${SECRET}`, data: bytes, description: SECRET, mediaType: SECRET }] }) }),
    tool({ ...terms, name: "echo", execute: ({ text }) => text }),
    tool({ ...terms, name: "guarded", needsApproval: true, execute: () => "never" }),
  ];
  const helper = fromAgent({ name: "helper", description: `Helps with ${SECRET}.`, model: leakyModel(shown), instructions: `Use ${SECRET}.`, tools });
  const broken = fromAgent({ name: "broken", description: "Fails.", model: { ...leakyModel(shown), respond: () => Promise.reject(new Error(`no ${SECRET}`)) } });
  const asked = delegate(helper, { goal: () => `help with ${SECRET}`, conclusion: () => `it was ${SECRET}` });
  return fromAgent({ name: "lead", model: leakyModel(shown), instructions: `You know ${SECRET}.`, tools, team: [asked, broken] });
}

/** A model that says the secret in every field there is. */
function leakyModel(shown: unknown[]): Model {
  const names = ["say", "fail", "keep", "echo", "guarded", "ask_helper", "ask_broken", `ghost-${SECRET}`];
  const turns = scripted.byPath({
    "0": [{ calls: names.map((name, index) => ({ id: `${index}-${SECRET}`, name, arguments: { text: SECRET, goal: SECRET, [SECRET]: { [SECRET]: [SECRET] } } })), delaySeconds: 0.1 }, SECRET],
    "*": [{ calls: [{ name: "say", arguments: JSON.stringify({ text: SECRET }) }, { name: "say", arguments: `broken ${SECRET}` }] }, SECRET],
  });
  return {
    ...turns,
    name: "leaky",
    async respond(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
      shown.push(JSON.stringify(request));
      options.onDelta?.(`piece of ${SECRET}`);
      options.onAttempt?.({ error: `busy with ${SECRET}` });
      return { ...(await turns.respond(request, options)), reasoning: SECRET, finishReason: SECRET };
    },
  };
}

describe("the value of a secret environment variable", () => {
  it("reaches no model, no trace, no event, no approval and no journal, wherever it stood", async () => {
    const { result, shown } = await leakyRun();

    expect(shown.filter(leaks)).toEqual([]);
    expect(result).toMatchObject({ goal: `go with ${MARK}`, instructions: `You know ${MARK}.`, output: MARK, stopReason: "completed" });
    expect(shown.length).toBeGreaterThan(50);
  });

  it("is marked with the variable's name where it stood", async () => {
    const { result } = await leakyRun();

    expect(result.steps.map(({ name, observation }) => [name, observation])).toEqual([
      ["chat", ""],
      ["say", `{"says":"${MARK}","${MARK}":["${MARK}"]}`],
      ["fail", `Error: failed with ${MARK}`],
      ["keep", MARK],
      ["echo", MARK],
      ["guarded", `AgentToolError: guarded was not approved: not with ${MARK}`],
      ["ask_helper", `it was ${MARK}`],
      ["ask_broken", `[stopped: error] Error: no ${MARK}`],
      [`ghost-${MARK}`, `unknown tool 'ghost-${MARK}'; available: ask_broken, ask_helper, echo, fail, guarded, keep, say`],
      ["chat", ""],
    ]);
    expect(result.artifacts.map(({ name, description, mediaType }) => [name, description, mediaType])).toEqual([
      [`given-${MARK}`, MARK, `text/${MARK}`],
      [`of-${MARK}`, MARK, MARK],
    ]);
    expect(new TextDecoder().decode(result.artifact(`of-${MARK}`)?.bytes)).toBe(`bytes of ${MARK}`);
  });

  it("is not in what is told of a cancel", async () => {
    const { result, shown } = await leakyRun({ signal: AbortSignal.abort(new Error(`stop ${SECRET}`)) });

    expect(result.error).toBe(`cancelled: Error: stop ${MARK}`);
    expect(shown.filter(leaks)).toEqual([]);
  });

  it("is not in the snapshot that XState persists", async () => {
    const clock = virtualClock();
    const actor = createActor(leakyCast([]), { input: { goal: SECRET, clock } }).start();
    await clock.advance(0.2);

    expect(leaks(JSON.stringify(actor.getPersistedSnapshot()))).toBe(false);
    actor.stop();
  });

  it("is not in the warning about an observer that throws", async () => {
    const warnings: string[] = [];
    const keep = ({ message }: Error): void => void warnings.push(message);
    process.on("warning", keep);
    const model = scripted(["done"]);

    const { handle } = watch(fromAgent({ name: "agent", model }), "go", {
      ids: () => "warned",
      onEvent: () => {
        throw new Error(`seen ${SECRET}`);
      },
    });
    await handle.result;
    await new Promise(setImmediate);
    process.off("warning", keep);

    expect(warnings).toEqual([`an observer of run warned threw and was ignored: Error: seen ${MARK}`]);
  });

  it("is still what a tool is given: whom the run acts for is the caller's own business", async () => {
    const seen: unknown[] = [];
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), execute: (_args, { identity }) => void seen.push(identity) });
    const agent = fromAgent({ name: "agent", model: scripted([{ calls: [{ name: "look", arguments: {} }] }, "end"]), tools: [look] });

    await watch(agent, "go", { identity: { token: SECRET } }).handle.result;

    expect(seen).toEqual([{ token: SECRET }]);
  });
});

describe("a variable that is no secret", () => {
  it.each([
    ["a short value", NAME, "short"],
    ["another name", "TROUPE_TEST_PLACE", "somewhere-long"],
  ])("is left as it is: %s", async (_title, name, value) => {
    process.env[name] = value;
    const agent = fromAgent({ name: "agent", model: scripted([`it is ${value}`]) });

    const result = await watch(agent, `what is ${value}?`).handle.result;
    delete process.env[name];

    expect([result.goal, result.output]).toEqual([`what is ${value}?`, `it is ${value}`]);
  });
});

describe("a secret in a streamed answer", () => {
  it.each([
    { title: "in one piece", pieces: [`it is ${SECRET}.`] },
    { title: "across two pieces", pieces: [`it is ${SECRET.slice(0, 5)}`, `${SECRET.slice(5)}.`] },
    { title: "a character at a time", pieces: [..."it is ", ...SECRET, "."] },
  ])("is never told when it comes $title", async ({ pieces }) => {
    const told: string[] = [];
    const respond: Model["respond"] = async (_, options) => {
      for (const piece of pieces) options.onDelta?.(piece);
      return { text: pieces.join("") };
    };
    const writer = fromAgent({ name: "writer", model: { name: "streams", supportsTools: true, respond } });

    const result = await run(writer, "Write.", { onEvent: (event) => void (event.type === "model.delta" && told.push(event.text)) });

    expect([told.join(""), result.output]).toEqual([`it is ${MARK}.`, `it is ${MARK}.`]);
    expect(told.filter((text) => text.includes(SECRET.slice(0, 8)))).toEqual([]);
  });

  it("keeps back no more than may be its beginning, and tells that too once the answer has ended", async () => {
    const told: string[] = [];
    const respond: Model["respond"] = async (_, options) => {
      for (const piece of ["all but ", SECRET.slice(0, -1)]) options.onDelta?.(piece);
      return { text: `all but ${SECRET.slice(0, -1)}` };
    };
    const writer = fromAgent({ name: "writer", model: { name: "streams", supportsTools: true, respond } });

    await run(writer, "Write.", { onEvent: (event) => void (event.type === "model.delta" && told.push(event.text)) });

    expect(told).toEqual(["all but ", SECRET.slice(0, -1)]);
  });
});
