import { z } from "zod";
import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import { isTool, jsonSchemaOf, tool, type ToolContext, type ToolDefinition } from "../../src/core/tool.ts";
import { thrownBy } from "./thrown.ts";

const getWeather = {
  name: "get_weather",
  description: "Get the current weather for a city.",
  parameters: z.object({ city: z.string() }),
  execute: ({ city }: { city: string }) => `${city}: 22 degrees`,
};

function schemaOf(shape: z.core.$ZodLooseShape): unknown {
  return jsonSchemaOf("a tool", z.object(shape));
}

describe("tool", () => {
  it("offers the plain JSON Schema of its parameters", () => {
    const { schema } = tool(getWeather);

    expect(JSON.stringify(schema)).toBe('{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}');
    expect(Reflect.ownKeys(schema)).toStrictEqual(["type", "properties", "required"]);
  });

  it("keeps what it was given and fills in the rest", () => {
    const { schema: _schema, ...made } = tool(getWeather);

    expect(made).toStrictEqual({ ...getWeather, timeoutSeconds: null, exclusive: false, idempotent: false, needsApproval: false });
  });

  it("keeps every term", () => {
    const terms = { timeoutSeconds: 0.5, exclusive: true, idempotent: true, needsApproval: true };

    expect(tool({ ...getWeather, ...terms })).toMatchObject(terms);
  });

  it("is frozen, its schema too", () => {
    const made = tool(getWeather);

    expect([Object.isFrozen(made), Object.isFrozen(made.schema)]).toStrictEqual([true, true]);
  });

  it("hands the arguments as the schema yields them to execute", () => {
    const parameters = z.object({ days: z.number().default(1) });
    const definition: ToolDefinition<typeof parameters> = {
      name: "forecast",
      description: "The weather.",
      parameters,
      execute: ({ days }) => days + 1,
    };

    expect(definition.execute({ days: 3 }, {} as ToolContext)).toBe(4);
    expect(tool(definition).name).toBe("forecast");
  });
});

describe("a wrong tool", () => {
  const NAME = "a name of at most 64 characters: a small letter, then small letters, digits, _ and -";
  const RESERVED = "a name other than final_answer, load_skill, read_artifact, which are reserved";
  const PARAMETERS = "a zod object, z.object({ ... })";

  it.each([
    { field: "name", value: "Get Weather", shown: "'Get Weather'", allowed: NAME },
    { field: "name", value: "a".repeat(65), shown: `'${"a".repeat(65)}'`, allowed: NAME },
    { field: "name", value: "", shown: "''", allowed: NAME },
    { field: "name", value: "final_answer", shown: "'final_answer'", allowed: RESERVED },
    { field: "name", value: "load_skill", shown: "'load_skill'", allowed: RESERVED },
    { field: "name", value: undefined, shown: "undefined", allowed: NAME },
    { field: "name", value: 7, shown: "7", allowed: NAME },
    { field: "description", value: undefined, shown: "undefined", allowed: "a text" },
    { field: "description", value: " \n", shown: "' \\n'", allowed: "a text that is not blank" },
    { field: "parameters", value: undefined, shown: "undefined", allowed: PARAMETERS },
    { field: "parameters", value: { type: "object" }, shown: "{ type: 'object' }", allowed: PARAMETERS },
    { field: "execute", value: undefined, shown: "undefined", allowed: "a function" },
    { field: "execute", value: "run", shown: "'run'", allowed: "a function" },
    { field: "timeoutSeconds", value: 0, shown: "0", allowed: "a number of seconds above 0" },
    { field: "timeoutSeconds", value: -1, shown: "-1", allowed: "a number of seconds above 0" },
    { field: "timeoutSeconds", value: Number.NaN, shown: "NaN", allowed: "a number of seconds above 0" },
    { field: "timeoutSeconds", value: Infinity, shown: "Infinity", allowed: "a number of seconds above 0" },
    { field: "timeoutSeconds", value: null, shown: "null", allowed: "a number of seconds above 0" },
    { field: "exclusive", value: "yes", shown: "'yes'", allowed: "true or false" },
    { field: "idempotent", value: 1, shown: "1", allowed: "true or false" },
    { field: "needsApproval", value: null, shown: "null", allowed: "true or false" },
    {
      field: "timeout",
      value: 5,
      shown: "5",
      allowed: "no key of this name; the keys are name, description, parameters, execute, timeoutSeconds, exclusive, idempotent, needsApproval",
    },
  ])("with the $field $shown is refused", ({ field, value, shown, allowed }) => {
    const definition = { ...getWeather, [field]: value } as unknown as Parameters<typeof tool>[0];
    const subject = typeof definition.name === "string" ? `tool '${definition.name}'` : "a tool";

    const error = thrownBy(() => tool(definition));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(`${subject}: ${field} is ${shown}; allowed: ${allowed}`);
  });

  it.each([null, undefined, 7, "get_weather"])("that is %s is refused", (definition) => {
    expect(() => tool(definition as never)).toThrow(DefinitionError);
  });

  it.each([
    { kind: "a date", schema: z.date(), why: "Date" },
    { kind: "a map", schema: z.map(z.string(), z.string()), why: "Map" },
    { kind: "a set", schema: z.set(z.string()), why: "Set" },
    { kind: "a bigint", schema: z.bigint(), why: "BigInt" },
    { kind: "a symbol", schema: z.symbol(), why: "Symbols" },
    { kind: "undefined", schema: z.undefined(), why: "Undefined" },
    { kind: "NaN", schema: z.nan(), why: "NaN" },
    { kind: "a type of its own", schema: z.custom(() => true), why: "Custom types" },
    { kind: "a date deep inside", schema: z.array(z.object({ at: z.date().optional() })), why: "Date" },
  ])("that wants $kind, which JSON Schema cannot express, is refused", ({ schema, why }) => {
    const error = thrownBy(() => tool({ ...getWeather, parameters: z.object({ value: schema }), execute: () => "" }));

    const reason = `Error: ${why} cannot be represented in JSON Schema`;
    const allowed = `a zod object that JSON Schema can express (${reason})`;
    expect(String(error)).toBe(`DefinitionError: tool 'get_weather': parameters is 'not expressible'; allowed: ${allowed}`);
  });
});

describe("jsonSchemaOf", () => {
  const inner = { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] };

  it.each([
    { title: "no parameters", shape: {}, properties: {} },
    { title: "an optional parameter", shape: { a: z.string().optional() }, properties: { a: { type: "string" } } },
    { title: "a default, optional for the caller", shape: { a: z.number().default(3) }, properties: { a: { type: "number", default: 3 } } },
    { title: "a transform, as what goes in", shape: { a: z.string().transform(Number) }, properties: { a: { type: "string" } }, required: ["a"] },
    {
      title: "a description",
      shape: { a: z.string().describe("The city.") },
      properties: { a: { type: "string", description: "The city." } },
      required: ["a"],
    },
    { title: "choices", shape: { a: z.enum(["c", "f"]) }, properties: { a: { type: "string", enum: ["c", "f"] } }, required: ["a"] },
    { title: "a nested object", shape: { a: z.object({ lat: z.number() }) }, properties: { a: inner }, required: ["a"] },
    { title: "anything", shape: { a: z.any() }, properties: { a: {} }, required: ["a"] },
  ])("writes $title", ({ shape, properties, required }) => {
    expect(schemaOf(shape)).toStrictEqual({ type: "object", properties, ...(required ? { required } : {}) });
  });

  it("closes a strict object, and names an open one's other keys", () => {
    expect(jsonSchemaOf("a tool", z.strictObject({}))).toStrictEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(jsonSchemaOf("a tool", z.looseObject({}))).toStrictEqual({ type: "object", properties: {}, additionalProperties: {} });
  });

  it("writes an object that holds itself as a reference", () => {
    const node = z.object({
      label: z.string(),
      get next() {
        return node.optional();
      },
    });

    expect(jsonSchemaOf("a tool", node)).toStrictEqual({
      type: "object",
      properties: { label: { type: "string" }, next: { $ref: "#" } },
      required: ["label"],
    });
  });
});

describe("isTool", () => {
  it("knows what tool made, and nothing that only looks like it", () => {
    const made = tool(getWeather);

    expect([made, { ...made }, getWeather, null, undefined, "tool"].map(isTool)).toStrictEqual([true, false, false, false, false, false]);
  });
});
