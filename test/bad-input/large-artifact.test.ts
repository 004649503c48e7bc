import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseTrace } from "../../src/index.ts";
import { endProcesses, startProcess, temporaryFolder, troupe, writeModule } from "../bin/command.ts";
import { programAt } from "../support/program.ts";
import { bytesOf } from "./large-artifact.ts";

const SIZE = 10 * 1024 * 1024;
const HEAP_MEGABYTES = 160; // the two artifacts as text are 28, and stand in the run, its text, what is read of it and the journal
const MINUTES = 120_000;
const digestOf = (bytes: Uint8Array | undefined): string => createHash("sha256").update(bytes ?? "").digest("hex");
const digest = digestOf(bytesOf(SIZE));

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

describe("an artifact of 10 MB", { timeout: MINUTES }, () => {
  it("goes in, down, up through two levels, into the trace and back with the same bytes, in little memory", async () => {
    const [node = "", ...program] = await programAt(new URL("./large-artifact-process.ts", import.meta.url));
    const command = [node, `--max-old-space-size=${HEAP_MEGABYTES}`, ...program, String(SIZE)];

    const { code, stdout, stderr } = await startProcess(command).ended;

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      stopReason: "completed",
      artifacts: [["given.bin", SIZE], ["middle/low/big.bin", SIZE]],
      handedDown: digest,
      surfaced: digest,
      inTrace: [digest, digest],
      fromJournal: digest,
      makings: 1,
      traceBytesPerByte: 1.33,
      isTreeShort: true,
      isRowShort: true,
    });
  });

  it("is a file and a part of the trace when the command line runs its agent, and the trace can be shown", async () => {
    const helper = (await programAt(new URL("./large-artifact.ts", import.meta.url))).at(-1) ?? "";
    const make = `tool({ name: "make", description: "d", parameters: z.object({}), execute: () => ({ text: "made", artifacts: [{ name: "big.bin", data: bytesOf(${SIZE}) }] }) })`;
    const agent = writeModule(
      folder.path,
      "large.mjs",
      `import { bytesOf } from "${helper}";\nexport default fromAgent({ name: "maker", model: scripted([{ calls: [{ name: "make", arguments: {} }] }, "Made."]), tools: [${make}] });`,
    );
    const [files, trace] = [join(folder.path, "files"), join(folder.path, "run.json")];

    const ran = await troupe(["run", "Make it.", "--agent", agent, "--quiet", "--artifacts", files, "--trace", trace]);
    const shown = await troupe(["show", trace]);

    const kept = parseTrace(readFileSync(trace, "utf8"), trace).artifact("big.bin");
    expect([ran, shown.code]).toEqual([{ code: 0, stdout: "Made.\n", stderr: "" }, 0]);
    expect([digestOf(readFileSync(join(files, "big.bin"))), digestOf(kept?.bytes)]).toEqual([digest, digest]);
    expect(shown.stdout).toContain("made big.bin");
    expect(shown.stdout.length).toBeLessThan(2_000);
  });
});
