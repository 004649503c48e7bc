import { createHash } from "node:crypto";
import { z } from "zod";
import { fromAgent, memoryJournal, parseTrace, render, run, runStore, scripted, tool, type AgentLogic, type ScriptedCall } from "../../src/index.ts";
import { bytesOf } from "./large-artifact.ts";

/**
 * Hands a large artifact in and down two levels, makes another one there that surfaces through both, reads the trace back
 * and plays the run again from its journal. Prints what became of the bytes, as one JSON document.
 */

const bytes = bytesOf(Number(process.argv[2]));
const digestOf = (of: Uint8Array | undefined): string => createHash("sha256").update(of ?? "").digest("hex");
let makings = 0;

const measure = tool({
  name: "measure",
  description: "Measures.",
  parameters: z.object({ name: z.string() }),
  execute: ({ name }, { artifacts }) => digestOf(artifacts.require(name).bytes),
});
const make = tool({
  name: "make",
  description: "Makes.",
  parameters: z.object({}),
  execute: () => ({ text: `made ${++makings}`, artifacts: [{ name: "big.bin", data: bytes }] }),
});

const call = (name: string, args: object = {}): ScriptedCall => ({ name, arguments: args });
const ask = (name: string): ScriptedCall => call(`ask_${name}`, { goal: "Go on.", artifacts: ["given.bin"] });
const store = runStore();

function cast(): AgentLogic {
  const model = scripted.byPath({
    "0": [{ calls: [ask("middle")] }, { calls: [call("measure", { name: "middle/low/big.bin" })] }, "end"],
    "0/1.0": [{ calls: [ask("low")] }, "surfaced"],
    "0/1.0/1.0": [{ calls: [call("measure", { name: "given.bin" }), call("make")] }, "made"],
  });
  const low = fromAgent({ name: "low", description: "Makes.", model, tools: [make, measure] });
  const middle = fromAgent({ name: "middle", description: "Hands on.", model, team: [low] });
  return fromAgent({ name: "lead", model, team: [middle], tools: [measure], hooks: store });
}

const options = { artifacts: [{ name: "given.bin", data: bytes }], ids: () => "large" };
const journal = memoryJournal();
const first = await run(cast(), "Go.", { ...options, journal });
const text = JSON.stringify(first);
const back = parseTrace(text, "the trace");
const again = await run(cast(), "Go.", { ...options, journal: memoryJournal(journal.records) });
const row = await store.get("large");

const inside = first.steps[1]?.kind === "agent" && first.steps[1].children[1];
process.stdout.write(
  JSON.stringify({
    stopReason: first.stopReason,
    artifacts: first.artifacts.map(({ name, sizeBytes }) => [name, sizeBytes]),
    handedDown: inside && inside.kind === "agent" && inside.children[1]?.observation,
    surfaced: first.steps[3]?.observation,
    inTrace: back.artifacts.map(({ name }) => digestOf(back.artifact(name)?.bytes)),
    fromJournal: digestOf(again.artifact("middle/low/big.bin")?.bytes),
    makings,
    traceBytesPerByte: Math.round((text.length / (2 * bytes.length)) * 100) / 100,
    isTreeShort: render(first).length < 4_000,
    isRowShort: JSON.stringify(row).length < 40_000,
  }),
);
