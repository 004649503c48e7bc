import { FACTS_SCHEMA } from "../../src/memory/fact-rows.ts";
import { facts } from "../../src/memory/facts.ts";
import { factStoreIn } from "../../src/memory/sqlite-fact-store.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { nativeEngine } from "../../src/sqlite/native-engine.ts";
import { wasmEngine } from "../../src/sqlite/wasm-engine.ts";

/** A process that remembers: `<path> <engine> <author> <count>`, all under one key of the shared bucket. */

const [path = "", name = "", author = "", count = ""] = process.argv.slice(2);
const engine = [nativeEngine(), await wasmEngine()].find((each) => each?.name === name);
if (!engine) throw new Error(`this runtime has no ${name}`);
const known = facts(factStoreIn(openDatabase(path, { schema: FACTS_SCHEMA, engine, busyTimeoutSeconds: 30 })), undefined, { author });
for (let index = 0; index < Number(count); index++) await known.remember("tz", `${author} ${index}`);
