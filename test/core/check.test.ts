import { z } from "zod";
import { describe, expect, it } from "vitest";
import { checked } from "../../src/core/check.ts";
import { DefinitionError } from "../../src/core/errors.ts";
import { thrownBy } from "./thrown.ts";

const schema = z.strictObject(
  { size: z.number("a number").optional(), inner: z.strictObject({ list: z.array(z.string("a text"), "a list") }, "an object").optional() },
  "an object",
);

describe("checked", () => {
  it("returns what the schema makes of the value", () => {
    expect(checked("a thing", z.object({ size: z.number().default(3) }), {})).toStrictEqual({ size: 3 });
  });

  it.each([
    { title: "a wrong field", value: { size: "3" }, message: "a thing: size is '3'; allowed: a number" },
    { title: "a wrong field deep inside", value: { inner: { list: ["a", 7] } }, message: "a thing: inner.list.1 is 7; allowed: a text" },
    { title: "a missing field", value: { inner: {} }, message: "a thing: inner.list is undefined; allowed: a list" },
    { title: "an unknown key", value: { siez: 3 }, message: "a thing: siez is 3; allowed: no key of this name; the keys are size, inner" },
    {
      title: "an unknown key deep inside",
      value: { inner: { list: [], lst: [1] } },
      message: "a thing: inner.lst is [ 1 ]; allowed: no key of this name",
    },
    { title: "the first thing of several", value: { size: "3", siez: 4 }, message: "a thing: size is '3'; allowed: a number" },
    {
      title: "an own key named __proto__",
      value: JSON.parse('{"__proto__":1}') as unknown,
      message: "a thing: __proto__ is 1; allowed: no key of this name; the keys are size, inner",
    },
    { title: "no object at all", value: null, message: "a thing: the value is null; allowed: an object" },
    { title: "a list", value: [], message: "a thing: the value is []; allowed: an object" },
  ])("names $title", ({ value, message }) => {
    const error = thrownBy(() => checked("a thing", schema, value));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(message);
  });
});
