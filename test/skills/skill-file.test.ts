import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSkillFile } from "../../src/skills/skill-file.ts";
import { SkillFileError } from "../../src/skills/skill-file-error.ts";
import { temporaryFolder, type Files } from "../tools/temporary-folder.ts";

function folderWith(content: string | Uint8Array): string {
  return join(temporaryFolder({ "weather/SKILL.md": content }), "weather");
}

function problemIn(folder: string): string {
  try {
    return `no problem: ${JSON.stringify(readSkillFile(folder))}`;
  } catch (error) {
    if (error instanceof SkillFileError) return error.message.replace(`${folder}/`, "");
    throw error;
  }
}

const HEAD = "---\nname: weather\ndescription: Tells it.\n---\n";

describe("readSkillFile", () => {
  it("reads name, description and instructions, without the white space around them", () => {
    const folder = folderWith("---\nname: forecast\ndescription: >\n  Tells\n  it.\n---\n\r\n# Weather\r\n\r\nAsk first.\r\n\r\n");

    expect(readSkillFile(folder)).toEqual({
      file: join(folder, "SKILL.md"),
      name: "forecast",
      description: "Tells it.",
      instructions: "# Weather\n\nAsk first.",
    });
  });

  it.each([
    { title: "no name", yaml: "description: Tells it." },
    { title: "a name without a value", yaml: "name:\ndescription: Tells it." },
  ])("calls a skill by its folder when there is $title", ({ yaml }) => {
    expect(readSkillFile(folderWith(`---\n${yaml}\n---\nAsk.`))?.name).toBe("weather");
  });

  it("reads a file that begins with a byte order mark", () => {
    expect(readSkillFile(folderWith(`\uFEFF${HEAD}Ask.`))?.instructions).toBe("Ask.");
  });

  it.each([
    { title: "no folder", files: {}, folder: "none" },
    { title: "no SKILL.md in it", files: { "other/README.md": "x" }, folder: "other" },
  ])("finds no skill where there is $title", ({ files, folder }) => {
    expect(readSkillFile(join(temporaryFolder(files as Files), folder))).toBeNull();
  });

  const NAME = "a name of at most 64 characters: a small letter, then small letters, digits, _ and -";
  it.each([
    { title: "a name in capitals", content: "---\nname: Weather\n---\nAsk.", says: `SKILL.md:2: name is 'Weather'; allowed: ${NAME}` },
    { title: "a name with a path in it", content: "---\n\nname: ../a\n---\nAsk.", says: `SKILL.md:3: name is '../a'; allowed: ${NAME}` },
    { title: "an empty name", content: "---\nname: ''\n---\nAsk.", says: `SKILL.md:2: name is ''; allowed: ${NAME}` },
    { title: "a name of 65 characters", content: `---\nname: ${"x".repeat(65)}\n---\nAsk.`, says: `SKILL.md:2: name is '${"x".repeat(65)}'; allowed: ${NAME}` },
    { title: "a reserved name", content: "---\nname: load_skill\n---\nAsk.", says: "SKILL.md:2: name is 'load_skill'; allowed: a name other than final_answer, load_skill, read_artifact, which are reserved" },
    { title: "no description", content: "---\nname: weather\n---\nAsk.", says: "SKILL.md: description is missing; by it a model decides whether to load the skill" },
    { title: "a blank description", content: "---\ndescription: ' '\n---\nAsk.", says: "SKILL.md:2: description is blank; by it a model decides whether to load the skill" },
    { title: "no body", content: HEAD, says: "SKILL.md: instructions are missing; they stand below the front matter" },
    { title: "a blank body", content: `${HEAD}\n \t\r\n`, says: "SKILL.md: instructions are missing; they stand below the front matter" },
    { title: "no front matter", content: "Ask.", says: "SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "no content", content: "", says: "SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "Latin-1", content: Buffer.from(`${HEAD}Grüße.\n`, "latin1"), says: "SKILL.md:5: it is not UTF-8 text" },
    { title: "UTF-8 that is cut off", content: Uint8Array.of(...Buffer.from(HEAD), 0xf0, 0x9f), says: "SKILL.md:5: it is not UTF-8 text" },
    { title: "UTF-16", content: Buffer.from(`\uFEFF${HEAD}Ask.`, "utf16le"), says: "SKILL.md:1: it is not UTF-8 text" },
    { title: "more than a megabyte", content: HEAD.padEnd(1_000_001, "x"), says: "SKILL.md: it has 1000001 bytes; a skill file has at most 1000000" },
  ])("refuses a file with $title", ({ content, says }) => {
    expect(problemIn(folderWith(content))).toBe(says);
  });

  it("says that a bad name is the folder's when the file has none", () => {
    const folder = join(temporaryFolder({ "My Skill/SKILL.md": "---\ndescription: a\n---\nAsk." }), "My Skill");

    expect(problemIn(folder)).toBe(`SKILL.md: name is missing, and the name of the folder is 'My Skill'; allowed: ${NAME}`);
  });

  it("reads a file of a megabyte", () => {
    expect(readSkillFile(folderWith(HEAD.padEnd(1_000_000, "x")))?.instructions).toHaveLength(1_000_000 - HEAD.length);
  });

  it.each([
    { title: "a file elsewhere", target: "../secret.md" },
    { title: "a file beside it", target: "other.md" },
    { title: "a device", target: "/dev/zero" },
    { title: "nothing", target: "nowhere" },
    { title: "itself", target: "SKILL.md" },
  ])("follows no link to $title", ({ target }) => {
    const folder = join(temporaryFolder({ "secret.md": `${HEAD}A secret.`, "weather/other.md": `${HEAD}Another.` }), "weather");
    symlinkSync(target, join(folder, "SKILL.md"));

    expect(problemIn(folder)).toBe("SKILL.md: it is a symbolic link, which is not followed");
  });

  it("refuses a folder of that name", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "SKILL.md"));

    expect(problemIn(folder)).toBe("SKILL.md: it is not a regular file");
  });

  it("refuses a FIFO, and does not wait for somebody to write to it", () => {
    const folder = temporaryFolder();
    execFileSync("mkfifo", [join(folder, "SKILL.md")]);

    expect(problemIn(folder)).toBe("SKILL.md: it is not a regular file");
  });

  it("says what the system says when the file cannot be reached", () => {
    expect(problemIn(join(temporaryFolder(), "x".repeat(300)))).toBe("SKILL.md: it cannot be read: ENAMETOOLONG");
  });
});
