import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FactChange, FactStore } from "../../src/memory/fact-store.ts";
import { SEEDED } from "../core/seed.ts";

/** A change that remembers, by the test. */
export function change(changes: Partial<FactChange> = {}): FactChange {
  return { subject: "ana", key: "tz", kind: "remembered", value: "X", author: "test", at: 1.5, runId: "run-1", path: "0", ...changes };
}

/** A change that forgets. */
function forgetting(key: string, subject: string | null = "ana"): FactChange {
  return change({ subject, key, kind: "forgotten", value: null });
}

const TRICKY = ["", " ", "_", "null", '"', "'; DROP TABLE fact_versions; --", "a\0b", "a\nb", "\ud800", "é", "e\u0301", "😀", "__proto__", "constructor", "%", "A", "a"];

/** What every fact store promises. `make` gives a new, empty store. */
export function describeFactStore(name: string, make: () => FactStore): void {
  const keysIn = async (store: FactStore, subject: string | null) => (await store.list(subject)).map(({ key }) => key).sort();

  describe(`${name} as a fact store`, () => {
    it("case 90: knows nothing at first", async () => {
      const store = make();

      expect([await store.get("ana", "tz"), await store.list("ana"), await store.history("ana"), await store.erase("ana")]).toEqual([undefined, [], [], 0]);
    });

    it("case 90: gives back what was written, with who wrote it, when and in which run", async () => {
      const store = make();

      const version = await store.write(change());

      expect(version).toEqual({ ...change(), sequence: version?.sequence });
      expect(await store.get("ana", "tz")).toEqual(version);
      expect(await store.list("ana")).toEqual([version]);
      expect(await store.history("ana")).toEqual([version]);
    });

    it("case 90: replaces a value and keeps the one before it in the history", async () => {
      const store = make();

      const first = await store.write(change({ value: "X" }));
      const other = await store.write(change({ key: "name", value: "Ana" }));
      const second = await store.write(change({ value: "Y", kind: "corrected", author: "support", runId: null, path: null, at: 2 }));

      expect(await store.get("ana", "tz")).toEqual(second);
      expect(await store.history("ana")).toEqual([first, other, second]);
      expect(await store.history("ana", "tz")).toEqual([first, second]);
    });

    it("case 90: forgets what there is, says so when there is nothing, and keeps both in the history", async () => {
      const store = make();
      const first = await store.write(change());

      const forgotten = await store.write(forgetting("tz"));
      const again = await store.write(forgetting("tz"));

      expect(forgotten).toEqual({ ...forgetting("tz"), sequence: forgotten?.sequence });
      expect(again).toBe(null);
      expect(await store.get("ana", "tz")).toBe(undefined);
      expect(await store.list("ana")).toEqual([]);
      expect(await store.history("ana")).toEqual([first, forgotten]);
    });

    it("case 90: corrects only what is known", async () => {
      const store = make();

      const none = await store.write(change({ kind: "corrected" }));
      await store.write(change());
      await store.write(forgetting("tz"));
      const gone = await store.write(change({ kind: "corrected" }));

      expect([none, gone]).toEqual([null, null]);
      expect(await store.list("ana")).toEqual([]);
    });

    it("case 90: begins anew after forgetting", async () => {
      const store = make();
      await store.write(change({ value: "X" }));
      await store.write(forgetting("tz"));

      await store.write(change({ value: "Y" }));

      expect((await store.get("ana", "tz"))?.value).toBe("Y");
      expect((await store.history("ana", "tz")).map(({ value }) => value)).toEqual(["X", null, "Y"]);
    });

    it("case 90: keeps subjects apart, the shared bucket from all of them, whatever they are called", async () => {
      const store = make();
      const subjects = [null, ...TRICKY];

      for (const [index, subject] of subjects.entries()) await store.write(change({ subject, value: `value ${index}` }));
      const values = await Promise.all(subjects.map(async (subject) => (await store.list(subject)).map(({ value }) => value)));
      await store.write(forgetting("tz", null));

      expect(values).toEqual(subjects.map((_, index) => [`value ${index}`]));
      expect((await store.get("_", "tz"))?.subject).toBe("_");
      expect((await store.get("", "tz"))?.subject).toBe("");
      expect(await store.list(null)).toEqual([]);
    });

    it("case 90: gives keys, values and names back as they are, whatever they hold", async () => {
      const store = make();

      for (const text of TRICKY) await store.write(change({ key: text, value: text, author: text, runId: text, path: text }));
      const known = await store.list("ana");

      expect(known.map(({ key }) => key).sort()).toEqual([...TRICKY].sort());
      expect(known.filter(({ key, value, author, runId, path }) => [value, author, runId, path].some((text) => text !== key))).toEqual([]);
    });

    it("erases all about one subject, the history included, and nothing else", async () => {
      const store = make();
      await store.write(change());
      await store.write(forgetting("tz"));
      const kept = await store.write(change({ subject: "bo" }));

      expect(await store.erase("ana")).toBe(2);
      expect(await store.history("ana")).toEqual([]);
      expect(await store.history("bo")).toEqual([kept]);
      const next = await store.write(change());
      expect(next?.sequence).toBeGreaterThan(kept?.sequence ?? 0);
    });

    it("hands out what nobody can change for others", async () => {
      const store = make();
      const version = await store.write(change());

      expect(() => Object.assign(version as object, { value: "changed" })).toThrow(TypeError);
      (await store.history("ana") as unknown[]).length = 0;
      (await store.list("ana") as unknown[]).length = 0;

      expect([(await store.history("ana")).length, await keysIn(store, "ana")]).toEqual([1, ["tz"]]);
    });

    it("lets exactly one of two forget the same fact", async () => {
      const store = make();
      await store.write(change());

      const both = await Promise.all([store.write(forgetting("tz")), store.write(forgetting("tz"))]);

      expect(both.filter((version) => version === null)).toHaveLength(1);
    });

    it("loses nothing, in any interleaving of concurrent writers", async () => {
      const write = fc.record({ subject: fc.constantFrom(null, "ana", "_"), key: fc.constantFrom("a", "b"), kind: fc.constantFrom("remembered", "corrected", "forgotten") });
      const writers = fc.array(fc.array(write, { maxLength: 5 }), { minLength: 2, maxLength: 4 });

      await fc.assert(
        fc.asyncProperty(writers, async (lists) => {
          const store = make();
          const written = await Promise.all(
            lists.map(async (list, writer) => {
              const versions = [];
              for (const [index, { kind, ...rest }] of list.entries()) {
                const value = kind === "forgotten" ? null : `${writer}.${index}`;
                versions.push(await store.write(change({ ...rest, kind, value, author: `writer ${writer}` })));
              }
              return versions.filter((version) => version !== null);
            }),
          );
          const histories = await Promise.all([null, "ana", "_"].map((subject) => store.history(subject)));
          const inOrder = histories.flat().sort((a, b) => a.sequence - b.sequence);

          expect(inOrder).toEqual(written.flat().sort((a, b) => a.sequence - b.sequence));
          expect(new Set(inOrder.map(({ sequence }) => sequence)).size).toBe(inOrder.length);
          expect(written.map((versions) => [...versions].sort((a, b) => a.sequence - b.sequence))).toEqual(written);
          for (const [index, subject] of [null, "ana", "_"].entries()) {
            const latest = new Map(histories[index]?.map((version) => [version.key, version]));
            const known = [...latest.values()].filter(({ kind }) => kind !== "forgotten").map(({ key }) => key);
            expect(await keysIn(store, subject)).toEqual(known.sort());
          }
        }),
        { ...SEEDED, numRuns: 12 },
      );
    });
  });
}
