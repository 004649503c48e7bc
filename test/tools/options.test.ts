import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/index.ts";
import { dependencyTools, folderTools, type FolderOptions } from "../../src/tools/index.ts";
import { checkedOptions } from "../../src/tools/options.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const LIMITS = { maxFiles: 1, maxFileBytes: 2, maxTotalBytes: 3 };

describe.each([
  { make: folderTools, subject: "folderTools" },
  { make: dependencyTools, subject: "dependencyTools" },
])("$subject", ({ make, subject }) => {
  it.each([
    { title: "a folder that does not exist", options: { root: "no/such/folder" }, says: "root is 'no/such/folder'; allowed: the path of a folder that exists and may be read" },
    { title: "a file", options: { root: "package.json" }, says: "root is 'package.json'; allowed: the path of a folder (this is something else)" },
    { title: "a root with a NUL byte", options: { root: "a\0b" }, says: "root is 'a\\x00b'; allowed: the path of a folder that exists and may be read" },
    { title: "an empty root", options: { root: "" }, says: "root is ''; allowed: the path of a folder" },
    { title: "no root", options: {}, says: "root is undefined; allowed: the path of a folder" },
    { title: "no options", options: undefined, says: "the value is undefined; allowed: an object: { root, ... }" },
    { title: "an unknown key", options: { root: ".", depth: 3 }, says: "depth is 3; allowed: no key of this name" },
    { title: "a limit of nothing", options: { root: ".", maxFiles: 0 }, says: "maxFiles is 0; allowed: a whole number of at least 1" },
  ])("refuses $title when it is made, in one line", ({ options, says }) => {
    const error = thrownBy(() => make(options as FolderOptions));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(`${subject}: ${says}`);
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe("checkedOptions", () => {
  it("finds the real folder and fills in the limits", () => {
    const folder = temporaryFolder({ "a/b.md": "x" });

    const options = checkedOptions("test", { root: join(folder, "a/../a"), maxFileBytes: 7 }, LIMITS);

    expect(options).toEqual({ folder: join(folder, "a"), maxFiles: 1, maxFileBytes: 7, maxTotalBytes: 3 });
  });
});
