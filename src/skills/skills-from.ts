import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import { skill, type Skill } from "../core/skill.ts";
import { isTool, type Tool } from "../core/tool.ts";
import { readSkillFile, unreadable, type SkillFile } from "./skill-file.ts";
import { SkillFileError } from "./skill-file-error.ts";

/** How `skillsFrom` reads a folder. */
export interface SkillsFromOptions {
  /** The tools that come with a skill, by the skill's name: files hold text, tools are code. */
  readonly tools?: Readonly<Record<string, readonly Tool[]>>;
}

const SUBJECT = "skillsFrom";
const FOLDER = "the path of a folder, or a file: URL of one";

const folderSchema = z.union([z.string().min(1, FOLDER), z.instanceof(URL).transform(pathOf)], FOLDER);
const optionsSchema = z.strictObject(
  {
    tools: z
      .record(z.string(), z.array(z.custom<Tool>(isTool, "what tool(...) returns"), "a list of tools"), "{ skill: [tool, ...] }")
      .optional(),
  },
  "an object: { tools? }",
);

function pathOf(url: URL, context: z.RefinementCtx): string {
  try {
    return fileURLToPath(url);
  } catch {
    context.addIssue(FOLDER);
    return z.NEVER;
  }
}

/**
 * The skills of a folder, sorted by name: one of each sub-folder that has a `SKILL.md`, whose YAML front matter gives
 * `name` (else the sub-folder's name) and `description`, and whose text below is the instructions. A folder that does
 * not exist has none; hidden sub-folders and those without a `SKILL.md` are passed over; links are not followed. Reads
 * synchronously, once: a definition is a value that a module makes while it is imported, and a wrong file fails there,
 * where the agent is defined. Throws `SkillFileError` naming the file, and `DefinitionError` for a wrong option.
 */
export function skillsFrom(folder: string | URL, options: SkillsFromOptions = {}): readonly Skill[] {
  const path = checked(`${SUBJECT}: folder`, folderSchema, folder);
  const tools = new Map(Object.entries(checked(SUBJECT, optionsSchema, options).tools ?? {}));
  const files = subFoldersOf(path).flatMap((name) => readSkillFile(join(path, name)) ?? []);
  const byName = filesByName(files);
  checkToolsBelong(tools, byName);
  return [...byName.values()].sort(inOrder).map(({ name, description, instructions }) => {
    return skill({ name, description, instructions, tools: tools.get(name) ?? [] });
  });
}

function subFoldersOf(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
    const link = entries.find((entry) => entry.isSymbolicLink() && isFolder(join(folder, entry.name)));
    if (link) {
      const problem = "it is a symbolic link, which is not followed; put the folder itself there";
      throw new SkillFileError({ file: join(folder, link.name), problem });
    }
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw unreadable(folder, error);
  }
}

// A link to a file is no skill that anyone could miss, nor is one that leads nowhere or in circles.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function filesByName(files: readonly SkillFile[]): Map<string, SkillFile> {
  const byName = new Map<string, SkillFile>();
  for (const one of files) {
    const other = byName.get(one.name);
    if (other) throw new SkillFileError({ file: one.file, problem: `name is '${one.name}', as in ${other.file}; names must differ` });
    byName.set(one.name, one);
  }
  return byName;
}

function checkToolsBelong(tools: ReadonlyMap<string, unknown>, byName: ReadonlyMap<string, unknown>): void {
  const unknown = [...tools.keys()].find((name) => !byName.has(name));
  if (unknown === undefined) return;
  const allowed = `tools of a skill of the folder, which are: ${[...byName.keys()].sort().join(", ") || "none"}`;
  throw new DefinitionError({ subject: SUBJECT, field: `tools.${unknown}`, value: tools.get(unknown), allowed });
}

function inOrder(one: SkillFile, other: SkillFile): number {
  return one.name < other.name ? -1 : 1;
}
