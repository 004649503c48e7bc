import { describe, expect, it } from "vitest";
import { fromAgent, run, scripted, tool } from "../../src/index.ts";
import { cameBackFrom, rootCameBackFrom, runInputSchema, specialistInputSchema, WIRE_VERSION } from "../../src/restate/wire.ts";
import { z } from "zod";

const echo = tool({
  name: "echo",
  description: "Echoes.",
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => text,
});
const CALL = JSON.parse('{"text":"x","__proto__":{"text":"y"}}') as Record<string, unknown>;

/** A run as it travels: plain JSON, with an argument of a name that objects have from birth. */
async function travelled(): Promise<unknown> {
  const model = scripted([{ calls: [{ name: "echo", arguments: CALL }] }, "done"]);
  const ended = await run(fromAgent({ name: "lead", model, tools: [echo] }), "Do it.", { ids: () => "run-1" });
  return JSON.parse(JSON.stringify(ended));
}

describe("what comes back of an invocation", () => {
  it("is taken as it came, whatever a model has named its arguments", async () => {
    const value = { run: await travelled(), worker: "w1" };

    const back = cameBackFrom(value);

    expect(back).toBe(value);
    expect(JSON.stringify(back)).toContain('"arguments":{"text":"x","__proto__":{"text":"y"}}');
  });

  it("may be a problem in place of a run", () => {
    expect(cameBackFrom({ problem: "too large" })).toEqual({ problem: "too large" });
  });

  it.each([
    { title: "nothing at all", value: undefined },
    { title: "a text", value: "done" },
    { title: "a run without its worker", value: { run: {} } },
    { title: "a run that is none", value: { run: { version: 1 }, worker: "w1" } },
    { title: "a problem that is no text", value: { problem: null } },
  ])("is refused where it is $title", ({ value }) => {
    expect(() => cameBackFrom(value)).toThrow(z.ZodError);
    expect(rootCameBackFrom(value)).toBeNull();
  });

  it("says of a whole run what was asked, and is none without", async () => {
    const value = { run: await travelled(), worker: "w1", asked: { agent: "lead", goal: "Do it." } };
    const { asked: _, ...silent } = value;

    expect(rootCameBackFrom(value)).toBe(value);
    expect(rootCameBackFrom({ problem: "too large", asked: value.asked })).toEqual({ problem: "too large", asked: value.asked });
    expect(rootCameBackFrom(silent)).toBeNull();
  });
});

describe("what is sent to a worker", () => {
  const sent = {
    version: WIRE_VERSION,
    agent: "lead",
    goal: "Do it.",
    options: {},
    artifacts: [],
    returns: null,
    definitions: null,
  };

  it("is read as it was sent", () => {
    expect(runInputSchema.parse(sent)).toEqual(sent);
  });

  it.each([runInputSchema, specialistInputSchema])("says which version the worker knows, where it is of another", (schema) => {
    const issue = schema.safeParse({ ...sent, version: WIRE_VERSION + 1 }).error?.issues[0];

    expect({ path: issue?.path, message: issue?.message }).toEqual({
      path: ["version"],
      message: `${WIRE_VERSION}, the version that this worker knows`,
    });
  });
});
