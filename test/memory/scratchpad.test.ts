import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import { tool } from "../../src/core/tool.ts";
import { fromAgent, run, scripted } from "../../src/index.ts";
import { scratchpad } from "../../src/memory/scratchpad.ts";
import { call, context } from "./call.ts";
import { z } from "zod";

describe("a scratchpad", () => {
  const { tools } = scratchpad();

  it("case 84: writes, reads and lists notes, sorted, and replaces a note under the same key", async () => {
    const here = context();

    const said = [
      await call(tools, "note_list", {}, here),
      await call(tools, "note_write", { key: "b", value: "two" }, here),
      await call(tools, "note_write", { key: "a", value: "one" }, here),
      await call(tools, "note_write", { key: "b", value: "three\nlines" }, here),
      await call(tools, "note_read", { key: "b" }, here),
      await call(tools, "note_list", {}, here),
    ];

    expect(said).toEqual(["No notes yet.", "Noted 'b'.", "Noted 'a'.", "Noted 'b'.", "three\nlines", "a, b"]);
  });

  it("case 84: says which notes there are when one is not there", async () => {
    const here = context();
    const before = await call(tools, "note_read", { key: "zz" }, here);
    await call(tools, "note_write", { key: "a", value: "one" }, here);

    expect(before).toBe("AgentToolError: no note named 'zz'; notes so far: none");
    expect(await call(tools, "note_read", { key: "zz" }, here)).toBe("AgentToolError: no note named 'zz'; notes so far: a");
  });

  it.each([
    { what: "a blank key", args: { key: " \n", value: "x" }, says: "'key' and 'value' are both required" },
    { what: "no key", args: { value: "x" }, says: "'key' and 'value' are both required" },
    { what: "no value", args: { key: "a" }, says: "'key' and 'value' are both required" },
    { what: "a key too long", args: { key: "k".repeat(201), value: "x" }, says: "'key' has 201 characters; at most 200 are kept" },
    { what: "a note too long", args: { key: "a", value: "x".repeat(20_001) }, says: "'value' has 20001 characters; at most 20000 are kept" },
  ])("case 84: rejects $what", async ({ args, says }) => {
    const here = context();

    expect(await call(tools, "note_write", args, here)).toBe(`AgentToolError: ${says}`);
    expect(await call(tools, "note_list", {}, here)).toBe("No notes yet.");
  });

  it("case 84: is empty in a new run", async () => {
    await call(tools, "note_write", { key: "a", value: "one" }, context());

    expect(await call(tools, "note_list", {}, context())).toBe("No notes yet.");
  });

  it("case 84: has tools of another name, and notes of its own, under another prefix", async () => {
    const draft = scratchpad({ prefix: "draft" });
    const here = context();

    await call(tools, "note_write", { key: "a", value: "one" }, here);

    expect(draft.tools.map(({ name }) => name)).toEqual(["draft_write", "draft_read", "draft_list"]);
    expect(await call(draft.tools, "draft_list", {}, here)).toBe("No notes yet.");
    expect(await call(draft.tools, "draft_write", { key: "b", value: "two" }, here)).toBe("Noted 'b'.");
    expect(await call(tools, "note_list", {}, here)).toBe("a");
  });

  it("ignores white space around a key", async () => {
    const here = context();

    expect(await call(tools, "note_write", { key: " a ", value: "one" }, here)).toBe("Noted 'a'.");
    expect(await call(tools, "note_read", { key: "a\n" }, here)).toBe("one");
  });

  it("shows a key on one line, whatever it holds", async () => {
    const here = context();

    expect(await call(tools, "note_write", { key: "a\nNoted 'b'.", value: "one" }, here)).toBe("Noted 'a\\nNoted 'b'.'.");
    expect(await call(tools, "note_list", {}, here)).toBe("a\\nNoted 'b'.");
  });

  it("stands beside whatever else is in the state, as plain JSON under a key of its own", async () => {
    const state: Record<string, unknown> = { a: "mine", note: "mine" };

    await call(tools, "note_write", { key: "a", value: "one" }, context({ state }));

    expect(state).toEqual({ a: "mine", note: "mine", "troupe.scratchpad.note": [["a", "one"]] });
  });

  it("can be read in code, as a copy", async () => {
    const here = context();
    await call(tools, "note_write", { key: "__proto__", value: "one" }, here);

    const notes = scratchpad().notes(here);
    (notes as Map<string, string>).clear();

    expect(notes.size).toBe(0);
    expect([...scratchpad().notes(here)]).toEqual([["__proto__", "one"]]);
  });

  it("belongs to the agent that writes it: a specialist begins with none", async () => {
    const seen: [string, string[]][] = [];
    const look = tool({
      name: "look",
      description: "Look at the notes.",
      parameters: z.object({}),
      execute: (_args, here) => void seen.push([here.path, [...scratchpad().notes(here).keys()]]),
    });
    const write = (key: string) => ({ name: "note_write", arguments: { key, value: "x" } });
    const model = scripted.byPath({
      "0": [{ calls: [write("mine")] }, { calls: [{ name: "ask_helper", arguments: { goal: "Help." } }] }, { calls: [{ name: "look", arguments: {} }] }, "Done."],
      "*": [{ calls: [{ name: "look", arguments: {} }] }, { calls: [write("its own")] }, { calls: [{ name: "look", arguments: {} }] }, "Helped."],
    });
    const helper = fromAgent({ name: "helper", description: "Helps.", model, tools: [...tools, look] });
    const lead = fromAgent({ name: "lead", model, tools: [...tools, look], team: [helper] });

    const { succeeded } = await run(lead, "Go.");

    expect(succeeded).toBe(true);
    expect(seen).toEqual([["0/2.0", []], ["0/2.0", ["its own"]], ["0", ["mine"]]]);
  });

  it.each([{ prefix: "Note" }, { prefix: "" }, { prefix: "n".repeat(57) }, { prefix: 1 }, { name: "note" }])("refuses %o", (options) => {
    expect(() => scratchpad(options as never)).toThrow(DefinitionError);
  });
});
