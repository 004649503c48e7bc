import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/core/errors.ts";
import { readReply } from "../../src/core/reply.ts";
import { thrownBy } from "./thrown.ts";

const NOTHING = { text: "", calls: [], reasoning: null, usage: null, finishReason: null, model: null, price: undefined };

describe("readReply", () => {
  it("fills in what a reply leaves out", () => {
    expect(readReply("m", 1, { calls: [] })).toStrictEqual(NOTHING);
    expect(readReply("m", 1, { text: "Three." })).toStrictEqual({ ...NOTHING, text: "Three." });
  });

  it("keeps everything that a reply says", () => {
    const usage = { inputTokens: 10, outputTokens: 2, cachedTokens: 5, reasoningTokens: 1 };
    const calls = [{ id: "a", name: "add", arguments: { a: 1 } }];
    const price = { input: 3, output: 15 };
    const reply = { text: "Three.", calls, reasoning: "I count.", usage, finishReason: "stop", model: "m-2", price };

    expect(readReply("m", 1, reply)).toStrictEqual(reply);
  });

  it.each([
    { title: "none", ids: [undefined, undefined], are: ["call_2_0", "call_2_1"] },
    { title: "empty ones", ids: ["", ""], are: ["call_2_0", "call_2_1"] },
    { title: "one twice", ids: ["a", "a"], are: ["a", "call_2_1"] },
    { title: "ids that are no text", ids: [7, null], are: ["call_2_0", "call_2_1"] },
    { title: "another call's default id", ids: ["call_2_1", undefined], are: ["call_2_1", "call_2_1_"] },
    { title: "its own default id twice", ids: ["call_2_1", "call_2_1", "call_2_1"], are: ["call_2_1", "call_2_1_", "call_2_2"] },
  ])("gives every call of a turn an id of its own when the model gave $title", ({ ids, are }) => {
    const calls = ids.map((id) => ({ id, name: "add", arguments: {} }));

    expect(readReply("m", 2, { calls }).calls.map(({ id }) => id)).toStrictEqual(are);
  });

  it.each([
    { title: "nothing", reply: {}, says: "model 'm' replied {} where an object { text, calls? } is expected" },
    {
      title: "calls under another name",
      reply: { text: "x", toolCalls: [] },
      says: "model 'm' replied with 'toolCalls', which a reply does not have; its fields are text, calls, reasoning, usage, finishReason, model, price",
    },
    {
      title: "a call with another name for its arguments",
      reply: { calls: [{ name: "add", args: {} }] },
      says: "model 'm' replied with 'args', which a call does not have; its fields are id, name, arguments",
    },
  ])("refuses a reply of $title, which would look like an answer", ({ reply, says }) => {
    expect(() => readReply("m", 1, reply)).toThrow(new ModelError(says));
  });

  it("keeps a call without a name, or that is no object, as a call of nothing", () => {
    const { calls } = readReply("m", 1, { calls: [{ id: "a", arguments: {} }, "add", null] });

    expect(calls).toStrictEqual([
      { id: "a", name: "", arguments: {} },
      { id: "call_1_1", name: "", arguments: {} },
      { id: "call_1_2", name: "", arguments: {} },
    ]);
  });

  it.each([
    { title: "an object", given: { a: [1] }, read: { a: [1] } },
    { title: "the JSON text of an object", given: '{"a":[1]}', read: { a: [1] } },
    { title: "nothing", given: undefined, read: {} },
    { title: "an empty text", given: "", read: {} },
    { title: "broken JSON, as it is", given: '{"a":1', read: '{"a":1' },
    { title: "JSON that is no object, as it is", given: "[1]", read: "[1]" },
    { title: "a list", given: [1], read: [1] },
    { title: "what JSON cannot carry, as text", given: { a: 1n }, read: "{ a: 1n }" },
  ])("reads arguments that are $title", ({ given, read }) => {
    expect(readReply("m", 1, { calls: [{ id: "a", name: "add", arguments: given }] }).calls[0]?.arguments).toStrictEqual(read);
  });

  it("shares no arguments with the model, which may go on changing its own", () => {
    const given = { a: [1] };
    const { calls } = readReply("m", 1, { calls: [{ id: "a", name: "add", arguments: given }] });

    given.a.push(2);

    expect(calls[0]?.arguments).toStrictEqual({ a: [1] });
  });

  it.each([
    { title: "none", usage: undefined, read: null },
    { title: "half of one", usage: { inputTokens: 10 }, read: null },
    { title: "no numbers", usage: { inputTokens: "10", outputTokens: "2" }, read: null },
    { title: "NaN, as some providers do", usage: { inputTokens: Number.NaN, outputTokens: Number.NaN }, read: null },
    { title: "negative numbers", usage: { inputTokens: -1, outputTokens: 2 }, read: null },
    { title: "more than can be counted", usage: { inputTokens: 1e300, outputTokens: 2 }, read: null },
    { title: "fractions, rounded up", usage: { inputTokens: 1.2, outputTokens: 2 }, read: { inputTokens: 2, outputTokens: 2 } },
    {
      title: "details that are no counts, left out",
      usage: { inputTokens: 1, outputTokens: 2, cachedTokens: null, reasoningTokens: Number.NaN },
      read: { inputTokens: 1, outputTokens: 2 },
    },
  ])("reads a usage report of $title", ({ usage, read }) => {
    expect(readReply("m", 1, { text: "", usage }).usage).toStrictEqual(read);
  });

  it.each([
    { raw: undefined, message: "model 'm' replied undefined where an object { text, calls? } is expected" },
    { raw: "Three.", message: "model 'm' replied 'Three.' where an object { text, calls? } is expected" },
    { raw: ["Three."], message: "model 'm' replied [ 'Three.' ] where an object { text, calls? } is expected" },
    { raw: { text: 3 }, message: "model 'm' replied 3 where a text in `text` is expected" },
    { raw: { text: null }, message: "model 'm' replied null where a text in `text` is expected" },
    { raw: { calls: {} }, message: "model 'm' replied {} where a list in `calls` is expected" },
  ])("refuses $raw", ({ raw, message }) => {
    const error = thrownBy(() => readReply("m", 1, raw));

    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).message).toBe(message);
  });
});
