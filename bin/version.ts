import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package: one up from the source of this file, two from what is built. */
export function packageFolder(): string {
  const candidates = ["../package.json", "../../package.json"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error("the package has no package.json");
  return dirname(path);
}

/** The version in the package's own package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(`${packageFolder()}/package.json`, "utf8")) as { version: string }).version; // our own file
}
