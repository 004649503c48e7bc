import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reserveFile } from "../../../bin/files/reserved-file.ts";
import { temporaryFolder } from "../command.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
let number = 0;

/** A folder of its own for each test. */
function place(): string {
  const path = join(folder.path, String(number++));
  mkdirSync(path);
  return path;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("a reserved file", () => {
  it("is made before the run and filled after it, for its owner alone", () => {
    const path = join(place(), "new/deep/run.json");
    const file = reserveFile(path, "--trace");
    const isThereAlready = existsSync(path);
    file.save("{}");

    expect({ isThereAlready, text: readFileSync(path, "utf8"), modes: [modeOf(path), modeOf(join(path, "..")), modeOf(join(path, "../.."))] }).toEqual({
      isThereAlready: false,
      text: "{}",
      modes: ["600", "700", "700"],
    });
    expect(readdirSync(join(path, ".."))).toEqual(["run.json"]);
  });

  it("keeps an older file whole until the new one is, then replaces it", () => {
    const path = join(place(), "run.json");
    writeFileSync(path, "old", { mode: 0o644 });
    const file = reserveFile(path, "--trace");
    const before = readFileSync(path, "utf8");
    file.save("new");

    expect([before, readFileSync(path, "utf8"), modeOf(path)]).toEqual(["old", "new", "600"]);
  });

  it("leaves nothing behind when it is given up", () => {
    const at = place();
    reserveFile(join(at, "run.json"), "--trace").discard();

    expect(readdirSync(at)).toEqual([]);
  });

  it("keeps what was saved when it is given up afterwards", () => {
    const at = place();
    const file = reserveFile(join(at, "run.json"), "--trace");
    file.save("{}");
    file.discard();

    expect(readdirSync(at)).toEqual(["run.json"]);
  });

  it("replaces the file behind a link and not the link", () => {
    const at = place();
    writeFileSync(join(at, "real.json"), "old");
    symlinkSync("real.json", join(at, "link.json"));
    reserveFile(join(at, "link.json"), "--trace").save("new");

    expect([lstatSync(join(at, "link.json")).isSymbolicLink(), readFileSync(join(at, "real.json"), "utf8")]).toEqual([true, "new"]);
  });

  it("may have the longest name there is", () => {
    const name = `${"x".repeat(250)}.json`;
    const at = place();
    reserveFile(join(at, name), "--trace").save("{}");

    expect(readdirSync(at)).toEqual([name]);
  });

  it.each([
    { path: "/dev/null", message: "--trace: '/dev/null' is no file" },
    { path: "", message: "--trace: '' is no file" },
    { path: "/proc/nowhere/run.json", message: "--trace: '/proc/nowhere/run.json' cannot be written: no such file or directory" },
  ])("is never '$path'", ({ path, message }) => {
    expect(() => reserveFile(path, "--trace")).toThrow(message);
  });
});
