import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { makeFolder } from "../../src/sqlite/folder.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { UsageError } from "../ending/usage-error.ts";
import { writerTo, type Streams } from "../terminal/streams.ts";
import { reasonOf } from "../text/reason.ts";
import { safeLine } from "../text/safe-line.ts";
import { packageFolder, version } from "../text/version.ts";
import { firstFiles, type FirstFile, type Language } from "./files.ts";
import { installSteps } from "./install-steps.ts";
import { shellWord } from "./shell-word.ts";

/** The options of `troupe init`. */
export interface InitFlags {
  readonly typescript?: boolean;
  readonly javascript?: boolean;
}

/**
 * `troupe init [dir]`: writes a first agent, notes for it to read and a test that passes, and says how to run them.
 * Nothing is overwritten: where one of the files is there already, none is written. Throws `UsageError`.
 */
export async function initFolder(dir: string, flags: InitFlags, streams: Streams): Promise<ExitCode> {
  if (dir.trim() === "") throw new UsageError("init: the folder's name is blank");
  const folder = resolve(dir);
  const language = languageOf(folder, flags);
  const files = firstFiles(language);
  const taken = files.find(({ name }) => isThere(join(folder, name)));
  if (taken) throw new UsageError(`init: ${shown(folder, taken.name)} is there already; nothing was written`);
  writeAll(folder, files);
  await writerTo(streams.stdout)(toldOf({ folder, dir, language, files }));
  return EXIT.completed;
}

// A link that leads nowhere is there too.
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false; // where it cannot be, writing it tells
  }
}

function languageOf(folder: string, { typescript = false, javascript = false }: InitFlags): Language {
  if (typescript && javascript) throw new UsageError("--typescript and --javascript do not go together");
  if (typescript || javascript) return typescript ? "typescript" : "javascript";
  return hasVitest(folder) ? "typescript" : "javascript";
}

function hasVitest(folder: string): boolean {
  try {
    return /"vitest"\s*:/u.test(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return false; // no package.json that can be read
  }
}

/** Writes all files or none. */
function writeAll(folder: string, files: readonly FirstFile[]): void {
  const written: string[] = [];
  for (const { name, text } of files) {
    const file = join(folder, name);
    try {
      makeFolder(dirname(file));
      writeFileSync(file, text, { flag: "wx" });
      written.push(file);
    } catch (error) {
      for (const path of written) rmSync(path, { force: true });
      throw new UsageError(`init: ${shown(folder, name)} cannot be written: ${reasonOf(error)}`);
    }
  }
}

function shown(folder: string, name: string): string {
  return safeLine(relative(".", join(folder, name)) || name);
}

interface Written {
  readonly folder: string;
  readonly dir: string;
  readonly language: Language;
  readonly files: readonly FirstFile[];
}

function toldOf({ folder, dir, language, files }: Written): string {
  const [agent = "", , test = ""] = files.map(({ name }) => name);
  const program = { folder: packageFolder(), version: version(), isSource: import.meta.url.endsWith(".ts") };
  const steps = [
    ...(folder === process.cwd() ? [] : [`cd ${shellWord(dir)}`]),
    ...installSteps(folder, language, program),
    language === "typescript" ? "npx vitest run" : `node --test ${test}`,
    `npx troupe run "When does the library open on Saturdays?" --agent ./${agent}`,
  ];
  const written = files.map(({ name }) => `wrote ${shown(folder, name)}\n`).join("");
  return `${written}\nNext:\n${steps.map((step) => `  ${safeLine(step)}\n`).join("")}`;
}
