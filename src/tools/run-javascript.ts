import { z } from "zod";
import { AgentToolError, tool, type Tool } from "../index.ts";
import { beginningOf } from "./cut.ts";
import { needed } from "./needed.ts";
import { ThreadError } from "./thread/report.ts";
import { secondsOption, valid } from "./valid.ts";
import { runProgram, type Program, type ProgramEnd, type Ran } from "./sandbox/program.ts";

/** What a program may use. */
export interface RunJavaScriptOptions {
  /** A program that runs longer is stopped. Default 1. */
  readonly timeoutSeconds?: number;
  /** The interpreter's whole memory, in units of 2^20 bytes: a whole number from 16 to 1024. Default 64. */
  readonly memoryMegabytes?: number;
}

const NEEDS = { tool: "run_javascript", packages: ["quickjs-emscripten"] };
const MAX_CODE_CHARS = 50_000;
const MAX_CHARS = 10_000; // of what is printed, and as many of the value

const MEMORY = "a whole number of megabytes from 16 to 1024";
const optionsSchema = z.strictObject(
  { timeoutSeconds: secondsOption, memoryMegabytes: z.number(MEMORY).int(MEMORY).min(16, MEMORY).max(1024, MEMORY).optional() },
  "an object: { timeoutSeconds, memoryMegabytes }",
);

const parameters = z.object({
  code: z
    .string()
    .min(1)
    .max(MAX_CODE_CHARS)
    .describe("A script, not a module: no import, no await or return at the top level. The value of its last expression is the result."),
});

/**
 * The tool `run_javascript`: runs a program that nobody has to trust, in an interpreter of its own (QuickJS in
 * WebAssembly) in a thread that is ended when the time is up. The program has the language and `console.log`; no file,
 * network, process, timer, environment or module is in its reach. Nothing lasts from one call to the next.
 */
export function runJavaScript(options: RunJavaScriptOptions = {}): Tool {
  const { timeoutSeconds = 1, memoryMegabytes = 64 } = valid("runJavaScript", optionsSchema, options);
  return tool({
    name: "run_javascript",
    description:
      `Run a JavaScript program and read what it printed and the value of its last expression. It has the language itself and ` +
      `console.log, nothing else: no files, no network, no timers, no modules. It may take ${timeoutSeconds} s.`,
    parameters,
    idempotent: true,
    execute: async ({ code }, { signal }) => {
      const program = { code, memoryMegabytes, maxChars: MAX_CHARS };
      const ran = await needed(NEEDS, () => runSafely(program, signal, timeoutSeconds));
      return observationOf(ran, { timeoutSeconds, memoryMegabytes });
    },
  });
}

async function runSafely(program: Program, signal: AbortSignal, seconds: number): Promise<Ran> {
  try {
    return await runProgram(program, { signal, seconds });
  } catch (error) {
    if (!(error instanceof ThreadError) || error.isMissingPackage) throw error;
    // What the interpreter itself stumbles over; the thread is gone, and the process none the worse.
    throw new AgentToolError(`the program broke its interpreter: ${error.message}`);
  }
}

function observationOf({ printed, end }: Ran, limits: Required<RunJavaScriptOptions>): string {
  switch (end.type) {
    case "returned":
      return [...printed, ...omission(end), `=> ${beginningOf(end.text, MAX_CHARS, end.chars)}`].join("\n");
    case "threw":
      throw failed(`the program threw ${end.text}${end.line === null ? "" : ` (line ${end.line})`}`, [...printed, ...omission(end)]);
    case "timed_out":
      throw failed(`the program did not end within ${limits.timeoutSeconds} s and was stopped`, printed);
    case "out_of_memory":
      throw failed(`the program ran out of memory (${limits.memoryMegabytes} MB)`, printed);
  }
}

function omission({ omitted }: ProgramEnd): readonly string[] {
  return omitted === 0 ? [] : [`[… more was printed than is kept (${MAX_CHARS} characters); lines left out or cut: ${omitted}]`];
}

function failed(what: string, printed: readonly string[]): AgentToolError {
  return new AgentToolError(printed.length === 0 ? what : `${what}; before that it printed:\n${printed.join("\n")}`);
}
