import { afterAll, describe, expect, it } from "vitest";
import { defaultEngine } from "../../src/sqlite/engines.ts";
import { nativeEngine } from "../../src/sqlite/native-engine.ts";
import { endProcesses, startProcess } from "../bin/command.ts";

afterAll(endProcesses);

const MODULE = new URL("../../src/sqlite/native-engine.ts", import.meta.url).href;

describe("nativeEngine", () => {
  it("is there where the runtime has SQLite, and is then the one that is used", async () => {
    const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;

    expect(nativeEngine()?.name).toBe(hasSqlite ? "node:sqlite" : undefined);
    expect((await defaultEngine()).name).toBe(hasSqlite ? "node:sqlite" : "node-sqlite3-wasm");
  });

  it("keeps its own warning off the screen, and no other", async () => {
    const program = `import { nativeEngine } from "${MODULE}";
      nativeEngine();
      process.emitWarning("SQLite is slow today");
      process.emitWarning("something else is new", "ExperimentalWarning");`;

    const { stderr } = await startProcess([process.execPath, "--import", "tsx", "--input-type=module", "--eval", program]).ended;

    expect(stderr.match(/(?<=\d\) ).*/gu)).toEqual(["Warning: SQLite is slow today", "ExperimentalWarning: something else is new"]);
  });
});
