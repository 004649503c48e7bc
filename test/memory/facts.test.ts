import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import { fromAgent, run, scripted } from "../../src/index.ts";
import { facts } from "../../src/memory/facts.ts";
import { memoryFactStore } from "../../src/memory/memory-fact-store.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { call, context } from "./call.ts";

const BOTH = "AgentToolError: 'key' and 'value' are both required";
const clock = { now: () => 5, setTimeout: () => 0, clearTimeout: () => undefined };

describe("facts in code", () => {
  it("case 85: come back as they were remembered, and a later value replaces an earlier one", async () => {
    const known = facts(memoryFactStore(), "ana");

    await known.remember("tz", "X");
    const first = await known.get("tz");
    await known.remember("tz", "Y");

    expect([first, await known.get("tz"), await known.get("other")]).toEqual(["X", "Y", undefined]);
  });

  it("case 85: belong to their subject, and those of nobody are shared by all who name nobody", async () => {
    const store = memoryFactStore();
    const values = async () => Promise.all(["ana", "", "_", undefined].map(async (subject) => facts(store, subject).get("tz")));

    await facts(store, "ana").remember("tz", "hers");
    await facts(store).remember("tz", "shared");

    expect(await values()).toEqual(["hers", undefined, undefined, "shared"]);
    await facts(store).forget("tz");
    expect(await values()).toEqual(["hers", undefined, undefined, undefined]);
  });

  it("case 85: say truly whether there was something to forget or to correct", async () => {
    const known = facts(memoryFactStore(), "ana");

    const before = [await known.forget("tz"), await known.correct("tz", "X")];
    await known.remember("tz", "X");
    const after = [await known.correct("tz", "Y"), await known.get("tz"), await known.forget("tz"), await known.forget("tz"), await known.get("tz")];

    expect([before, after]).toEqual([[false, false], [true, "Y", true, false, undefined]]);
  });

  it("case 85: are listed by key, and an empty list is empty", async () => {
    const known = facts(memoryFactStore(), "ana", { author: "support", clock });
    const empty = await known.list();

    for (const key of ["tz", "name", "age"]) await known.remember(key, key.toUpperCase());

    const by = { subject: "ana", kind: "remembered", author: "support", at: 5, runId: null, path: null };
    expect(empty).toEqual([]);
    expect(await known.list()).toEqual([
      { ...by, key: "age", value: "AGE", sequence: 3 },
      { ...by, key: "name", value: "NAME", sequence: 2 },
      { ...by, key: "tz", value: "TZ", sequence: 1 },
    ]);
  });

  it("keep every version, whoever wrote it, and export all of one moment as JSON", async () => {
    const store = memoryFactStore();
    const known = facts(store, "ana", { author: "support", clock });
    await call(known.tools, "fact_remember", { key: "tz", value: "X" }, context({ agent: "helper", path: "0/2.0", runId: "run-1:0/2.0" }));
    await known.correct("tz", "Y");
    await known.remember("name", "Ana");
    await known.forget("name");

    const byHelper = { subject: "ana", author: "helper", at: 1_000, runId: "run-1:0/2.0", path: "0/2.0" };
    const bySupport = { subject: "ana", author: "support", at: 5, runId: null, path: null };
    const history = [
      { ...byHelper, key: "tz", kind: "remembered", value: "X", sequence: 1 },
      { ...bySupport, key: "tz", kind: "corrected", value: "Y", sequence: 2 },
      { ...bySupport, key: "name", kind: "remembered", value: "Ana", sequence: 3 },
      { ...bySupport, key: "name", kind: "forgotten", value: null, sequence: 4 },
    ];
    const exported = await known.export();
    expect(await known.history()).toEqual(history);
    expect(await known.history(" tz ")).toEqual(history.slice(0, 2));
    expect(exported).toEqual({ version: 1, subject: "ana", facts: [history[1]], history });
    expect(JSON.parse(JSON.stringify(exported))).toEqual(exported);
  });

  it.each([
    { what: "a blank key", key: " ", value: "X", says: "a fact: key is ' '; allowed: a text of at most 200 characters that is not blank" },
    { what: "a blank value", key: "tz", value: "\n", says: "a fact: value is '\\n'; allowed: a text of at most 2000 characters that is not blank" },
    { what: "a long key", key: "k".repeat(201), value: "X", says: "a text of at most 200 characters" },
    { what: "a long value", key: "tz", value: "x".repeat(2_001), says: "a text of at most 2000 characters" },
    { what: "no text", key: "tz", value: 7 as never, says: "a fact: value is 7; allowed: a text" },
  ])("refuse $what", async ({ key, value, says }) => {
    const known = facts(memoryFactStore());

    await expect(known.remember(key, value)).rejects.toThrow(says);
    await expect(known.correct(key, value)).rejects.toThrow(DefinitionError);
    expect(await known.history()).toEqual([]);
  });

  it.each([
    { what: "a subject that was not found", make: () => facts(memoryFactStore(), null as never), says: "facts: subject is null; allowed: a text, or nothing" },
    { what: "a store that is none", make: () => facts({} as never), says: "facts: store is {}; allowed: a FactStore" },
    { what: "no store", make: () => facts(undefined as never), says: "facts: store is undefined; allowed: a FactStore" },
    { what: "an unknown option", make: () => facts(memoryFactStore(), "ana", { forgets: true } as never), says: "facts: forgets is true; allowed: no key of this name" },
    { what: "a blank author", make: () => facts(memoryFactStore(), "ana", { author: "" }), says: "facts: author is ''; allowed: a text that is not blank" },
    { what: "no clock", make: () => facts(memoryFactStore(), "ana", { clock: {} as never }), says: "facts: clock is {}; allowed: a Clock" },
  ])("refuse $what", ({ make, says }) => {
    expect(make).toThrow(says);
  });
});

describe("the tools over facts", () => {
  it("case 86: remember, recall, list and forget", async () => {
    const { tools } = facts(memoryFactStore(), "ana");

    const said = [
      await call(tools, "fact_list", {}),
      await call(tools, "fact_remember", { key: "tz", value: "X" }),
      await call(tools, "fact_remember", { key: "name", value: "Ana" }),
      await call(tools, "fact_recall", { key: "tz" }),
      await call(tools, "fact_list", {}),
      await call(tools, "fact_forget", { key: "tz" }),
      await call(tools, "fact_list", {}),
    ];

    expect(said).toEqual(["Nothing remembered yet.", "Remembered 'tz'.", "Remembered 'name'.", "X", "name: Ana\ntz: X", "Forgot 'tz'.", "name: Ana"]);
  });

  it("case 86: say what is known when something is not", async () => {
    const { tools } = facts(memoryFactStore(), "ana");
    const before = await call(tools, "fact_recall", { key: "q" });
    await call(tools, "fact_remember", { key: "tz", value: "X" });

    expect(before).toBe("AgentToolError: nothing remembered for 'q'; known: none");
    expect(await call(tools, "fact_recall", { key: "q" })).toBe("AgentToolError: nothing remembered for 'q'; known: tz");
  });

  it("case 86: have nothing against forgetting what is not there", async () => {
    const { tools } = facts(memoryFactStore(), "ana");

    expect(await call(tools, "fact_forget", { key: "tz" })).toBe("Nothing was stored for 'tz'.");
  });

  it("case 86: leave forgetting out where it is not wanted", () => {
    const names = (forget: boolean) => facts(memoryFactStore(), "ana", { forget }).tools.map(({ name }) => name);

    expect(names(true)).toEqual(["fact_remember", "fact_recall", "fact_list", "fact_forget"]);
    expect(names(false)).toEqual(["fact_remember", "fact_recall", "fact_list"]);
  });

  it.each([
    { args: {}, says: BOTH },
    { args: { key: "tz" }, says: BOTH },
    { args: { value: "X" }, says: BOTH },
    { args: { key: "", value: "X" }, says: BOTH },
    { args: { key: "tz", value: "  " }, says: BOTH },
    { args: { key: "tz", value: "x".repeat(2_001) }, says: "AgentToolError: 'value' has 2001 characters; at most 2000 are kept" },
    { args: { key: "k".repeat(201), value: "X" }, says: "AgentToolError: 'key' has 201 characters; at most 200 are kept" },
  ])("case 86: require both fields, within their limits: $says", async ({ args, says }) => {
    const known = facts(memoryFactStore(), "ana");

    expect(await call(known.tools, "fact_remember", args)).toBe(says);
    expect(await known.history()).toEqual([]);
  });

  it("case 86: ask models for both fields", () => {
    const [remember] = facts(memoryFactStore()).tools;

    expect(remember?.schema).toMatchObject({ required: ["key", "value"], properties: { key: { type: "string" }, value: { type: "string" } } });
    expect(JSON.stringify(remember?.schema)).not.toContain("default");
  });

  it("give a value of several lines back as it is, and list it on one line", async () => {
    const { tools } = facts(memoryFactStore());
    await call(tools, "fact_remember", { key: "home\npage", value: "one\ntwo: three" });

    expect(await call(tools, "fact_recall", { key: "home\npage" })).toBe("one\ntwo: three");
    expect(await call(tools, "fact_list", {})).toBe("home\\npage: one\\ntwo: three");
    expect(await call(tools, "fact_recall", { key: "x" })).toBe("AgentToolError: nothing remembered for 'x'; known: home\\npage");
  });

  it("list at most a hundred facts, and say how many more there are", async () => {
    const { tools } = facts(memoryFactStore());
    for (let index = 0; index < 120; index++) await call(tools, "fact_remember", { key: `key ${String(index).padStart(3, "0")}`, value: "X" });

    const lines = (await call(tools, "fact_list", {})).split("\n");
    const known = await call(tools, "fact_recall", { key: "zz" });

    expect([lines.length, lines[0], lines[99], lines[100]]).toEqual([101, "key 000: X", "key 099: X", "(20 more not shown)"]);
    expect(known).toMatch(/key 098, key 099, \(20 more\)$/u);
  });

  it("write down the agent, the run and the run's time", async () => {
    const known = facts(memoryFactStore(), "ana");
    const remember = { name: "fact_remember", arguments: { key: "tz", value: "X" } };
    const model = scripted.byPath({
      "0": [{ calls: [{ name: "ask_helper", arguments: { goal: "Help." } }], delaySeconds: 2 }, "Done."],
      "*": [{ calls: [remember], delaySeconds: 3 }, "Helped."],
    });
    const helper = fromAgent({ name: "helper", description: "Helps.", model, tools: known.tools });
    const lead = fromAgent({ name: "lead", model, team: [helper] });

    const clock = virtualClock();
    const began = clock.now();
    await clock.settle(run(lead, "Go.", { clock, ids: () => "run-1" }));

    const by = { author: "helper", at: began + 5_000, runId: "run-1:0/1.0", path: "0/1.0" };
    expect(await known.history()).toEqual([{ subject: "ana", key: "tz", kind: "remembered", value: "X", ...by, sequence: 1 }]);
  });
});
