import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DefinitionError } from "../../src/core/errors.ts";
import { isSkill, skillsPrompt, skillText } from "../../src/core/skill.ts";
import { tool } from "../../src/core/tool.ts";
import { SkillFileError } from "../../src/skills/skill-file-error.ts";
import { skillsFrom } from "../../src/skills/skills-from.ts";
import { temporaryFolder } from "../tools/temporary-folder.ts";

function file(name: string, rest = ""): string {
  return `---\nname: ${name}\ndescription: "All about ${name}."\n${rest}---\n# How\n\nDo ${name} well.\n`;
}

function toolNamed(name: string) {
  return tool({ name, description: "Does it.", parameters: z.object({}), execute: () => "done" });
}

function problemOf(action: () => unknown): string {
  try {
    return `no problem: ${JSON.stringify(action())}`;
  } catch (error) {
    if (error instanceof SkillFileError || error instanceof DefinitionError) return error.message;
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  return skillsFrom(folder).map(({ name }) => name);
}

describe("skillsFrom", () => {
  it("case 70: finds the skills of a folder, sorted by name, with tools attached to those that have some", () => {
    const folder = temporaryFolder({ "a/SKILL.md": file("weather"), "b/SKILL.md": file("poetry"), "c/SKILL.md": "---\ndescription: C.\n---\nDo c." });
    const forecast = toolNamed("forecast");
    const skills = skillsFrom(folder, { tools: { weather: [forecast] } });

    expect(skills).toEqual([
      { name: "c", description: "C.", instructions: "Do c.", tools: [] },
      { name: "poetry", description: "All about poetry.", instructions: "# How\n\nDo poetry well.", tools: [] },
      { name: "weather", description: "All about weather.", instructions: "# How\n\nDo weather well.", tools: [forecast] },
    ]);
    expect(skills.every(isSkill)).toBe(true);
  });

  it("case 62: a skill from a file shows as one line before it is loaded, and whole after it, tools named if there are any", () => {
    const folder = temporaryFolder({ "poetry/SKILL.md": file("poetry"), "weather/SKILL.md": file("weather") });
    const [poetry, weather] = skillsFrom(folder, { tools: { weather: [toolNamed("forecast"), toolNamed("radar")] } });

    expect(skillsPrompt(poetry ? [poetry] : []).split("\n").at(-1)).toBe("- poetry: All about poetry.");
    expect(poetry && skillText(poetry)).toBe("# Skill: poetry\n\nAll about poetry.\n\n# How\n\nDo poetry well.");
    expect(weather && skillText(weather)).toBe(
      "# Skill: weather\n\nAll about weather.\n\n# How\n\nDo weather well.\n\nTools now available: forecast, radar.",
    );
  });

  it("case 63: the prompt lists every skill of a folder and no instructions, and is empty without any", () => {
    const folder = temporaryFolder({ "a/SKILL.md": file("weather"), "b/SKILL.md": "---\nname: poetry\ndescription: >\n  Over\n\n  lines.\n---\nDo." });

    expect(skillsPrompt(skillsFrom(folder)).split("\n").filter((line) => line !== "").slice(1)).toEqual([
      "- poetry: Over lines.",
      "- weather: All about weather.",
    ]);
    expect(skillsPrompt(skillsFrom(join(folder, "none")))).toBe("");
  });

  it.each([
    { title: "does not exist", at: "none" },
    { title: "does not exist, nor the one above it", at: "none/none" },
    { title: "is empty", at: "empty" },
  ])("case 70: a folder that $title has no skills", ({ at }) => {
    expect(skillsFrom(join(temporaryFolder({ "empty/.gitkeep": "" }), at))).toEqual([]);
  });

  it("passes over files, hidden folders, what lies deeper, and folders without a SKILL.md", () => {
    const folder = temporaryFolder({
      "SKILL.md": "no skill",
      "README.md": "no skill",
      ".hidden/SKILL.md": "no skill",
      "drafts/poetry/SKILL.md": "no skill",
      "notes/skill.txt": "no skill",
      "weather/SKILL.md": file("weather"),
      "weather/references/SKILL.md": "no skill",
    });

    expect(namesIn(folder)).toEqual(["weather"]);
  });

  it("accepts and ignores what else the front matter of a skill may say", () => {
    const rest = "license: MIT\ncompatibility: any\nallowed-tools: Bash(git:*) Read\nmetadata:\n  author: me\n  version: 1.0\n";
    const folder = temporaryFolder({ "weather/SKILL.md": file("weather", rest) });

    expect(skillsFrom(folder)[0]).toEqual({ name: "weather", description: "All about weather.", instructions: "# How\n\nDo weather well.", tools: [] });
  });

  it("reads a description with --- in it, and a file that begins with a byte order mark", () => {
    const folder = temporaryFolder({ "a/SKILL.md": `\uFEFF---\nname: a\ndescription: One --- two.\n---\nOne\n\n---\n\nTwo.` });

    expect(skillsFrom(folder)).toEqual([{ name: "a", description: "One --- two.", instructions: "One\n\n---\n\nTwo.", tools: [] }]);
  });

  it("takes a folder by its file: URL", () => {
    const folder = temporaryFolder({ "odd # folder/weather/SKILL.md": file("weather") });

    expect(skillsFrom(pathToFileURL(join(folder, "odd # folder")))).toEqual(skillsFrom(join(folder, "odd # folder")));
  });

  it("follows a link to the folder itself, which its owner gave", () => {
    const folder = temporaryFolder({ "skills/weather/SKILL.md": file("weather") });
    symlinkSync("skills", join(folder, "link"));

    expect(namesIn(join(folder, "link"))).toEqual(["weather"]);
  });

  it("refuses a link to a folder in the folder", () => {
    const folder = temporaryFolder({ "secret/SKILL.md": file("secret"), "skills/weather/SKILL.md": file("weather") });
    symlinkSync("../secret", join(folder, "skills/link"));

    expect(problemOf(() => skillsFrom(join(folder, "skills")))).toBe(
      `${folder}/skills/link: it is a symbolic link, which is not followed; put the folder itself there`,
    );
  });

  it("passes over links to files and to nothing, and a FIFO", () => {
    const folder = temporaryFolder({ "weather/SKILL.md": file("weather"), "README.md": "x" });
    for (const [name, target] of [["file", "README.md"], ["broken", "nowhere"], ["circle", "circle"]] as const) symlinkSync(target, join(folder, name));
    execFileSync("mkfifo", [join(folder, "fifo")]);

    expect(namesIn(folder)).toEqual(["weather"]);
  });

  it("refuses two skills of one name", () => {
    const folder = temporaryFolder({ "a/SKILL.md": file("weather"), "weather/SKILL.md": "---\ndescription: b\n---\nDo b." });

    expect(problemOf(() => skillsFrom(folder))).toBe(
      `${folder}/weather/SKILL.md: name is 'weather', as in ${folder}/a/SKILL.md; names must differ`,
    );
  });

  it("tells of the first wrong file, by the names of the folders", () => {
    const folder = temporaryFolder({ "b/SKILL.md": "b", "a/SKILL.md": "---\nname: A\n---\na", "c/SKILL.md": file("c") });

    expect(problemOf(() => skillsFrom(folder))).toMatch(`${folder}/a/SKILL.md:2: name is 'A'`);
  });

  it("says what the system says of a folder that cannot be read", () => {
    const path = join(temporaryFolder({ file: "x" }), "file");

    expect(problemOf(() => skillsFrom(path))).toBe(`${path}: it cannot be read: ENOTDIR`);
  });

  it("names the file in an error, and the line, apart from the message", () => {
    const folder = temporaryFolder({ "a/SKILL.md": "---\nname: A\n---\na" });

    expect(() => skillsFrom(folder)).toThrow(expect.objectContaining({ name: "SkillFileError", file: `${folder}/a/SKILL.md`, line: 2 }));
  });

  it("shows the name of a folder escaped", () => {
    const folder = temporaryFolder({ "\u001B[31m\nred/SKILL.md": "no skill" });

    expect(problemOf(() => skillsFrom(folder))).toBe(`${folder}/\\e[31m\\nred/SKILL.md:1: front matter is missing; the first line must be ---`);
  });

  const NO_FOLDER = "the path of a folder, or a file: URL of one";
  it.each([
    { title: "an empty path", folder: "", says: `skillsFrom: folder: the value is ''; allowed: ${NO_FOLDER}` },
    { title: "a number", folder: 7, says: `skillsFrom: folder: the value is 7; allowed: ${NO_FOLDER}` },
    { title: "the URL of a page", folder: new URL("https://a.test"), says: expect.stringMatching(`; allowed: ${NO_FOLDER}$`) as unknown },
  ])("refuses $title as a folder", ({ folder, says }) => {
    expect(problemOf(() => skillsFrom(folder as string))).toEqual(says);
  });

  it.each([
    { title: "another option", options: { tool: {} }, says: "tool is {}; allowed: no key of this name; the keys are tools" },
    { title: "no options", options: null, says: "the value is null; allowed: an object: { tools? }" },
    { title: "tools that are a list", options: { tools: [] }, says: "tools is []; allowed: { skill: [tool, ...] }" },
    { title: "a tool outside a list", options: { tools: { a: "x" } }, says: "tools.a is 'x'; allowed: a list of tools" },
    { title: "what is no tool", options: { tools: { a: ["x"] } }, says: "tools.a.0 is 'x'; allowed: what tool(...) returns" },
    { title: "tools of a skill that is not there", options: { tools: { c: [] } }, says: "tools.c is []; allowed: tools of a skill of the folder, which are: a, b" },
    { title: "tools of a folder's name instead of the skill's", options: { tools: { x: [] } }, says: "tools.x is []; allowed: tools of a skill of the folder, which are: a, b" },
  ])("refuses $title", ({ options, says }) => {
    const folder = temporaryFolder({ "x/SKILL.md": file("b"), "a/SKILL.md": file("a") });

    expect(problemOf(() => skillsFrom(folder, options as object))).toBe(`skillsFrom: ${says}`);
  });

  it("refuses tools for a folder without skills", () => {
    expect(problemOf(() => skillsFrom(join(temporaryFolder(), "none"), { tools: { weather: [] } }))).toBe(
      "skillsFrom: tools.weather is []; allowed: tools of a skill of the folder, which are: none",
    );
  });

  it("gives a skill no tools because objects have a field of its name from birth", () => {
    const folder = temporaryFolder({ "constructor/SKILL.md": "---\ndescription: a\n---\nDo." });

    expect(skillsFrom(folder, { tools: {} })).toEqual([{ name: "constructor", description: "a", instructions: "Do.", tools: [] }]);
  });

  it("loads the YAML parser with the first file, not with the library", () => {
    const module = JSON.stringify(new URL("../../src/skills/skills-from.ts", import.meta.url).href);
    const folder = JSON.stringify(temporaryFolder({ "a/SKILL.md": file("a") }));
    const program = `
      import { createRequire } from "node:module";
      const { skillsFrom } = await import(${module});
      const count = () => Object.keys(createRequire(import.meta.url).cache).filter((name) => /node_modules.yaml.dist/.test(name)).length;
      const before = count();
      skillsFrom(${folder});
      console.log(before, count() > 0);`;

    expect(execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], { encoding: "utf8" })).toBe("0 true\n");
  });
});
