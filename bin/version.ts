import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version in the package's own package.json: one folder up from the source, two from what is built. */
export function version(): string {
  const candidates = ["../package.json", "../../package.json"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error("the package has no package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version; // our own file
}
