import type { QuickJSContext } from "quickjs-emscripten";

/** An interpreter that nothing has run in yet. */
export interface Machine {
  readonly vm: QuickJSContext;
  /** How much memory it has taken so far. */
  readonly usedBytes: () => number;
}

const PAGES_PER_MEGABYTE = 16;
const FIRST_PAGES = 256; // what the WebAssembly module begins with
const STACK_BYTES = 256 * 1024; // with more, the thread's own stack would overflow first and break the interpreter

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

type MemoryConstructor = new (pages: { readonly initial: number; readonly maximum: number }) => WebAssemblyMemory;

// Node has WebAssembly, but its declarations come with those of browsers, which are not loaded here.
const { Memory } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: MemoryConstructor } }).WebAssembly;

/** Loads an interpreter with so much memory (at least 16). Rejects with `ERR_MODULE_NOT_FOUND` where it is not installed. */
export async function newMachine(memoryMegabytes: number): Promise<Machine> {
  const { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } = await import("quickjs-emscripten");
  // The interpreter's own limit misses most small pieces of memory; a memory that cannot grow misses none.
  const wasmMemory = new Memory({ initial: FIRST_PAGES, maximum: memoryMegabytes * PAGES_PER_MEGABYTE });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryMegabytes * 2 ** 20, maxStackSizeBytes: STACK_BYTES });
  return { vm: runtime.newContext(), usedBytes: () => wasmMemory.buffer.byteLength };
}
