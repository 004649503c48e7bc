import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import { run } from "../../src/index.ts";
import { fork } from "../../src/journal/fork.ts";
import { memoryJournalStore } from "../../src/journal/memory-store.ts";
import { resume } from "../../src/journal/resume.ts";
import { temporaryFolder } from "../bin/command.ts";
import { ANSWER, GOAL, team } from "./kill/cast.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

async function madeAnewFrom(at: string): Promise<{ readonly calls: readonly string[]; readonly output: string; readonly id: string }> {
  const log = join(folder.path, `log-${at.replace(/\W/gu, "-")}`);
  const store = memoryJournalStore();
  await run(team(log), GOAL, { journal: store, ids: () => "one" });
  writeFileSync(log, "");

  const id = fork(store, "one", { at, ids: () => "two" });
  const told = await resume(team(log), id, { journal: store });

  expect(store.list().map(({ header, state }) => [header.runId, state]).sort()).toEqual([["one", "ended"], ["two", "ended"]]);
  const calls = readFileSync(log, "utf8").split("\n").flatMap((line) => /^start (.*)$/u.exec(line)?.[1] ?? []);
  return { calls: calls.sort(), output: told.output, id: told.id };
}

describe("a fork", () => {
  it("at the last turn makes that turn alone", async () => {
    expect(await madeAnewFrom("0#2")).toEqual({ calls: ["model 0#2"], output: ANSWER, id: "two" });
  });

  it("at the first turn makes everything", async () => {
    const { calls, output } = await madeAnewFrom("0#1");
    expect([calls.length, output]).toEqual([17, ANSWER]);
  });

  it("at a call of one specialist keeps what had begun before, and makes what began after", async () => {
    const { calls, output } = await madeAnewFrom("0/1.0#2.0");
    expect(calls).toContain("tool 0/1.0#2.0");
    expect(calls).not.toContain("model 0/1.0#1");
    expect(calls).not.toContain("model 0#1");
    expect(output).toBe(ANSWER);
  });

  it("at a delegation makes its first turn anew", async () => {
    const { calls } = await madeAnewFrom("0#1.2");
    expect(calls).toContain("model 0/1.2#1");
    expect(calls).not.toContain("model 0#1");
  });

  it("at a step that never began is refused, and leaves no new run", async () => {
    const store = memoryJournalStore();
    await run(team(join(folder.path, "unused")), GOAL, { journal: store, ids: () => "one" });

    expect(() => fork(store, "one", { at: "0#9" })).toThrow(new DefinitionError({ subject: "a fork of run one", field: "at", value: "0#9", allowed: "the id of a step that has begun, such as 0#1" }));
    expect(store.list()).toHaveLength(1);
  });
});
