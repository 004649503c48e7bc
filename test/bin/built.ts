import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TOP = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Puts the package into a folder as it is when installed: built, with the project's own packages around it, so that
 * what runs there runs on Node.js alone. Returns the words that start its `troupe`.
 */
export function installInto(folder: string): readonly string[] {
  const modules = join(folder, "node_modules");
  const home = join(modules, "troupe");
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(join(TOP, "node_modules"))) if (!name.startsWith(".")) symlinkSync(join(TOP, "node_modules", name), join(modules, name));
  cpSync(join(TOP, "package.json"), join(home, "package.json"));
  const compiler = [join(TOP, "node_modules/typescript/bin/tsc"), "-p", join(TOP, "tsconfig.build.json")];
  execFileSync(process.execPath, [...compiler, "--noCheck", "--declaration", "false", "--emitDeclarationOnly", "false", "--outDir", join(home, "dist")], { stdio: "inherit" });
  return [process.execPath, join(home, "dist/bin/troupe.js")];
}
