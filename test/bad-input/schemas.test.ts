import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DefinitionError, delegate, run, runUntil, skill, tool, type Returns } from "../../src/index.ts";
import { agent, ask, asks, play } from "../agent/conformance/cast.ts";
import { thrownBy } from "../core/thrown.ts";

/** Schemas that JSON Schema cannot express are refused where they are given, before any model is asked. */

const cyclic: Record<string, unknown> = { name: "loop" };
cyclic.self = cyclic;

const INEXPRESSIBLE: readonly { readonly what: string; readonly schema: z.ZodType; readonly why: string }[] = [
  { what: "a date", schema: z.date(), why: "Error: Date cannot be represented in JSON Schema" },
  { what: "a date made of a text", schema: z.coerce.date(), why: "Error: Date cannot be represented in JSON Schema" },
  { what: "a date behind a step before it", schema: z.preprocess((value) => value, z.date()), why: "Error: Date cannot be represented in JSON Schema" },
  { what: "a bigint", schema: z.bigint(), why: "Error: BigInt cannot be represented in JSON Schema" },
  { what: "one certain bigint", schema: z.literal(1n), why: "Error: BigInt literals cannot be represented in JSON Schema" },
  { what: "one certain undefined", schema: z.literal(undefined), why: "Error: Literal `undefined` cannot be represented in JSON Schema" },
  { what: "nothing at all", schema: z.void(), why: "Error: Void cannot be represented in JSON Schema" },
  { what: "keys that are symbols", schema: z.record(z.symbol(), z.string()), why: "Error: Symbols cannot be represented in JSON Schema" },
  { what: "a map", schema: z.map(z.string(), z.string()), why: "Error: Map cannot be represented in JSON Schema" },
  { what: "an instance of a class", schema: z.instanceof(URL), why: "Error: Custom types cannot be represented in JSON Schema" },
  { what: "a default that is a bigint", schema: z.any().default(1n), why: "Error: BigInt defaults cannot be represented in JSON Schema" },
  { what: "a default that holds itself", schema: z.any().default(cyclic), why: "TypeError: Converting circular structure to JSON" },
  { what: "notes that hold themselves", schema: z.string().meta({ extra: cyclic }), why: "Error: Error converting schema to JSON." },
  { what: "a date in one of two cases", schema: z.union([z.string(), z.object({ at: z.date() })]), why: "Error: Date cannot be represented in JSON Schema" },
];

const asParameters = (schema: z.ZodType) => z.object({ value: schema });
const badTool = (schema: z.ZodType) => tool({ name: "bad", description: "Is bad.", parameters: asParameters(schema), execute: () => "" });

const DOORS: readonly { readonly door: string; readonly says: string; readonly define: (schema: z.ZodType) => unknown }[] = [
  { door: "a tool", says: "tool 'bad': parameters", define: badTool },
  { door: "a skill's tool", says: "tool 'bad': parameters", define: (schema) => skill({ name: "s", description: "d", instructions: "i", tools: [badTool(schema)] }) },
  { door: "the parameters of a delegation", says: "delegation to 'child': parameters", define: (schema) => delegate(agent("child", []), { parameters: asParameters(schema), goal: () => "x" }) },
  { door: "the data of a delegation", says: "delegation to 'child': returns", define: (schema) => delegate(agent("child", []), { returns: asParameters(schema) }) },
  { door: "the data of a delegation, with terms", says: "delegation to 'child': returns", define: (schema) => delegate(agent("child", []), { returns: { schema, extraction: false } }) },
];

describe.each(DOORS)("$door", ({ says, define }) => {
  it.each(INEXPRESSIBLE)("that wants $what is refused in one sentence", ({ schema, why }) => {
    const error = thrownBy(() => define(schema));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toContain(`${says} is 'not expressible'; allowed: a zod object that JSON Schema can express (${why}`);
  });
});

describe("the data of a run", () => {
  it.each(INEXPRESSIBLE)("that is $what is refused before the model is asked", async ({ schema, why }) => {
    const asked: string[] = [];
    const lead = agent("lead", [() => { asked.push("asked"); return "done"; }]);
    const options = { returns: asParameters(schema) as Returns };

    const errors = await Promise.all([run(lead, "Do it.", options), runUntil(lead, "Do it.", () => true, options)].map((promise) => promise.catch((error: unknown) => error)));

    expect(errors.map((error) => [error instanceof DefinitionError, (error as Error).message.includes(`returns is 'not expressible'; allowed: a zod object that JSON Schema can express (${why}`)])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(asked).toEqual([]);
  });
});

describe("a schema that goes in as JSON and comes out as something else", () => {
  const Day = z.object({ day: z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() }) });
  const later = tool({ name: "later", description: "Goes on a day.", parameters: Day, execute: ({ day }) => String(day.getUTCFullYear() + 1) });

  it("is a tool's own affair: the model is shown what goes in, the tool is given what comes out", async () => {
    const { steps } = await play(agent("lead", [asks(["later", { day: "2025-05-01" }]), "done"], { tools: [later] }));

    expect([later.schema, steps[1]?.observation]).toEqual([{ type: "object", properties: { day: { type: "string" } }, required: ["day"] }, "2026"]);
  });

  it("gives a run no data, and says why, because data is JSON", async () => {
    const lead = agent("lead", [asks(["final_answer", { day: "2025-05-01" }]), "I cannot."]);

    const { data, dataProblem, steps } = await play(lead, { returns: { schema: Day, extraction: false } });

    expect([data, dataProblem?.reason, steps[1]?.observation.includes("which is not plain JSON")]).toEqual([undefined, "no_json", true]);
  });

  it("does as much in a delegation", async () => {
    const child = agent("child", [asks(["final_answer", { day: "2025-05-01" }]), "I cannot."]);
    const lead = agent("lead", [asks(ask("child")), "done"], { team: [delegate(child, { returns: { schema: Day, extraction: false } })] });

    const { stopReason, steps } = await play(lead);

    expect([stopReason, steps[1]?.kind === "agent" && steps[1].outcome, steps[1]?.observation]).toEqual(["completed", "failed", expect.stringContaining("[stopped: ")]);
  });
});
