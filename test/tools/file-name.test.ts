import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentToolError } from "../../src/index.ts";
import { lookAlike, partsOf } from "../../src/tools/file-name.ts";

function answerTo(path: string): readonly string[] | string {
  try {
    return partsOf(path);
  } catch (error) {
    return (error as AgentToolError).message;
  }
}

const SPACED = "has a part that begins or ends with a space or ends with a dot";
const DEVICE = "is the name of a device on some systems";
const HIDDEN = "is hidden (a part begins with a dot), which is neither read nor written";
const INVISIBLE = "holds control or invisible characters";
const CLIMBS = "has a part that is . or .., which are not followed";
const ABSOLUTE = "is absolute; names are below the folder";

describe("partsOf", () => {
  it.each([
    { path: "a.txt", parts: ["a.txt"] },
    { path: "a/b c/d-e_f.tar.gz", parts: ["a", "b c", "d-e_f.tar.gz"] },
    { path: "grüße/日本語.md", parts: ["grüße", "日本語.md"] },
    { path: "a..b/c~", parts: ["a..b", "c~"] },
    { path: "console/auxiliary.txt/com10", parts: ["console", "auxiliary.txt", "com10"] },
  ])("takes $path apart", ({ path, parts }) => {
    expect(answerTo(path)).toEqual(parts);
  });

  it.each([
    { path: "..", why: CLIMBS },
    { path: "../secret", why: CLIMBS },
    { path: "a/../../secret", why: CLIMBS },
    { path: "a/../b", why: CLIMBS },
    { path: "./a", why: CLIMBS },
    { path: ".", why: CLIMBS },
    { path: "/etc/passwd", why: ABSOLUTE },
    { path: "//server/share", why: ABSOLUTE },
    { path: "C:/Windows", why: ABSOLUTE },
    { path: "c:a", why: ABSOLUTE },
    { path: "~/a", why: "begins with ~, which means no folder here" },
    { path: "~root/a", why: "begins with ~, which means no folder here" },
    { path: "a\\b", why: "holds a backslash; folders are separated by /" },
    { path: "..\\secret", why: "holds a backslash; folders are separated by /" },
    { path: "\\\\server\\share", why: "holds a backslash; folders are separated by /" },
    { path: "", why: "has an empty part" },
    { path: "a//b", why: "has an empty part" },
    { path: "a/", why: "has an empty part" },
    { path: ".git/config", why: HIDDEN },
    { path: "a/.env", why: HIDDEN },
    { path: "...", why: HIDDEN },
    { path: "a.txt:stream", why: 'holds one of < > : " | ? *' },
    { path: "a*", why: 'holds one of < > : " | ? *' },
    { path: "a. ", why: SPACED },
    { path: "a.", why: SPACED },
    { path: " a", why: SPACED },
    { path: "a /b", why: SPACED },
    { path: "con", why: DEVICE },
    { path: "a/NUL.txt", why: DEVICE },
    { path: "Com1", why: DEVICE },
    { path: "lpt¹.x", why: DEVICE },
  ])("refuses $path", ({ path, why }) => {
    expect(answerTo(path)).toBe(`'${path}' ${why}`);
  });

  it.each([
    { title: "a NUL", path: "a\0.txt", says: `'a\\u{0}.txt' ${INVISIBLE}` },
    { title: "a line break", path: "a\nb", says: `'a\\nb' ${INVISIBLE}` },
    { title: "an escape", path: "\u001B[2J", says: `'\\e[2J' ${INVISIBLE}` },
    { title: "a turn of direction", path: "a\u202Etxt.exe", says: `'a\\u{202e}txt.exe' ${INVISIBLE}` },
    { title: "a sign without width", path: "a\u200Bb", says: `'a\\u{200b}b' ${INVISIBLE}` },
    { title: "half a character", path: "a\uD800", says: `'a\\u{d800}' ${INVISIBLE}` },
    { title: "a part longer than any", path: `a/${"ü".repeat(128)}`, says: `'a/${"ü".repeat(128)}' has a part of more than 255 bytes` },
    { title: "more folders than any", path: "a/".repeat(32) + "a", says: `'${"a/".repeat(32)}a' is more than 32 folders deep` },
  ])("refuses $title", ({ path, says }) => {
    expect(answerTo(path)).toBe(says);
  });

  it("gives parts that lead nowhere but down, whatever it is given", () => {
    const piece = fc.constantFrom("a", ".", "..", "/", "\\", "~", ":", "\0", " ", "c", "nul", "con", "é", "\u202E", "C:", "//");
    const paths = fc.oneof(fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")), fc.string({ unit: "binary", maxLength: 12 }));

    fc.assert(
      fc.property(paths, (path) => {
        const parts = answerTo(path);
        if (typeof parts === "string") return;
        expect(parts.join("/")).toBe(path);
        expect(parts.filter((part) => part === "" || part.startsWith(".") || /[\\/:\0]/u.test(part))).toEqual([]);
      }),
      { seed: 20260101, numRuns: 2000 },
    );
  });
});

describe("lookAlike", () => {
  it.each([
    { name: "readme.md", names: ["README.md"], other: "README.md" },
    { name: "caf\u00E9", names: ["cafe\u0301"], other: "cafe\u0301" },
    { name: "straße", names: ["STRASSE"], other: "STRASSE" },
    { name: "readme.md", names: ["README.md", "readme.md"], other: undefined },
    { name: "readme.md", names: ["readme.txt", "read"], other: undefined },
  ])("finds $other for $name", ({ name, names, other }) => {
    expect(lookAlike(name, names)).toBe(other);
  });
});
