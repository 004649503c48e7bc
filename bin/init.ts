import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { EXIT, type ExitCode } from "./exit.ts";
import { firstFiles, type FirstFile, type Language } from "./init-files.ts";
import { makeFolder } from "../src/sqlite/folder.ts";
import { reasonOf } from "./reason.ts";
import { safeLine } from "./safe-line.ts";
import { writerTo, type Streams } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

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
  const folder = resolve(dir);
  const files = firstFiles(languageOf(folder, flags));
  const taken = files.find(({ name }) => existsSync(join(folder, name)));
  if (taken) throw new UsageError(`init: ${shown(folder, taken.name)} is there already; nothing was written`);
  for (const file of files) write(folder, file);
  await writerTo(streams.stdout)(toldOf(folder, dir, files));
  return EXIT.completed;
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

function write(folder: string, { name, text }: FirstFile): void {
  const file = join(folder, name);
  try {
    makeFolder(resolve(file, ".."));
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`init: ${shown(folder, name)} cannot be written: ${reasonOf(error)}`);
  }
}

function shown(folder: string, name: string): string {
  return safeLine(relative(".", join(folder, name)) || name);
}

function toldOf(folder: string, dir: string, files: readonly FirstFile[]): string {
  const [agent = "", , test = ""] = files.map(({ name }) => name);
  const runner = test.endsWith(".ts") ? "npx vitest run" : "node --test";
  const steps = [
    ...(resolve(dir) === process.cwd() ? [] : [`cd ${quotedForShell(safeLine(dir))}`]),
    "npm install troupe xstate zod",
    runner,
    `npx troupe run "When does the library open on Saturdays?" --agent ./${agent}`,
  ];
  return `${files.map(({ name }) => `wrote ${shown(folder, name)}\n`).join("")}\nNext:\n${steps.map((step) => `  ${step}\n`).join("")}`;
}

function quotedForShell(word: string): string {
  return /^[\w./\\:-]+$/u.test(word) ? word : `"${word}"`;
}
