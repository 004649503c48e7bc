import { fromAgent, run, scripted } from "../../src/index.ts";
import { nativeEngine } from "../../src/sqlite/native-engine.ts";
import { wasmEngine } from "../../src/sqlite/wasm-engine.ts";
import { storeAt } from "./run-store-cast.ts";

/** Plays runs one after the other with a store in a file as hook, and ends without waiting for it, unless it is told to. */
const [path = "", engineName, name = "", count, keep, waits] = process.argv.slice(2);
const engine = [nativeEngine(), await wasmEngine()].find((each) => each?.name === engineName);
if (!engine) throw new Error(`this runtime has no ${engineName}`);
const store = storeAt(path, engine, { keep: Number(keep), busyTimeoutSeconds: 30 });
for (let number = 0; number < Number(count); number++) {
  const agent = fromAgent({ name: "clerk", model: scripted([`done by ${name}`]), hooks: store });
  await run(agent, `Run ${number}.`, { ids: () => `${name} ${number}` });
  if (waits === undefined) continue;
  await store.settled();
  process.stdout.write(`${name} ${number}\n`);
}
