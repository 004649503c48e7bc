import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installSteps } from "../../../bin/init/install-steps.ts";
import { temporaryFolder } from "../command.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (...names: readonly string[]): string => join(folder.path, ...names);

/** Makes packages findable below a folder. */
function withPackages(name: string, packages: readonly string[]): string {
  mkdirSync(at(name, "agents"), { recursive: true });
  for (const each of packages) {
    mkdirSync(at(name, "node_modules", each), { recursive: true });
    writeFileSync(at(name, "node_modules", each, "package.json"), "{}");
  }
  return at(name, "agents");
}

const installed = { folder: "/opt/node_modules/troupe", version: "1.2.3", isSource: false };
const clone = { folder: "/home/ada/my clone", version: "1.2.3", isSource: true };

describe("what is to be installed", () => {
  it("is nothing where all is found further up", () => {
    expect(installSteps(withPackages("all", ["troupe", "xstate", "zod"]), "javascript", installed)).toEqual([]);
  });

  it("is what is missing beside the package", () => {
    expect(installSteps(withPackages("no-zod", ["troupe", "xstate"]), "javascript", installed)).toEqual(["npm install zod"]);
  });

  it("is the package itself from where the program is, and what is missing besides", () => {
    const at = withPackages("none", ["zod"]);

    expect(installSteps(at, "javascript", installed)).toEqual(["npm pack --ignore-scripts /opt/node_modules/troupe", `npm install ${at}/troupe-1.2.3.tgz xstate`]);
    expect(installSteps(at, "javascript", clone)).toEqual(["npm pack '/home/ada/my clone'", `npm install ${at}/troupe-1.2.3.tgz xstate`]);
  });

  it("is a loader for TypeScript too where this Node.js has none", () => {
    const at = withPackages("typed", ["troupe", "xstate", "zod", "vitest"]);
    const isLoadedByNode = "typescript" in process.features && Boolean(process.features.typescript);

    expect(installSteps(at, "typescript", installed)).toEqual(isLoadedByNode ? [] : ["npm install jiti"]);
  });

  it("is what runs a test in TypeScript too", () => {
    const step = "npm install --save-dev vitest";

    expect(installSteps(withPackages("untested", ["troupe", "xstate", "zod", "jiti"]), "typescript", installed)).toEqual([step]);
    expect(installSteps(withPackages("bare", ["xstate", "zod", "jiti"]), "typescript", installed).at(-1)).toBe(step);
    expect(installSteps(withPackages("plain", ["troupe", "xstate", "zod"]), "javascript", installed)).toEqual([]);
  });

  it("is nothing but what is built in the package's own folders, whose name leads to itself", () => {
    mkdirSync(at("own", "agents"), { recursive: true });
    writeFileSync(at("own", "package.json"), '{ "name": "troupe" }');
    const own = { ...clone, folder: at("own") };

    expect(installSteps(at("own", "agents"), "javascript", own)).toEqual(["npm run build"]);
    mkdirSync(at("own", "dist", "src"), { recursive: true });
    writeFileSync(at("own", "dist", "src", "index.js"), "");
    expect(installSteps(at("own", "agents"), "javascript", own)).toEqual([]);
  });

  it("is not read from a package.json that is none", () => {
    const broken = withPackages("broken", ["troupe", "xstate", "zod"]);
    writeFileSync(at("broken", "package.json"), "null");
    writeFileSync(at("broken", "agents", "package.json"), "{");

    expect(installSteps(broken, "javascript", installed)).toEqual([]);
  });
});
