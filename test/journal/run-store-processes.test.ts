import { afterAll, describe, expect, it } from "vitest";
import { endProcesses, startProcess, type Running } from "../bin/command.ts";
import { ENGINES, temporaryPath } from "../sqlite/engines.ts";
import { programAt } from "../support/program.ts";
import { idsIn, storeAt } from "./run-store-cast.ts";

const MINUTE = 60_000;
const program = await programAt(new URL("./run-store-process.ts", import.meta.url));
const NAMES = ["one", "two", "three"];
afterAll(endProcesses);

describe.each(ENGINES)("run stores of several processes, with $name,", { timeout: MINUTE }, (engine) => {
  const start = (...args: readonly (string | number)[]): Running => {
    const [path, ...rest] = args.map(String);
    return startProcess([...program, path ?? "", engine.name, ...rest]);
  };

  it("lose nothing when runs end in all of them at the same time, though none of them waits for its store", async () => {
    const path = temporaryPath("runs.db");
    const COUNT = 12;

    const ends = await Promise.all(NAMES.map((name) => start(path, name, COUNT, 1_000).ended));

    const ids = await idsIn(storeAt(path, engine));
    expect(ends).toEqual(ends.map(() => ({ code: 0, stdout: "", stderr: "" })));
    expect(ids).toHaveLength(NAMES.length * COUNT);
    for (const name of NAMES) {
      const own = Array.from({ length: COUNT }, (_, number) => `${name} ${COUNT - 1 - number}`);
      expect(ids.filter((id) => id.startsWith(`${name} `))).toEqual(own);
    }
  });

  it("keep together as many as each of them keeps", async () => {
    const path = temporaryPath("runs.db");

    await Promise.all(NAMES.map((name) => start(path, name, 6, 5).ended));

    expect(await idsIn(storeAt(path, engine))).toHaveLength(5);
  });

  it("still have what they were told is stored when one of them is killed", async () => {
    const path = temporaryPath("runs.db");
    const { child, ended, printed } = start(path, "killed", 10_000, 10_000, "waits");
    await printed("killed 5\n");
    child.kill("SIGKILL");
    const told = (await ended).stdout.trim().split("\n");

    const ids = await idsIn(storeAt(path, engine));

    expect(told.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.length - told.length).toBeLessThanOrEqual(1); // one that was stored and not yet told
  });
});
