import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "../../scripts/bundle.ts";
import { madeOnce } from "./run-folder.ts";

const TOP = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = join(TOP, "src/viewer/page.html");

/** A project that has the package installed. */
export interface Installed {
  /** The project's folder; a program in it may import the package and its peers by their names. */
  readonly project: string;
  /** The words that start its `troupe`. */
  readonly start: readonly string[];
  /** The URLs of its library and of its tools. */
  readonly library: string;
  readonly tools: string;
}

/**
 * A project with the package as it is published, the same for all files of a test run; nothing in it may be changed.
 * A process that starts from it needs a fifth of the time of one that first compiles the source.
 */
export async function installed(): Promise<Installed> {
  return installationIn(await madeOnce("installed", install));
}

/** Installs the package into a folder of the caller's own, which it may change. */
export async function installInto(folder: string): Promise<Installed> {
  await install(folder);
  return installationIn(folder);
}

function installationIn(project: string): Installed {
  const dist = join(project, "node_modules/troupe/dist");
  const [library = "", tools = ""] = ["src/index.js", "src/tools/index.js"].map((entry) => pathToFileURL(join(dist, entry)).href);
  return { project, start: [process.execPath, join(dist, "bin/troupe.js")], library, tools };
}

// A copy, because a module behind a link would look for its packages where the link leads.
async function install(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  cpSync(await madeOnce("package", makePackage), join(modules, "troupe"), { recursive: true });
  const others = readdirSync(join(TOP, "node_modules")).filter((name) => !name.startsWith("."));
  for (const name of others) symlinkSync(join(TOP, "node_modules", name), join(modules, name));
}

async function makePackage(folder: string): Promise<void> {
  await bundle(join(folder, "dist"));
  cpSync(join(TOP, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "dist/chunks"), { recursive: true });
  if (existsSync(PAGE)) cpSync(PAGE, join(folder, "dist/chunks/page.html"));
}
