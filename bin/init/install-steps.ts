import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Language } from "./files.ts";
import { shellWord } from "./shell-word.ts";

const NAME = "troupe";
const PEERS = ["xstate", "zod"];
const TESTER = "vitest"; // of a first agent in TypeScript

/** The program as it runs now. */
export interface Program {
  /** The package's own folder. */
  readonly folder: string;
  readonly version: string;
  /** Whether it runs from its source, in a clone of the repository. */
  readonly isSource: boolean;
}

/**
 * The commands, given in a folder, after which an agent in it and its test find the packages that they import; none
 * where they do already. The package is taken from where this program is, because no registry has it.
 */
export function installSteps(folder: string, language: Language, program: Program): readonly string[] {
  const isMissing = (name: string): boolean =>
    !foldersUpFrom(folder).some((at) => existsSync(join(at, "node_modules", name, "package.json")));
  if (foldersUpFrom(folder).some(isOwnHome)) return existsSync(join(program.folder, "dist/src/index.js")) ? [] : ["npm run build"];
  const others = [...PEERS, ...loadersOf(language)].filter(isMissing);
  const tester = language === "typescript" && isMissing(TESTER) ? [`npm install --save-dev ${TESTER}`] : [];
  if (!isMissing(NAME)) return [...(others.length === 0 ? [] : [`npm install ${others.join(" ")}`]), ...tester];
  const packed = join(folder, `${NAME}-${program.version}.tgz`);
  const pack = program.isSource ? "npm pack" : "npm pack --ignore-scripts"; // what is installed is built, and lacks what builds it
  return [`${pack} ${shellWord(program.folder)}`, ["npm install", shellWord(packed), ...others].join(" "), ...tester];
}

// In the package's own folders its name leads to itself.
function isOwnHome(folder: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: unknown } | null)?.name === NAME;
  } catch {
    return false; // no package.json that can be read
  }
}

function loadersOf(language: Language): readonly string[] {
  const isLoadedByNode = "typescript" in process.features && Boolean(process.features.typescript);
  return language === "javascript" || isLoadedByNode ? [] : ["jiti"];
}

function foldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}
