import { describe, expect, it } from "vitest";
import { isObject, jsonCopy } from "../../src/core/json.ts";

describe("isObject", () => {
  it.each([
    { title: "an object", value: {}, is: true },
    { title: "an object without a prototype", value: Object.create(null) as unknown, is: true },
    { title: "a list", value: [], is: false },
    { title: "null", value: null, is: false },
    { title: "undefined", value: undefined, is: false },
    { title: "a text", value: "{}", is: false },
    { title: "a function", value: () => 1, is: false },
  ])("says $is of $title", ({ value, is }) => {
    expect(isObject(value)).toBe(is);
  });
});

function failing(): never {
  throw new Error("no JSON");
}

function nested(levels: number): unknown {
  return JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
}

describe("jsonCopy", () => {
  it.each([
    { title: "a text", value: "x", copy: "x" },
    { title: "null", value: null, copy: null },
    { title: "nothing", value: undefined, copy: null },
    { title: "a function", value: () => 1, copy: null },
    { title: "NaN", value: Number.NaN, copy: null },
    { title: "a date", value: new Date(0), copy: "1970-01-01T00:00:00.000Z" },
    { title: "fields that JSON leaves out", value: { a: undefined, b: () => 1, c: 1 }, copy: { c: 1 } },
    { title: "a bigint", value: [1n], copy: "[ 1n ]" },
    { title: "a toJSON that throws", value: { toJSON: failing }, copy: "{ toJSON: [Function: failing] }" },
  ])("makes plain JSON of $title", ({ value, copy }) => {
    expect(jsonCopy(value)).toStrictEqual(copy);
  });

  it("copies an object, and makes a cycle text", () => {
    const given: { list: unknown[] } = { list: [1, { a: "b" }] };
    const copy = jsonCopy(given);

    given.list[1] = given;

    expect(copy).toStrictEqual({ list: [1, { a: "b" }] });
    expect(jsonCopy(given)).toBe("<ref *1> { list: [ 1, [Circular *1] ] }");
  });

  it("makes what is nested more than 200 levels deep text, so that every trace can be read again", () => {
    expect(jsonCopy(nested(200))).toStrictEqual(nested(200));
    expect([201, 3_000, 50_000].map((levels) => jsonCopy(nested(levels)))).toStrictEqual(new Array(3).fill("[ [ [ [ [Array] ] ] ] ]"));
  });
});
