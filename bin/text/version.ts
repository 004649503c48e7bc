import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of this package: two up from the source of this file and from what is built. */
export function packageFolder(): string {
  return fileURLToPath(new URL("../../", import.meta.url)).replace(/[/\\]$/u, "");
}

/** The version in the package's own package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(`${packageFolder()}/package.json`, "utf8")) as { version: string }).version; // our own file
}
