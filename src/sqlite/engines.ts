import type { Engine } from "./engine.ts";
import { nativeEngine } from "./native-engine.ts";
import { wasmEngine, wasmEngineNow } from "./wasm-engine.ts";

/** The SQLite of the runtime, or, where it has none (Node 20), the one in WebAssembly. */
export async function defaultEngine(): Promise<Engine> {
  return nativeEngine() ?? (await wasmEngine());
}

/** The engine of `defaultEngine`, loaded without a wait: for a store that must have kept something before it returns. */
export function defaultEngineNow(): Engine {
  return nativeEngine() ?? wasmEngineNow();
}
