import { describe, expect, it } from "vitest";
import { frontMatterOf, frontMatterText } from "../../src/skills/front-matter.ts";
import { SkillFileError } from "../../src/skills/skill-file-error.ts";

const BODY = "\n# Weather\n\nAsk first.\n";

function problemOf(text: string): string {
  try {
    return `no problem: ${JSON.stringify(frontMatterOf(text, "a/SKILL.md"))}`;
  } catch (error) {
    if (error instanceof SkillFileError) return error.message;
    throw error;
  }
}

describe("frontMatterOf", () => {
  it("case 70: takes a name, a description and the text below apart", () => {
    expect(frontMatterOf(`---\nname: weather\ndescription: Tells the weather.\n---\n${BODY}`, "a/SKILL.md")).toEqual({
      name: { text: "weather", line: 2 },
      description: { text: "Tells the weather.", line: 3 },
      body: BODY,
    });
  });

  it.each([
    { title: "double quotes", yaml: 'description: "Use it: now."', text: "Use it: now." },
    { title: "single quotes", yaml: "description: 'It''s here.'", text: "It's here." },
    { title: "a quote inside the text", yaml: `description: Say "hello".`, text: 'Say "hello".' },
    { title: "text folded over lines", yaml: "description: >-\n  One\n  two.", text: "One two." },
    { title: "lines as they are", yaml: "description: |\n  One\n  two.", text: "One\ntwo.\n" },
    { title: "a comment behind it", yaml: "description: Text. # not text", text: "Text." },
    { title: "a tag that makes it text", yaml: "description: !!str 42", text: "42" },
    { title: "an alias of a text", yaml: "short: &it Text.\ndescription: *it", text: "Text." },
    { title: "a word that older YAML took for a truth value", yaml: "description: yes", text: "yes" },
    { title: "what looks like a date", yaml: "description: 2026-01-01", text: "2026-01-01" },
    { title: "another key twice as deep", yaml: "metadata: { description: not this }\ndescription: This.", text: "This." },
  ])("case 70: reads a description with $title", ({ yaml, text }) => {
    const { description } = frontMatterOf(`---\n${yaml}\n---\nbody`, "a/SKILL.md");

    expect(description?.text).toBe(text);
  });

  it.each([
    { title: "--- inside a description", text: "---\ndescription: a --- b\n---\nbody", description: "a --- b" },
    { title: "--- at the end of a description", text: "---\ndescription: a ---\n---\nbody", description: "a ---" },
    { title: "--- in quotes", text: '---\ndescription: "---"\n---\nbody', description: "---" },
    { title: "--- on an indented line", text: "---\ndescription: |-\n  a\n  ---\n  b\n---\nbody", description: "a\n---\nb" },
    { title: "--- in a comment", text: "---\n# ---\ndescription: a\n---\nbody", description: "a" },
    { title: "a byte order mark", text: "\uFEFF---\ndescription: a\n---\nbody", description: "a" },
    { title: "CRLF line breaks", text: "---\r\ndescription: a\r\n---\r\nbody", description: "a" },
    { title: "CR line breaks", text: "---\rdescription: a\r---\rbody", description: "a" },
    { title: "white space behind both lines", text: "--- \t\ndescription: a\n---  \nbody", description: "a" },
    { title: "an end of three dots", text: "---\ndescription: a\n...\nbody", description: "a" },
    { title: "a line separator that is no line break", text: "---\ndescription: a\u2028---\n---\nbody", description: "a\u2028---" },
  ])("is not misled by $title", ({ text, description }) => {
    const parts = frontMatterOf(text, "a/SKILL.md");

    expect({ description: parts.description?.text, body: parts.body }).toEqual({ description, body: "body" });
  });

  it.each([
    { title: "another front matter", body: "---\nname: other\n---\nMore.\n" },
    { title: "rules of dashes", body: "One\n\n---\n\n----\n\n...\n" },
    { title: "line breaks of every kind", body: "\r\n\r\n\na\rb\n" },
    { title: "a byte order mark", body: "\uFEFFa" },
    { title: "nothing", body: "" },
  ])("leaves a body with $title as it is", ({ body }) => {
    expect(frontMatterOf(`---\nname: a\n---\n${body}`, "a/SKILL.md").body).toBe(body);
  });

  it("needs no line break at the end of the file", () => {
    expect(frontMatterOf("---\nname: a\n---", "a/SKILL.md")).toEqual({ name: { text: "a", line: 2 }, description: null, body: "" });
  });

  it.each([
    { title: "nothing at all", yaml: "" },
    { title: "comments alone", yaml: "# nothing yet\n" },
    { title: "keys without values", yaml: "name:\ndescription: ~\n" },
    { title: "other keys, which are ignored", yaml: "license: MIT\nallowed-tools: [read, write]\nmetadata:\n  version: 1.0\n" },
    { title: "a key that objects have from birth", yaml: "__proto__: { name: a, description: b }\n" },
  ])("finds neither name nor description in $title", ({ yaml }) => {
    expect(frontMatterOf(`---\n${yaml}---\nbody`, "a/SKILL.md")).toEqual({ name: null, description: null, body: "body" });
  });

  it.each([
    { title: "an empty file", text: "", says: "a/SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "no front matter", text: "# Weather\n", says: "a/SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "a line before it", text: "\n---\nname: a\n---\n", says: "a/SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "four dashes", text: "----\nname: a\n----\n", says: "a/SKILL.md:1: front matter is missing; the first line must be ---" },
    { title: "two byte order marks", text: "\uFEFF\uFEFF---\n---\n", says: "a/SKILL.md:1: front matter is missing; the first line must be ---" },
  ])("case 70: refuses missing front matter: $title", ({ text, says }) => {
    expect(problemOf(text)).toBe(says);
  });

  it.each([
    { title: "nothing after it", text: "---" },
    { title: "no end", text: "---\nname: a\n# Weather\n" },
    { title: "an end that is indented", text: "---\nname: a\n ---\n" },
    { title: "an end of four dashes", text: "---\nname: a\n----\n" },
    { title: "an end with words behind it", text: "---\nname: a\n--- end\n" },
  ])("case 70: refuses front matter without an end: $title", ({ text }) => {
    expect(problemOf(text)).toBe("a/SKILL.md:1: the front matter has no end; a line --- must follow it");
  });

  const NO_YAML = "the front matter is not valid YAML:";
  it.each([
    { yaml: "- a", says: "2: the front matter is no mapping; each of its lines is a key, a colon, a space and a value" },
    { yaml: "\nname:a", says: "3: the front matter is no mapping; each of its lines is a key, a colon, a space and a value" },
    { yaml: "name: 42", says: "2: name is 42 without quotes, which is no text" },
    { yaml: "name: a\ndescription: false", says: "3: description is false without quotes, which is no text" },
    { yaml: "name: a\ndescription: [b]", says: "3: description is a list, which is no text" },
    { yaml: "name: a\ndescription: { b }", says: "3: description is a mapping, which is no text" },
    { yaml: "name: *ghost", says: "2: name is an alias of nothing, which is no text" },
    { yaml: "list: &it [a]\nname: *it", says: "3: name is a list, which is no text" },
    { yaml: "name: a\nname: b", says: `3: ${NO_YAML} Map keys must be unique (this one stands there a second time)` },
    { yaml: "a: 1\nmetadata: { b: 1, 'b': 2 }", says: `3: ${NO_YAML} Map keys must be unique (this one stands there a second time)` },
    { yaml: "name: a\ndescription: Use it: now.", says: `3: ${NO_YAML} Nested mappings are not allowed in compact mappings (a value with a colon and a space in it stands in quotes)` },
    { yaml: "name: @a", says: `2: ${NO_YAML} Plain value cannot start with reserved character @ (a value that begins so stands in quotes)` },
    { yaml: 'name: "a" b', says: `2: ${NO_YAML} Unexpected scalar at node end (a value that begins with a quote, a bracket or a special character stands in quotes as a whole)` },
    { yaml: "name: !secret a", says: `2: ${NO_YAML} Unresolved tag: !secret (front matter has no tags of its own)` },
    { yaml: "name: !!binary aGk=", says: `2: ${NO_YAML} Unresolved tag: tag:yaml.org,2002:binary (front matter has no tags of its own)` },
    { yaml: "name: a\n\tdescription: b", says: `3: ${NO_YAML} Tabs are not allowed as indentation` },
    { yaml: "%YAML 1.1\nname: a", says: `2: ${NO_YAML} Implicit keys need to be on a single line` },
    { yaml: "? [a]\n: b", says: `2: ${NO_YAML} With stringKeys, all keys must be strings` },
    { yaml: "name: a\n--- # more\nname: b", says: "3: a line inside the front matter begins with ---" },
  ])("names the line and what is wrong with $yaml", ({ yaml, says }) => {
    expect(problemOf(`---\n${yaml}\n---\nbody`)).toBe(`a/SKILL.md:${says}`);
    expect(problemOf(`\uFEFF---\r\n${yaml.replaceAll("\n", "\r\n")}\r\n---\r\nbody`)).toBe(`a/SKILL.md:${says}`);
  });

  const TOO_DEEP = "the front matter is nested more than 100 levels deep";
  it.each([
    { title: "brackets that nobody closes", yaml: `x: ${"[".repeat(9000)}`, says: `2: ${TOO_DEEP}` },
    { title: "brackets", yaml: `\nx: ${"[".repeat(9000)}${"]".repeat(9000)}`, says: `3: ${TOO_DEEP}` },
    { title: "braces", yaml: "{a: ".repeat(4000), says: `2: ${TOO_DEEP}` },
    { title: "lists on one line", yaml: "- ".repeat(9000), says: `2: ${TOO_DEEP}` },
    { title: "mappings on one line", yaml: "a: ".repeat(6000), says: `2: ${TOO_DEEP}` },
    { title: "explicit keys", yaml: "? ".repeat(9000), says: `2: ${TOO_DEEP}` },
    { title: "indentation", yaml: Array.from({ length: 150 }, (_, level) => `${" ".repeat(level)}a:`).join("\n"), says: `101: ${TOO_DEEP}` },
  ])("refuses nesting that would exhaust the stack: $title", ({ yaml, says }) => {
    expect(problemOf(`---\n${yaml}\n---\nbody`)).toBe(`a/SKILL.md:${says}`);
  });

  it("refuses nesting at which the parser itself gives up, where no line is known", () => {
    expect(problemOf(`---\nx:\n ${"- ".repeat(9000)}a\nb: 1\n---\nbody`)).toBe(`a/SKILL.md: ${TOO_DEEP}`);
  });

  it("accepts a hundred levels", () => {
    const { name } = frontMatterOf(`---\nx: ${"[".repeat(99)}${"]".repeat(99)}\nname: a\n---\n`, "a/SKILL.md");

    expect(name).toEqual({ text: "a", line: 3 });
  });

  it("never expands aliases of aliases", () => {
    const levels = Array.from({ length: 40 }, (_, level) => `x${level + 1}: &x${level + 1} [${`*x${level}, `.repeat(9)}]`);
    const { name } = frontMatterOf(`---\nx0: &x0 a\n${levels.join("\n")}\nname: weather\n---\n`, "a/SKILL.md");

    expect(name?.text).toBe("weather");
  });

  it.each([
    { title: "with an end", text: `---\n#${"x".repeat(20_000)}\n---\n` },
    { title: "without one", text: `---\n${"x\n".repeat(400_000)}` },
  ])("refuses front matter of more than 20 000 characters, $title", ({ text }) => {
    expect(problemOf(text)).toBe("a/SKILL.md:1: the front matter has more than 20000 characters, or no line --- that ends it");
  });

  it("has no limit on the body", () => {
    const body = "x\n".repeat(400_000);

    expect(frontMatterOf(`---\nname: a\n---\n${body}`, "a/SKILL.md").body).toBe(body);
  });

  it("shows what a file holds escaped, on one line, and not without end", () => {
    const error = problemOf(`---\nname: !<\u001B[31m${"x".repeat(5000)}> a\n---\n`);

    expect(error).toMatch(/^a\/SKILL\.md:2: the front matter is not valid YAML: Unresolved tag: \\e\[31mxxx[^\n\u001B]{100,600}$/u);
  });
});

describe("frontMatterText", () => {
  it.each([
    { title: "plain texts", parts: { name: "weather", description: "Tells it.", body: "# Weather\n" }, text: "---\nname: weather\ndescription: Tells it.\n---\n# Weather\n" },
    { title: "texts that need quotes", parts: { name: "42", description: "Use it: now.\n---", body: "" }, text: '---\nname: "42"\ndescription: "Use it: now.\\n---"\n---\n' },
    { title: "a body alone", parts: { body: "---\n" }, text: "---\n---\n---\n" },
  ])("writes $title", ({ parts, text }) => {
    expect(frontMatterText(parts)).toBe(text);
  });
});
