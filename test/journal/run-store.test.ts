import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { DefinitionError, parseTrace, render, run, tool, type AgentLogic, type Run } from "../../src/index.ts";
import { memoryJournalStore } from "../../src/journal/memory-store.ts";
import { resume } from "../../src/journal/resume.ts";
import { runStore } from "../../src/journal/run-store.ts";
import { agent, ask, asks, doing, echo, never, play } from "../agent/conformance/cast.ts";
import { SEEDED } from "../core/seed.ts";
import { thrownBy } from "../core/thrown.ts";
import { TRACE_START } from "../support/trace.ts";
import { ended, idsIn } from "./run-store-cast.ts";
import { KINDS } from "./run-store-kinds.ts";

const draw = tool({
  name: "draw",
  description: "Draws.",
  parameters: z.object({}),
  execute: () => ({
    text: "Drawn.",
    artifacts: [
      { name: "bike.png", data: new Uint8Array([1, 2, 3]), mediaType: "image/png", description: "A bike." },
      { name: "bytes", data: "0123" },
      { name: "empty.txt", data: "" },
    ],
  }),
});

/** Everything inside a value that is not frozen, by its path. */
function unfrozenIn(value: unknown, path = "it"): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return [...(Object.isFrozen(value) ? [] : [path]), ...Object.entries(value).flatMap(([key, inner]) => unfrozenIn(inner, `${path}.${key}`))];
}

describe.each(KINDS)("a run store $kind", ({ make }) => {
  it("case 32: lists the newest first, as many as are asked for", async () => {
    const store = make();
    for (const id of ["one", "two", "three"]) store.runEnded(ended(id));

    expect(await idsIn(store)).toEqual(["three", "two", "one"]);
    expect(await idsIn(store, 2)).toEqual(["three", "two"]);
    expect(await idsIn(store, 1)).toEqual(["three"]);
    expect(await idsIn(store, Number.MAX_SAFE_INTEGER)).toEqual(["three", "two", "one"]);
  });

  it.each([1, 2, 3])("case 32: keeps %i runs and drops the oldest, whether they end together or one after the other", async (keep) => {
    const together = make(keep);
    const apart = make(keep);
    for (const id of ["one", "two", "three", "four"]) {
      together.runEnded(ended(id));
      apart.runEnded(ended(id));
      await apart.settled();
    }

    const newest = ["four", "three", "two"].slice(0, keep);
    expect([await idsIn(together), await idsIn(apart)]).toEqual([newest, newest]);
    expect([await together.get("one"), await apart.get("one")]).toEqual([null, null]);
  });

  it("case 32: is cleared, says how many runs there were, and begins anew", async () => {
    const store = make();
    for (const id of ["one", "two"]) store.runEnded(ended(id));

    expect([await store.clear(), await idsIn(store), await store.get("one"), await store.clear()]).toEqual([2, [], null, 0]);
    store.runEnded(ended("three"));
    expect(await idsIn(store)).toEqual(["three"]);
  });

  it("holds nothing at first", async () => {
    const store = make();

    expect([await store.list(), await store.get("one"), await store.clear(), await store.settled()]).toEqual([[], null, 0, undefined]);
  });

  it("case 94: keeps one row of a run, with its trace and the names of its artifacts, but not their bytes", async () => {
    const store = make();
    const played = await play(agent("artist", [{ ...asks("draw"), usage: { inputTokens: 7, outputTokens: 5 } }, "A bike."], { tools: [draw], hooks: store }));

    const row = await store.get("run-1");

    const { id, goal, output, stopReason, startedAt, seconds, totalSteps, usage } = played;
    const listed = { id, agent: "artist", goal, output, stopReason, startedAt, seconds, totalSteps, usage, artifacts: ["bike.png", "bytes", "empty.txt"] };
    const text = { mediaType: "text/plain; charset=utf-8", base64: "" };
    const artifacts = [
      { name: "bike.png", mediaType: "image/png", sizeBytes: 3, description: "A bike. (bytes not kept)", base64: "" },
      { name: "bytes", ...text, sizeBytes: 4, description: "(bytes not kept)" },
      { name: "empty.txt", ...text, sizeBytes: 0 },
    ];
    expect(await store.list()).toStrictEqual([listed]);
    expect(row).toStrictEqual({ ...listed, trace: { ...(JSON.parse(JSON.stringify(played)) as Run), artifacts } });
    expect(played.artifacts.map(({ base64 }) => base64)).toEqual(["AQID", "MDEyMw==", ""]);
  });

  it("case 94: keeps steps that are JSON, and the whole of them, as whatever shows a trace can read it", async () => {
    const store = make();
    const child = agent("child", [asks("echo"), "from below"], { tools: [echo] });
    const played = await play(agent("lead", [asks(ask("child"), "ghost"), "done"], { team: [child], hooks: store }));

    const row = await store.get("run-1");

    expect(row && JSON.stringify(row.trace)).toBe(JSON.stringify(played));
    expect(row && render(row.trace)).toBe(render(played));
    expect(row && JSON.stringify(parseTrace(JSON.stringify(row.trace), "the row"))).toBe(JSON.stringify(played));
  });

  it("hands out rows that nobody can change", async () => {
    const store = make();
    await play(agent("artist", [asks("draw"), "A bike."], { tools: [draw], hooks: store }));

    const row = await store.get("run-1");

    expect([unfrozenIn(row), unfrozenIn((await store.list())[0])]).toEqual([[], []]);
    expect(() => Object.assign(row?.trace.steps[0] ?? {}, { output: "changed" })).toThrow(TypeError);
  });

  it("serves several agents, and has a specialist's own run when it is the specialist's hook", async () => {
    const store = make();
    const child = agent("child", ["from below", "from below again"], { hooks: [store] });
    const other = agent("other", ["not stored"]);
    await play(agent("lead", [asks(ask("child"), ask("other")), "done"], { team: [child, other], hooks: store }));
    await play(child, { ids: () => "run-2", goal: "Alone." });

    const rows = await store.list();

    expect(rows.map(({ id, agent: name, goal, output, totalSteps }) => [id, name, goal, output, totalSteps])).toEqual([
      ["run-2", "child", "Alone.", "from below again", 1],
      ["run-1", "lead", "Do it.", "done", 6],
      ["run-1:0/1.0", "child", "Help.", "from below", 1],
    ]);
    expect((await store.get("run-1:0/1.0"))?.trace).toMatchObject({ path: "0/1.0", output: "from below", steps: [{ id: "0/1.0#1" }] });
  });

  it("does not mix runs that go on at the same time", async () => {
    const store = make();
    const names = ["a", "b", "c", "d", "e"];
    await Promise.all(names.map((name) => play(agent("clerk", [asks("echo"), `output of ${name}`], { tools: [echo], hooks: store }), { ids: () => name, goal: `goal of ${name}` })));

    const rows = await Promise.all(names.map((name) => store.get(name)));

    expect(rows.map((row) => [row?.goal, row?.trace.goal, row?.output, row?.trace.output])).toEqual(names.map((name) => [`goal of ${name}`, `goal of ${name}`, `output of ${name}`, `output of ${name}`]));
  });

  it("keeps a run that was cut, failed or was cancelled, with all it did", async () => {
    const store = make();
    const controller = new AbortController();
    const stuck = doing("stuck", () => { controller.abort(); return never(); });
    await play(agent("clerk", [asks("stuck")], { tools: [stuck], hooks: store }), { ids: () => "cancelled", signal: controller.signal });
    await play(agent("clerk", [{ ...asks("echo"), text: "so far" }, asks("echo")], { tools: [echo], budget: { maxSteps: 3 }, hooks: store }), { ids: () => "cut" });
    await play(agent("clerk", [{ error: new Error("down") }], { hooks: store }), { ids: () => "failed" });

    const rows = await store.list();

    expect(rows.map(({ id, stopReason, output, totalSteps }) => [id, stopReason, output, totalSteps])).toEqual([
      ["failed", "error", "Error: down", 1],
      ["cut", "max_steps", "so far", 3],
      ["cancelled", "cancelled", "", 2],
    ]);
  });

  it("keeps one row of a run that it is told twice, and two of two runs with one id, of which it gives the newer", async () => {
    const store = make();
    store.runEnded(ended("one", { output: "first", seconds: 0.5 }));
    store.runEnded(ended("one", { output: "first", seconds: 0.500001 }));
    await store.settled();
    store.runEnded(ended("two"));
    store.runEnded(ended("one", { output: "second" }));
    store.runEnded(ended("one", { output: "first", seconds: 0.499999 }));
    store.runEnded(ended("two", { startedAt: 7 }));

    expect((await store.list()).map(({ id, output, startedAt }) => [id, output, startedAt])).toEqual([
      ["two", "", 7],
      ["one", "second", TRACE_START],
      ["two", "", TRACE_START],
      ["one", "first", TRACE_START],
    ]);
    expect((await store.get("one"))?.trace.output).toBe("second");
  });

  it("keeps one row of a run that is taken up again when it had ended", async () => {
    const store = make();
    const journal = memoryJournalStore();
    const clerk = (...replies: string[]): AgentLogic => agent("clerk", replies, { hooks: store });
    const { id } = await run(clerk("done"), "Do it.", { journal });

    const again = await resume(clerk(), id, { journal });

    expect([again.output, await idsIn(store)]).toEqual(["done", [id]]);
  });

  it("keeps as many runs when it is a hook twice", async () => {
    const store = make(2);
    for (const id of ["one", "one", "two", "two"]) store.runEnded(ended(id));

    expect(await idsIn(store)).toEqual(["two", "one"]);
  });

  it("keeps lengths in place of texts where contents are not kept, also when it is handed the run itself", async () => {
    const store = make();
    const lead = agent("lead", [asks("echo"), "secret"], { tools: [echo], hooks: store });
    const played = await play(lead, { contents: false, goal: "a secret goal" });
    const rows = [await store.get("run-1")];
    await store.clear();
    store.runEnded({ run: played });
    rows.push(await store.get("run-1"));

    expect(rows.map((row) => [row?.goal, row?.output, row?.trace.output, JSON.stringify(row).includes("secret")])).toEqual(
      rows.map(() => ["[13 characters]", "[6 characters]", "[6 characters]", false]),
    );
  });

  it("keeps no secret of the environment", async () => {
    process.env.RUN_STORE_TOKEN = "hush-hush-hush";
    onTestFinished(() => void delete process.env.RUN_STORE_TOKEN);
    const store = make();
    await play(agent("clerk", [asks(["echo", { text: "a hush-hush-hush b" }]), "hush-hush-hush"], { tools: [echo], hooks: store }), { goal: "Say hush-hush-hush." });

    const row = await store.get("run-1");

    expect([row?.goal, row?.output, JSON.stringify(row).includes("hush-hush")]).toEqual(["Say [RUN_STORE_TOKEN].", "[RUN_STORE_TOKEN]", false]);
  });

  it("gives every text back as it was", async () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\0", "\ud800", "'; DROP TABLE runs; --", "__proto__", "null", "?", "\u2028"));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (id, goal, output) => {
        const store = make();
        store.runEnded(ended(id, { goal, output, artifacts: [{ name: goal, mediaType: output, sizeBytes: 0, base64: "" }] }));

        const row = await store.get(id);

        expect([row?.id, row?.goal, row?.output, row?.artifacts, row?.trace.goal]).toEqual([id, goal, output, [goal], goal]);
        expect(await idsIn(store)).toEqual([id]);
      }),
      { ...SEEDED, numRuns: 30 },
    );
  });

  it.each([{ limit: 0 }, { limit: 1.5 }, { limit: Number.NaN }, { limit: "1" }, { most: 1 }])("refuses a wrong list: %o", async (options) => {
    await expect(make().list(options as never)).rejects.toThrow(DefinitionError);
  });
});

describe("runStore", () => {
  const COUNT = "a whole number of at least 1";

  it.each([
    { options: { keep: 0 }, message: `a run store: keep is 0; allowed: ${COUNT}` },
    { options: { keep: -1 }, message: `a run store: keep is -1; allowed: ${COUNT}` },
    { options: { keep: 1.5 }, message: `a run store: keep is 1.5; allowed: ${COUNT}` },
    { options: { keep: Number.NaN }, message: `a run store: keep is NaN; allowed: ${COUNT}` },
    { options: { keep: Infinity }, message: `a run store: keep is Infinity; allowed: ${COUNT}` },
    { options: { keep: "5" }, message: `a run store: keep is '5'; allowed: ${COUNT}` },
    { options: { keep: null }, message: `a run store: keep is null; allowed: ${COUNT}` },
    { options: { path: 7 }, message: "a run store: path is 7; allowed: the path of a file" },
    { options: { path: "" }, message: "a database: path is ''; allowed: the path of a file" },
    { options: { path: ":memory:" }, message: "a database: path is ':memory:'; allowed: the path of a file" },
    { options: { busyTimeoutSeconds: -1 }, message: "a run store: busyTimeoutSeconds is -1; allowed: a number of seconds of at least 0" },
    { options: { file: "x" }, message: "a run store: file is 'x'; allowed: no key of this name; the keys are keep, path, busyTimeoutSeconds" },
    { options: null, message: "a run store: the value is null; allowed: an object: { keep?, path?, busyTimeoutSeconds? }" },
  ])("case 32: refuses wrong options when it is made: $message", ({ options, message }) => {
    const error = thrownBy(() => runStore(options as never));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(message);
  });

  it("keeps a hundred runs in memory unless it is told otherwise", async () => {
    const store = runStore();
    for (let number = 0; number < 120; number++) store.runEnded(ended(String(number)));

    const ids = await idsIn(store);

    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "119", "20"]);
  });

  it("is what hooks may be, alone, in a list and as part of other hooks", async () => {
    const store = runStore();
    for (const [index, hooks] of [store, [store], { ...store }, { runEnded: store.runEnded }].entries()) {
      await play(agent("clerk", ["done"], { hooks }), { ids: () => String(index) });
    }

    expect(await idsIn(store)).toEqual(["3", "2", "1", "0"]);
  });
});
