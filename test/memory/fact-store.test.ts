import { memoryFactStore } from "../../src/memory/memory-fact-store.ts";
import { FACTS_SCHEMA } from "../../src/memory/fact-rows.ts";
import { factStoreIn } from "../../src/memory/sqlite-fact-store.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { ENGINES, temporaryPath } from "../sqlite/engines.ts";
import { describeFactStore } from "./fact-store-contract.ts";

describeFactStore("memoryFactStore", memoryFactStore);

for (const engine of ENGINES) {
  describeFactStore(`sqliteFactStore with ${engine.name}`, () => factStoreIn(openDatabase(temporaryPath("facts.db"), { schema: FACTS_SCHEMA, engine })));
}
