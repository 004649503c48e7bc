import { chmodSync, chownSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { STORES, type StoreName } from "./stores.ts";

/** Writes to a store that takes nothing more, and prints, as one JSON document, what it was told and what is there. */

const [store, path = "", hindrance] = process.argv.slice(2) as [StoreName, string, "full" | "no-right-to-file" | "no-right-to-folder" | "read-only"];
const things = STORES[store](path);
const failureOf = (promise: Promise<unknown>): Promise<string | null> => promise.then(() => null, String);
const ballast = join(dirname(path), "ballast");

switch (hindrance) {
  case "full":
    await fill();
    break;
  case "read-only":
    print({ failure: await failureOf(things.write("more")), names: await failureOf(things.names()) });
    break;
  case "no-right-to-file":
  case "no-right-to-folder":
    await withoutRight(hindrance === "no-right-to-file" ? path : dirname(path));
    break;
}

// Until nothing fits any more; then again, when there is room.
async function fill(): Promise<void> {
  writeFileSync(ballast, new Uint8Array(32 * 1024));
  const kept: string[] = [];
  let failure: string | null = null;
  while (failure === null) {
    const name = `thing ${String(kept.length).padStart(3, "0")}`;
    failure = await failureOf(things.write(name));
    if (failure === null) kept.push(name);
  }
  const names = await things.names();
  rmSync(ballast);
  const again = await failureOf(things.write("when there is room"));
  print({ kept, failure, names, again, namesThen: await things.names(), files: readdirSync(dirname(path)) });
}

// Root may write everything, so it first becomes somebody else; what it needs has been loaded by the first write.
async function withoutRight(denied: string): Promise<void> {
  await things.write("kept");
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const owned of [path, dirname(path)]) chownSync(owned, nobody, nobody);
  const { mode } = statSync(denied);
  chmodSync(denied, mode & 0o555);
  if (isRoot) process.setuid?.(nobody);
  const failure = await failureOf(things.write("more"));
  chmodSync(denied, mode);
  print({ failure, names: await things.names() });
}

function print(value: unknown): void {
  process.stdout.write(JSON.stringify(value));
}
