import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nameSchema } from "../core/name.ts";
import { frontMatterOf, type FrontMatter } from "./front-matter.ts";
import { SkillFileError } from "./skill-file-error.ts";

/** What a skill file says, ready for `skill`. */
export interface SkillFile {
  /** The path it was read from. */
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
}

const FILE_NAME = "SKILL.md";
const MAX_BYTES = 1_000_000;

/**
 * Reads the `SKILL.md` of a folder; null when it has none. Without a name of its own the skill is called by the
 * folder's. Only a regular file is opened; links are not followed. Throws `SkillFileError` for anything but a whole skill.
 */
export function readSkillFile(folder: string): SkillFile | null {
  const file = join(folder, FILE_NAME);
  const bytes = readRegularFile(file);
  if (bytes === null) return null;
  const parts = frontMatterOf(textOf(bytes, file), file);
  return { file, name: nameOf(parts, file), description: descriptionOf(parts, file), instructions: instructionsOf(parts, file) };
}

function readRegularFile(file: string): Buffer | null {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isSymbolicLink()) throw new SkillFileError({ file, problem: "it is a symbolic link, which is not followed" });
    if (!stats.isFile()) throw new SkillFileError({ file, problem: "it is not a regular file" });
    if (stats.size > MAX_BYTES) {
      throw new SkillFileError({ file, problem: `it has ${stats.size} bytes; a skill file has at most ${MAX_BYTES}` });
    }
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** What the system says about a path that cannot be read, as a `SkillFileError`; any other error as it is. */
export function unreadable(file: string, error: unknown): unknown {
  if (error instanceof SkillFileError) return error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? new SkillFileError({ file, problem: `it cannot be read: ${code}` }) : error;
}

function textOf(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new SkillFileError({ file, line: lineThatIsNotUtf8(bytes), problem: "it is not UTF-8 text" });
}

const LINE_FEED = 10; // never part of a longer character in UTF-8

function lineThatIsNotUtf8(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    if (!isUtf8(bytes.subarray(start, end))) break;
    line += 1;
    start = end + 1;
  }
  return line;
}

function nameOf({ name }: FrontMatter, file: string): string {
  const text = name?.text ?? basename(dirname(file));
  const { error } = nameSchema.safeParse(text);
  if (!error) return text;
  const called = name ? "name" : "name is missing, and the name of the folder";
  throw new SkillFileError({ file, line: name?.line ?? null, problem: `${called} is '${text}'; allowed: ${error.issues[0]?.message}` });
}

function descriptionOf({ description }: FrontMatter, file: string): string {
  const text = description?.text.trim() ?? "";
  if (text !== "") return text;
  const problem = `description is ${description ? "blank" : "missing"}; by it a model decides whether to load the skill`;
  throw new SkillFileError({ file, line: description?.line ?? null, problem });
}

function instructionsOf({ body }: FrontMatter, file: string): string {
  const text = body.replace(/\r\n?/gu, "\n").trim();
  if (text !== "") return text;
  throw new SkillFileError({ file, problem: "instructions are missing; they stand below the front matter" });
}
