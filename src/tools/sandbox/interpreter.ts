import { workerData } from "node:worker_threads";
import { serve } from "../thread/serve.ts";
import { Interpretation, type InterpretationEnd } from "./interpretation.ts";
import { newMachine } from "./machine.ts";
import { Printer } from "./printer.ts";
import type { Program } from "./program.ts";

// The module of the thread that runs one program.

await serve<InterpretationEnd>(async () => {
  const program = workerData as Program; // `runProgram` alone starts this module
  const machine = await newMachine(program.memoryMegabytes);
  return (note) => new Interpretation(machine, program, new Printer(note, program.maxChars)).run();
});
