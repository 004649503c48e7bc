import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { UsageError } from "../../../bin/ending/usage-error.ts";
import { writeOutput } from "../../../bin/files/output-file.ts";
import { OutputError } from "../../../bin/terminal/streams.ts";
import { temporaryFolder } from "../command.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const at = (...names: readonly string[]): string => join(folder.path, ...names);

describe("a file for what a command puts out", () => {
  it("holds the text, for its owner alone, in folders that are made for it", () => {
    writeOutput(at("new", "page.html"), () => "page");

    expect({ text: readFileSync(at("new", "page.html"), "utf8"), mode: statSync(at("new", "page.html")).mode & 0o777 }).toEqual({ text: "page", mode: 0o600 });
  });

  it("is refused before the text is made where it cannot be written", () => {
    let isMade = false;

    expect(() => writeOutput(folder.path, () => ((isMade = true), ""))).toThrow(UsageError);
    expect(isMade).toBe(false);
  });

  it("leaves nothing behind when the disk refuses it after all", () => {
    const write = (): void => writeOutput(at("refused", "page.html"), () => (mkdirSync(at("refused", "page.html")), "page"));

    expect(write).toThrow(OutputError);
    expect(readdirSync(at("refused"))).toEqual(["page.html"]);
  });

  it("leaves nothing behind when the text cannot be made", () => {
    mkdirSync(at("empty"));

    expect(() => writeOutput(at("empty", "page.html"), () => { throw new RangeError("no text"); })).toThrow(RangeError);
    expect(readdirSync(at("empty"))).toEqual([]);
  });
});
