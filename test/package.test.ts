import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Entry {
  readonly "troupe-source": string;
  readonly types: string;
  readonly default: string;
}

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Entry | string>>;
  readonly files: readonly string[];
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const TOP = new URL("../", import.meta.url);
const EXACT = /^\d+\.\d+\.\d+$/;
const manifest = JSON.parse(readFileSync(new URL("package.json", TOP), "utf8")) as Manifest;
const entries = Object.entries(manifest.exports).filter((pair): pair is [string, Entry] => typeof pair[1] !== "string");

describe("package.json", () => {
  it("pins every dependency to one version", () => {
    const pinned = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

    expect(pinned.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });

  it("leaves its peers to the user within a major version and pins them for the tests", () => {
    const required = Object.entries(manifest.peerDependencies).filter(([name]) => !manifest.peerDependenciesMeta[name]?.optional);

    expect(Object.fromEntries(required)).toEqual({ xstate: "^5.33", zod: "^4" });
    expect(Object.keys(manifest.peerDependenciesMeta).filter((name) => !(name in manifest.peerDependencies))).toEqual([]);
    expect(Object.keys(manifest.peerDependencies).filter((name) => !(name in manifest.devDependencies))).toEqual([]);
  });

  it.each(entries)("points the entry %s at a source and at what is built from it", (_name, entry) => {
    const source = entry["troupe-source"];
    const built = source.replace("./", "./dist/").replace(/\.ts$/, "");

    expect(entry).toEqual({ "troupe-source": source, types: `${built}.d.ts`, default: `${built}.js` });
    expect(existsSync(new URL(source, TOP))).toBe(true);
  });

  it("points the command at what is built from bin/troupe.ts", () => {
    expect(manifest.bin).toEqual({ troupe: "dist/bin/troupe.js" });
    expect(existsSync(new URL("bin/troupe.ts", TOP))).toBe(true);
  });

  it("packs only what is there, and what the build makes", () => {
    expect(manifest.files.filter((name) => !existsSync(new URL(name, TOP)))).toEqual(existsSync(new URL("dist", TOP)) ? [] : ["dist"]);
  });
});
