import { describe, expect, test } from "vitest";
import { ScriptError } from "../../src/core/errors.ts";
import type { ScriptedReply, ScriptedTurn } from "../../src/models/script.ts";
import { scripted, type ScriptByPath, type ScriptedOptions } from "../../src/models/scripted.ts";
import { optionsOf, requestOf } from "./request.ts";

describe("a wrong script", () => {
  const reply = "model 'scripted': reply 2";
  const count = "a whole number of at least 0";
  const forms = "a text, { text?, calls?, ... } or a function of the request";
  const fields = "text, calls, usage, reasoning, finishReason, delaySeconds, error";

  test.each<{ wrong: unknown; expected: string }>([
    { wrong: 7, expected: `${reply} is 7; allowed: ${forms}` },
    { wrong: null, expected: `${reply} is null; allowed: ${forms}` },
    { wrong: new Error("boom"), expected: `${reply} is Error: boom; allowed: ${forms}` },
    { wrong: Promise.resolve("x"), expected: `${reply} is Promise { 'x' }; allowed: ${forms}` },
    { wrong: { tool_calls: [] }, expected: `${reply}: there is no field 'tool_calls'; allowed: ${fields}` },
    { wrong: { toString: 1 }, expected: `${reply}: there is no field 'toString'; allowed: ${fields}` },
    { wrong: { text: 1 }, expected: `${reply}: text is 1; allowed: a text` },
    { wrong: { delaySeconds: -1 }, expected: `${reply}: delaySeconds is -1; allowed: a number of seconds of at least 0` },
    { wrong: { calls: {} }, expected: `${reply}: calls is {}; allowed: a list of { name, arguments, id? }` },
    { wrong: { calls: ["search"] }, expected: `${reply}: calls.0 is 'search'; allowed: { name, arguments, id }` },
    { wrong: { calls: [{ arguments: {} }] }, expected: `${reply}: calls.0.name is undefined; allowed: a text` },
    { wrong: { calls: [{ name: "a", args: {} }] }, expected: `${reply}: there is no field 'calls.0.args'; allowed: name, arguments, id` },
    { wrong: { usage: { inputTokens: 1 } }, expected: `${reply}: usage.outputTokens is undefined; allowed: ${count}` },
    { wrong: { usage: { inputTokens: 1.5, outputTokens: 1 } }, expected: `${reply}: usage.inputTokens is 1.5; allowed: ${count}` },
    { wrong: { error: new Error("x"), text: "y" }, expected: `${reply}: text stands beside error; allowed: error alone, or with delaySeconds` },
  ])("is refused when it is made: $expected", ({ wrong, expected }) => {
    expect(() => scripted(["fine", wrong as ScriptedReply])).toThrow(new ScriptError(expected));
  });

  test.each<{ title: string; make: () => unknown; expected: string }>([
    {
      title: "no list",
      make: () => scripted("hello" as unknown as string[]),
      expected: "model 'scripted': its script is 'hello'; allowed: a list of replies",
    },
    {
      title: "nothing to repeat",
      make: () => scripted.byPath({ "0": [] }, { repeatLast: true }),
      expected: "model 'scripted': its script at 0 is empty; repeatLast needs a reply to repeat",
    },
    {
      title: "no table",
      make: () => scripted.byPath(["x"] as unknown as ScriptByPath),
      expected: "model 'scripted': its script is [ 'x' ]; allowed: lists by path",
    },
    {
      title: "a wrong reply in a table",
      make: () => scripted.byPath({ "0/1.0": [false as unknown as string] }, { name: "parrot" }),
      expected: `model 'parrot': reply 1 at 0/1.0 is false; allowed: ${forms}`,
    },
    {
      title: "a path that no agent can have",
      make: () => scripted.byPath({ "0/1": ["x"] }),
      expected: "model 'scripted': a path of its script is '0/1'; allowed: the path of an agent, such as '0' or '0/3.1', or '*'",
    },
    {
      title: "an unknown option",
      make: () => scripted([], { repeatlast: true } as ScriptedOptions),
      expected: "the options of a scripted model: there is no field 'repeatlast'; allowed: repeatLast, name, gate, price, supportsTools",
    },
    {
      title: "a wrong price",
      make: () => scripted([], { price: { input: 1, output: NaN } }),
      expected: "the options of a scripted model: price.output is NaN; allowed: an amount of money of at least 0",
    },
  ])("is refused when it is made: $title", ({ make, expected }) => {
    expect(make).toThrow(new ScriptError(expected));
  });

  test("that a function returns is refused in the call", async () => {
    const model = scripted([() => ({ txt: "typo" }) as ScriptedTurn, () => (() => "too deep") as unknown as string]);

    await expect(model.respond(requestOf(), optionsOf())).rejects.toThrow(
      new ScriptError(`model 'scripted': reply 1, from its function: there is no field 'txt'; allowed: ${fields}`),
    );
    await expect(model.respond(requestOf(), optionsOf())).rejects.toThrow(
      new ScriptError("model 'scripted': reply 2, from its function is [Function (anonymous)]; allowed: a text or { text?, calls?, ... }"),
    );
  });
});
