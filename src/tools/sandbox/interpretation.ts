import type { QuickJSHandle } from "quickjs-emscripten";
import type { Machine } from "./machine.ts";
import { PRELUDE } from "./prelude.ts";
import type { Printer } from "./printer.ts";
import type { Program, ProgramEnd } from "./program.ts";

/** How a program ended, unless it was ended from outside. */
export type InterpretationEnd = ProgramEnd | { readonly type: "out_of_memory" };

/**
 * One program in one interpreter: it reaches the language and `console`, nothing else. Nothing in here is disposed of:
 * after a stack or memory overflow that may fail, and the interpreter goes with its thread anyway.
 */
export class Interpretation {
  readonly #machine: Machine;
  readonly #program: Program;
  readonly #printer: Printer;
  readonly #show: QuickJSHandle;

  constructor(machine: Machine, program: Program, printer: Printer) {
    this.#machine = machine;
    this.#program = program;
    this.#printer = printer;
    const { vm } = machine;
    const print = vm.newFunction("print", (line) => printer.print(() => vm.getString(line)));
    const install = vm.unwrapResult(vm.evalCode(PRELUDE, "prelude.js"));
    this.#show = vm.unwrapResult(vm.callFunction(install, vm.undefined, print));
  }

  /** Runs the program and the promises it left behind. */
  run(): InterpretationEnd {
    const { vm } = this.#machine;
    const evaluated = vm.evalCode(this.#program.code, "program.js", { type: "global" });
    if (evaluated.error) return this.#thrown(evaluated.error);
    const jobs = vm.runtime.executePendingJobs();
    if (jobs.error) return this.#thrown(jobs.error);
    const state = vm.getPromiseState(evaluated.value);
    switch (state.type) {
      case "fulfilled":
        return this.#returned(this.#shown(state.value));
      case "rejected":
        return this.#thrown(state.error);
      case "pending":
        return this.#returned("a promise that nothing will settle: there are no timers here");
    }
  }

  #returned(text: string): ProgramEnd {
    return { type: "returned", text: text.slice(0, this.#program.maxChars), chars: text.length, omitted: this.#printer.omitted };
  }

  #thrown(error: QuickJSHandle): InterpretationEnd {
    const { vm } = this.#machine;
    const isNothing = vm.sameValue(error, vm.null) || vm.typeof(error) === "undefined";
    if (isNothing && this.#isScarce()) return { type: "out_of_memory" }; // there was no room even for the error
    const text = this.#shown(error);
    if (text === "InternalError: out of memory") return { type: "out_of_memory" };
    return { type: "threw", text: text.slice(0, this.#program.maxChars), line: this.#lineOf(error), omitted: this.#printer.omitted };
  }

  #isScarce(): boolean {
    return this.#machine.usedBytes() > this.#program.memoryMegabytes * 2 ** 19;
  }

  #shown(value: QuickJSHandle): string {
    const { vm } = this.#machine;
    const shown = vm.callFunction(this.#show, vm.undefined, value);
    return shown.error ? "a value that cannot be shown" : vm.getString(shown.value);
  }

  #lineOf(error: QuickJSHandle): number | null {
    const { vm } = this.#machine;
    if (vm.typeof(error) !== "object") return null;
    const stack = vm.getProp(error, "stack");
    if (vm.typeof(stack) !== "string") return null;
    const line = /program\.js:(\d{1,6})/u.exec(vm.getString(stack))?.[1];
    return line === undefined ? null : Number(line);
  }
}
