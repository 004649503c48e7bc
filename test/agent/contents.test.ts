import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, parseTrace, scripted, start, tool, type AgentLogic, type Model, type ModelCallOptions, type ModelReply, type ModelRequest, type Run, type RunEvent, type RunOptions } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";

const WORDS = "confidential words"; // stands in every text whose contents are not to be kept

/** A run in which every text there is holds the words, and everything of it that is written down. */
async function wordyRun(options: RunOptions = {}, cancelAfter?: number) {
  const clock = virtualClock();
  const written: string[] = [];
  const { handle, engine, events } = watch(wordyCast(), `goal: ${WORDS}`, {
    clock,
    ids: () => "wordy",
    artifacts: [{ name: "given.txt", data: WORDS, description: WORDS }],
    approve: () => ({ approved: false, reason: WORDS }),
    contents: false,
    ...options,
    onEvent: (event) => written.push(JSON.stringify(event)),
  });
  await clock.advance(0.05);
  written.push(JSON.stringify(handle.snapshot()));
  await clock.advance(cancelAfter ?? 0);
  if (cancelAfter !== undefined) handle.cancel(new Error(WORDS));
  const result = await clock.settle(handle.result);
  for await (const event of handle.events) written.push(JSON.stringify(event));
  written.push(JSON.stringify(result), JSON.stringify(handle.snapshot()));
  expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  return { result, events, written };
}

function wordyCast(): AgentLogic {
  const terms = { description: "A tool.", parameters: z.object({}).catchall(z.unknown()) };
  const tools = [
    tool({ ...terms, name: "say", execute: () => ({ says: WORDS }) }),
    tool({ ...terms, name: "fail", execute: () => Promise.reject(new Error(WORDS)) }),
    tool({ ...terms, name: "keep", execute: () => ({ text: WORDS, artifacts: [{ name: "kept.txt", data: WORDS, description: WORDS }] }) }),
    tool({ ...terms, name: "guarded", needsApproval: true, execute: () => WORDS }),
  ];
  const helper = fromAgent({ name: "helper", description: "Helps.", model: wordyModel(), instructions: WORDS, tools });
  const broken = fromAgent({ name: "broken", description: "Fails.", model: { ...wordyModel(), respond: () => Promise.reject(new Error(WORDS)) } });
  return fromAgent({ name: "lead", model: wordyModel(), instructions: `instructions: ${WORDS}`, tools, team: [helper, broken] });
}

function wordyModel(): Model {
  const names = ["say", "fail", "keep", "guarded", "ask_helper", "ask_broken", "ghost"];
  const args = { goal: WORDS, count: 3, sure: true, list: [WORDS, 4, null], deep: { text: WORDS } };
  const turns = scripted.byPath({
    "0": [{ text: WORDS, calls: names.map((name) => ({ name, arguments: args })), delaySeconds: 0.1 }, `the answer: ${WORDS}`],
    "*": [{ text: "", calls: [{ name: "say", arguments: `{"broken": "${WORDS}` }], delaySeconds: 0.1 }, `found: ${WORDS}`],
  });
  return {
    ...turns,
    async respond(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
      options.onDelta?.(WORDS);
      options.onAttempt?.({ error: WORDS, status: 429 });
      return { ...(await turns.respond(request, options)), reasoning: WORDS, usage: { inputTokens: 30, outputTokens: 4 } };
    },
  };
}

const holdsWords = (text: string): boolean => text.includes("confidential") || text.includes(Buffer.from(WORDS).toString("base64").slice(4, 20));

describe("a run without contents", () => {
  it("writes no text of anyone's anywhere: not in the run, not in an event, not in a snapshot", async () => {
    const { written } = await wordyRun();

    expect(written.filter(holdsWords)).toEqual([]);
    expect(written.length).toBeGreaterThan(80);
  });

  it.each([{ seconds: 0 }, { seconds: 0.07 }, { seconds: 0.12 }])("writes none when it is cancelled after $seconds s more, the reason included", async ({ seconds }) => {
    const { result, written } = await wordyRun({}, seconds);

    expect(result.stopReason).toBe("cancelled");
    expect(written.filter(holdsWords)).toEqual([]);
  });

  it("keeps the structure, the names and every number", async () => {
    const [hidden, whole] = [await wordyRun(), await wordyRun({ contents: true })];

    expect(shapeOf(hidden.result)).toEqual(shapeOf(whole.result));
    expect(hidden.events.map(({ type, path, agent, callId, sequence }) => [type, path, agent, callId, sequence])).toEqual(
      whole.events.map(({ type, path, agent, callId, sequence }) => [type, path, agent, callId, sequence]),
    );
  });

  it("says how long each text was", async () => {
    const { result } = await wordyRun();
    const [turn, say, , , , helped, , ghost] = (JSON.parse(JSON.stringify(result)) as Run).steps;

    expect(turn).toMatchObject({ output: "[18 characters]", reasoning: "[18 characters]", error: null, attempts: [{ error: "[18 characters]", status: 429 }] });
    expect(say).toMatchObject({
      name: "say",
      observation: "[29 characters]",
      arguments: { goal: "[18 characters]", count: 3, sure: true, list: ["[18 characters]", 4, null], deep: { text: "[18 characters]" } },
    });
    expect(helped).toMatchObject({ agent: "helper", outcome: "answered", goal: "[18 characters]", instructions: "[18 characters]", output: "[25 characters]" });
    expect(ghost).toMatchObject({ name: "ghost", error: "[81 characters]" });
  });

  it("keeps its own words for what was cut, so that a reader knows a timeout from a failure", async () => {
    const { result } = await wordyRun({ budget: { maxSeconds: 0.15 } });

    expect(allSteps((JSON.parse(JSON.stringify(result)) as Run).steps).map(({ error }) => error)).toContain("timeout");
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ stopReason: "timeout", error: "timeout" });
  });

  it("still gives the caller its answer, its error and its artifacts in memory", async () => {
    const { result } = await wordyRun();
    const cancelled = (await wordyRun({}, 0.07)).result;

    expect(result.output).toBe(`the answer: ${WORDS}`);
    expect(new TextDecoder().decode(result.artifact("kept.txt")?.bytes)).toBe(WORDS);
    expect(cancelled.error).toBe(`cancelled: Error: ${WORDS}`);
  });

  it("is a trace like any other when it is read again", async () => {
    const { result } = await wordyRun();

    const again = parseTrace(JSON.stringify(result), "hidden.json");

    expect(JSON.stringify(again)).toBe(JSON.stringify(result));
  });

  it("still shows the model and the tools everything", async () => {
    const model = scripted([{ calls: [{ name: "look", arguments: { at: WORDS } }] }, "end"]);
    const seen: unknown[] = [];
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({ at: z.string() }), execute: ({ at }, { goal }) => seen.push(at, goal) });

    await start(fromAgent({ name: "agent", model, tools: [look] }), WORDS, { contents: false }).result;

    expect(seen).toEqual([WORDS, WORDS]);
    expect(model.requests.at(-1)?.messages.map(({ content }) => content).slice(1)).toEqual([WORDS, "", "2"]);
  });
});

describe("a run with contents", () => {
  it("is what a run is unless it is said otherwise", async () => {
    const events: RunEvent[] = [];
    const agent = fromAgent({ name: "agent", model: scripted([WORDS]) });

    const result = await start(agent, WORDS, { onEvent: (event) => events.push(event) }).result;

    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ goal: WORDS, output: WORDS, steps: [{ output: WORDS }] });
    expect(events.at(0)).toMatchObject({ type: "run.started", goal: WORDS });
  });
});

/** The trace with every text replaced by nothing; names, ids, numbers and structure stay. */
function shapeOf(run: Run): unknown {
  const names: ReadonlySet<string> = new Set(["id", "path", "agent", "name", "kind", "callId", "runId", "stopReason", "outcome", "scope", "resource", "model", "mediaType", "status", "requestHash", "note"]);
  return JSON.parse(JSON.stringify(run), (key, value: unknown) => (typeof value === "string" && !names.has(key) ? "text" : value));
}
