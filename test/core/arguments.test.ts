import { z } from "zod";
import { describe, expect, it } from "vitest";
import { checkArguments, readObject } from "../../src/core/arguments.ts";

describe("readObject", () => {
  it.each([
    { title: "nothing", raw: undefined },
    { title: "null", raw: null },
    { title: "an empty text", raw: "" },
    { title: "white space", raw: " \n" },
    { title: "the text {}", raw: "{}" },
    { title: "the text null", raw: " null " },
    { title: "an empty object", raw: {} },
  ])("takes $title for no arguments", ({ raw }) => {
    expect(readObject(raw)).toStrictEqual({ ok: true, value: {} });
  });

  it("reads an object as it is, and from JSON text", () => {
    const raw = { city: "Recife", days: [1, 2] };

    expect(readObject(raw)).toStrictEqual({ ok: true, value: raw });
    expect(readObject('{"city":"Recife","days":[1,2]}')).toStrictEqual({ ok: true, value: raw });
  });

  it.each([
    { raw: [], problem: "(root): not a JSON object but an array" },
    { raw: "[1]", problem: "(root): not a JSON object but an array" },
    { raw: 7, problem: "(root): not a JSON object but a number" },
    { raw: "7", problem: "(root): not a JSON object but a number" },
    { raw: true, problem: "(root): not a JSON object but a boolean" },
    { raw: "false", problem: "(root): not a JSON object but a boolean" },
    { raw: '"Recife"', problem: "(root): not a JSON object but a string" },
    { raw: '"{\\"city\\":\\"Recife\\"}"', problem: "(root): not a JSON object but a string" },
    { raw: 7n, problem: "(root): not a JSON object but a bigint" },
  ])("refuses $raw", ({ raw, problem }) => {
    expect(readObject(raw)).toStrictEqual({ ok: false, problem });
  });

  const broken = ["Recife", "{", '{"city": "Rec', "{'city': 1}", '{"city":1}}', '{"a":\n"b\nc"}', "undefined", "{,}"];
  it.each(broken)("refuses %j, which is no JSON, in one line", (raw) => {
    const read = readObject(raw);

    expect(read).toStrictEqual({ ok: false, problem: expect.stringMatching(/^\(root\): not valid JSON \(.+\)$/u) as string });
  });

  it("reads a key named __proto__ as data", () => {
    const read = readObject('{"__proto__":{"admin":true}}');

    expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
    expect(read.ok && Object.keys(read.value)).toStrictEqual(["__proto__"]);
  });
});

describe("checkArguments", () => {
  const place = z.object({ city: z.string(), at: z.object({ lat: z.number(), tags: z.array(z.string()) }).optional() });

  it("returns what the schema makes of the arguments, at once", () => {
    const schema = z.object({ days: z.number().default(3), city: z.string().trim().refine((city) => city !== "") });

    expect(checkArguments(schema, { city: " Recife ", more: 1 })).toStrictEqual({ ok: true, value: { days: 3, city: "Recife" } });
  });

  it("returns what a transform makes of the arguments", async () => {
    const schema = z.object({ city: z.string().transform((city) => city.toUpperCase()) });

    expect(await checkArguments(schema, { city: "Recife" })).toStrictEqual({ ok: true, value: { city: "RECIFE" } });
  });

  it.each([
    { title: "a missing field", value: {}, problem: "city: Invalid input: expected string, received undefined" },
    {
      title: "a nested field, dotted",
      value: { city: "a", at: { lat: "1", tags: [] } },
      problem: "at.lat: Invalid input: expected number, received string",
    },
    {
      title: "an item of a list",
      value: { city: "a", at: { lat: 1, tags: ["x", 7] } },
      problem: "at.tags.1: Invalid input: expected string, received number",
    },
    {
      title: "several, joined",
      value: { city: 7, at: { lat: null, tags: [] } },
      problem: "city: Invalid input: expected string, received number; at.lat: Invalid input: expected number, received null",
    },
    { title: "no object at all", value: [], problem: "(root): Invalid input: expected object, received array" },
  ])("tells $title", ({ value, problem }) => {
    expect(checkArguments(place, value)).toStrictEqual({ ok: false, problem });
  });

  it.each([
    {
      title: "a check of the whole",
      schema: z.object({ a: z.number().optional() }).refine(() => false, "a or b is needed"),
      problem: "(root): a or b is needed",
    },
    { title: "a key too many", schema: z.strictObject({}), problem: '(root): Unrecognized key: "a"' },
    { title: "a message of several lines", schema: z.object({ a: z.number().refine(() => false, "too\n  small\n") }), problem: "a: too small" },
  ])("tells $title in one line", ({ schema, problem }) => {
    expect(checkArguments(schema, { a: 1 })).toStrictEqual({ ok: false, problem });
  });

  it("waits for checks that are asynchronous, and runs each of them once", async () => {
    const seen: number[] = [];
    const isAboveOne = async (a: number): Promise<boolean> => (seen.push(a), (await Promise.resolve(a)) > 1);
    const schema = z.object({ a: z.number().refine(isAboveOne, "must be above 1") });

    const good = checkArguments(schema, { a: 2 });
    const bad = checkArguments(schema, { a: 1 });

    expect(good).toBeInstanceOf(Promise);
    expect(await good).toStrictEqual({ ok: true, value: { a: 2 } });
    expect(await bad).toStrictEqual({ ok: false, problem: "a: must be above 1" });
    expect(seen).toStrictEqual([2, 1]);
  });

  it.each([
    { title: "throws an error", thrown: new RangeError("no\ndatabase"), problem: "(root): RangeError: no database" },
    { title: "throws what is no error", thrown: { code: 7 }, problem: "(root): Error: { code: 7 }" },
    { title: "throws what has no text", thrown: Object.create(null) as unknown, problem: "(root): Error: [Object: null prototype] {}" },
  ])("takes a check that $title for a problem", async ({ thrown, problem }) => {
    const failing = (): boolean => {
      throw thrown;
    };
    const rejecting = async (): Promise<boolean> => {
      await Promise.resolve();
      throw thrown;
    };

    const now = await checkArguments(z.object({ a: z.number().refine(failing) }), { a: 1 });
    const later = await checkArguments(z.object({ a: z.number().refine(rejecting) }), { a: 1 });

    expect([now, later]).toStrictEqual([
      { ok: false, problem },
      { ok: false, problem },
    ]);
  });

  it.each([
    { title: "a closed object", schema: z.object({}) },
    { title: "an open object", schema: z.looseObject({}) },
    { title: "a record", schema: z.object({ inner: z.record(z.string(), z.unknown()) }) },
  ])("lets __proto__ into the prototype of nothing, in $title", async ({ schema }) => {
    const raw: unknown = JSON.parse('{"__proto__":{"admin":true},"inner":{"__proto__":{"admin":true}}}');

    const read = (await checkArguments(schema, raw)) as { value: { admin?: unknown; inner?: { admin?: unknown } } };

    expect([read.value.admin, read.value.inner?.admin, ({} as { admin?: unknown }).admin]).toStrictEqual([undefined, undefined, undefined]);
  });
});
