import type { Engine } from "./engine.ts";
import { nativeEngine } from "./native-engine.ts";
import { wasmEngine } from "./wasm-engine.ts";

/** The SQLite of the runtime, or, where it has none (Node 20), the one in WebAssembly. */
export async function defaultEngine(): Promise<Engine> {
  return nativeEngine() ?? (await wasmEngine());
}
