import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ARROWS, LOADERS } from "./architecture/arrows.ts";
import { folderCycles, forbiddenImports, holds } from "./architecture/check.ts";

const TOP = new URL("../", import.meta.url);
const NOT_OURS = ["node_modules", "dist", "coverage", "bench/results", "test/restate/engine/node_modules"];

describe("the project", () => {
  const project = projectFiles();

  it("imports only in the direction of the arrows", () => {
    expect(forbiddenImports(project)).toEqual([]);
  });

  it("has no cycle among its folders", () => {
    expect(folderCycles(project)).toEqual([]);
  });
});

describe("the table of arrows", () => {
  it.each(ARROWS.map((arrow, row) => ({ ...arrow, row })))("lets $from import only what stands above it", ({ to, row }) => {
    const above = ARROWS.slice(0, row).map((arrow) => arrow.from);

    expect(to.filter((target) => !above.some((place) => holds(place, target)))).toEqual([]);
  });
});

describe("forbiddenImports", () => {
  it.each([
    {
      title: "a value from above",
      files: { "src/core/a.ts": 'import { b } from "../agent/b.ts";', "src/agent/b.ts": "" },
      says: ["src/core/a.ts:1 imports src/agent/b.ts; src/core may import no other folder"],
    },
    {
      title: "a type from above",
      files: { "src/core/a.ts": '\nimport type { B } from "../agent/b.ts";', "src/agent/b.ts": "" },
      says: ["src/core/a.ts:2 imports src/agent/b.ts; src/core may import no other folder"],
    },
    {
      title: "a type from above in an expression",
      files: { "src/core/a.ts": 'type B = import("../agent/b.ts").B;', "src/agent/b.ts": "" },
      says: ["src/core/a.ts:1 imports src/agent/b.ts; src/core may import no other folder"],
    },
    {
      title: "a re-export from above",
      files: { "src/core/a.ts": 'export { b } from "../agent/b.ts";', "src/agent/b.ts": "" },
      says: ["src/core/a.ts:1 imports src/agent/b.ts; src/core may import no other folder"],
    },
    {
      title: "a dynamic import from above",
      files: { "src/core/a.ts": 'const b = await import("../agent/b.ts");', "src/agent/b.ts": "" },
      says: ["src/core/a.ts:1 imports src/agent/b.ts; src/core may import no other folder"],
    },
    {
      title: "models and agent knowing each other",
      files: { "src/agent/a.ts": 'import { b } from "../models/b.ts";', "src/models/b.ts": 'import { a } from "../agent/a.ts";' },
      says: [
        "src/agent/a.ts:1 imports src/models/b.ts; src/agent may import src/core",
        "src/models/b.ts:1 imports src/agent/a.ts; src/models may import src/core",
      ],
    },
    {
      title: "the entry from inside the library",
      files: { "src/agent/a.ts": 'import { b } from "../index.ts";', "src/index.ts": "" },
      says: ["src/agent/a.ts:1 imports src/index.ts; src/agent may import src/core"],
    },
    {
      title: "an actor that goes past the entry",
      files: { "actors/a.ts": 'import { b } from "../src/agent/b.ts";', "src/agent/b.ts": "" },
      says: ["actors/a.ts:1 imports src/agent/b.ts; actors may import src/index.ts, src/tools/index.ts"],
    },
    {
      title: "an example that knows where the source is",
      files: { "examples/a.ts": 'import { b } from "../src/index.ts";', "src/index.ts": "" },
      says: ["examples/a.ts:1 imports src/index.ts; examples may import no other folder"],
    },
    {
      title: "a file without a place",
      files: { "src/a.ts": "", "lib/b.ts": 'import { a } from "../src/a.ts";' },
      says: ["src/a.ts has no row in the table of arrows", "lib/b.ts has no row in the table of arrows"],
    },
    {
      title: "a file that is not there",
      files: { "src/core/a.ts": 'import { b } from "./b.js";', "src/core/b.ts": "" },
      says: ["src/core/a.ts:1 imports src/core/b.js, which is no TypeScript file of the project"],
    },
    {
      title: "a component of the page that goes past what the page may know",
      files: { "viewer/a.tsx": 'import { B } from "../src/agent/b.ts";\nexport const A = () => <b>import {"{}"}</b>;', "src/agent/b.ts": "" },
      says: ["viewer/a.tsx:1 imports src/agent/b.ts; viewer may import src/core, src/trace, src/viewer"],
    },
    {
      title: "a style sheet outside the page",
      files: { "src/viewer/a.ts": 'import "./all.css";' },
      says: ["src/viewer/a.ts:1 imports src/viewer/all.css, which is no TypeScript file of the project"],
    },
    {
      title: "a package away from its home",
      files: { "src/agent/a.ts": 'import PQueue from "p-queue";', "src/agent/engine/limit.ts": 'import PQueue from "p-queue";' },
      says: ["src/agent/a.ts:1 imports p-queue; its home is src/agent/engine/limit.ts"],
    },
    {
      title: "a package without a home",
      files: { "bin/a.ts": 'import { b } from "@scope/name/b";' },
      says: ["bin/a.ts:1 imports @scope/name, a package without a home"],
    },
    {
      title: "files in the core",
      files: { "src/core/a.ts": 'import { readFile } from "node:fs/promises";\nimport { inspect } from "node:util";' },
      says: ["src/core/a.ts:1 imports node:fs/promises; src/core and src/agent only compute"],
    },
    {
      title: "a built-in module without its prefix",
      files: { "bin/a.ts": 'import { readFile } from "fs/promises";' },
      says: ["bin/a.ts:1 imports fs/promises without node: in front"],
    },
    {
      title: "a computed name in the library",
      files: { "src/core/a.ts": "const b = await import(name);" },
      says: [`src/core/a.ts:1 imports a computed name; only ${LOADERS.join(", ")} may`],
    },
  ])("catches $title", ({ files, says }) => {
    expect(forbiddenImports(new Map(Object.entries(files)))).toEqual(says);
  });

  it("lets through what points the right way", () => {
    const files = new Map([
      ["src/core/a.ts", 'import { z } from "zod";\nimport type { Mini } from "zod/mini";\nimport { inspect } from "node:util";'],
      ["src/agent/b.ts", 'import { a } from "../core/a.ts";\nimport { c } from "./c.ts";'],
      ["src/agent/c.ts", "// import { d } from '../models/d.ts'"],
      ["src/index.ts", 'export { b } from "./agent/b.ts";'],
      ["actors/e.ts", 'import { b } from "../src/index.ts";'],
      ["bin/g.ts", "const e = await import(name);"],
      ["viewer/h.tsx", 'import "./style/all.css";\nimport { I } from "./i.tsx";\nexport const H = () => <I />;'],
      ["viewer/i.tsx", 'import { a } from "../src/core/a.ts";\nexport const I = () => <i>{a}</i>;'],
      ["examples/01-f.ts", 'import { b } from "troupe";\nimport { e } from "troupe/actors";'],
    ]);

    expect(forbiddenImports(files)).toEqual([]);
  });
});

describe("folderCycles", () => {
  it("names the folders of a cycle, types and sub-folders included", () => {
    const files = new Map([
      ["src/models/a.ts", 'import { b } from "./deep/b.ts";'],
      ["src/models/deep/b.ts", 'import type { C } from "../../core/c.ts";'],
      ["src/core/c.ts", 'import type { A } from "../models/a.ts";'],
    ]);

    expect(folderCycles(files)).toEqual(["src/models -> src/models/deep -> src/core -> src/models"]);
  });

  it("finds none where folders only point one way, by whatever road", () => {
    const files = new Map([
      ["src/core/c.ts", 'import { d } from "./d.ts";'],
      ["src/core/d.ts", 'import { c } from "./c.ts";'],
      ["src/models/a.ts", 'import { c } from "../core/c.ts";'],
      ["src/agent/b.ts", 'import { a } from "../models/a.ts";\nimport { c } from "../core/c.ts";'],
    ]);

    expect(folderCycles(files)).toEqual([]);
  });
});

function projectFiles(): Map<string, string> {
  const folders = readdirSync(TOP, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const names = folders.flatMap(({ name: folder }) => {
    if (NOT_OURS.includes(folder)) return [];
    return readdirSync(new URL(folder, TOP), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`);
  });
  const files = names.filter((name) => /\.tsx?$/u.test(name) && !NOT_OURS.some((place) => holds(place, name)));
  return new Map(files.map((name) => [name, readFileSync(new URL(name, TOP), "utf8")]));
}
