import { runThread } from "../thread/run.ts";

/** A program and what it may use. */
export interface Program {
  readonly code: string;
  /** All the memory of the interpreter, the program's and its own; at least 16. */
  readonly memoryMegabytes: number;
  /** At most so many characters are kept of what is printed, and as many of the value. */
  readonly maxChars: number;
}

/** How a program ended by itself. */
export type ProgramEnd =
  /** Its value as text; `chars` is how long that was before it was cut. */
  | { readonly type: "returned"; readonly text: string; readonly chars: number; readonly omitted: number }
  /** What it threw as text, and in which line. */
  | { readonly type: "threw"; readonly text: string; readonly line: number | null; readonly omitted: number };

/** A program's end, however it came, and the lines it had printed until then. */
export interface Ran {
  readonly printed: readonly string[];
  readonly end: ProgramEnd | { readonly type: "timed_out" } | { readonly type: "out_of_memory" };
}

const HEAP_MEGABYTES = 256; // of the thread around the interpreter, for texts on their way out
const STACK_MEGABYTES = 16; // the interpreter's 256 kB of its own are several times as much here

/** Runs a program in an interpreter in a thread of its own, which is ended when the time is up or the signal fires. */
export async function runProgram(program: Program, { signal, seconds }: { signal: AbortSignal; seconds: number }): Promise<Ran> {
  const printed: string[] = [];
  const end = await runThread<ProgramEnd | { readonly type: "out_of_memory" }>({
    module: new URL("./interpreter.ts", import.meta.url),
    data: program,
    signal,
    seconds,
    heapMegabytes: HEAP_MEGABYTES,
    stackMegabytes: STACK_MEGABYTES,
    onNote: (line) => printed.push(line),
  });
  return { printed, end: end.type === "ended" ? end.result : end };
}
