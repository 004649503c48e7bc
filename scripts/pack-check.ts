// Checks the package as a user gets it: packs it, installs the tarball with its peers into an empty project, runs the
// command, imports every entry and type-checks a strict consumer. Needs the registry only for what npm has not cached.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const TOP = fileURLToPath(new URL("../", import.meta.url));
const CONSUMER = join(TOP, "scripts", "consumer");
const NPM_SCRIPT_VARIABLE = /^npm_(package|lifecycle|command|config_(local|global)?_?prefix)/;
const manifest = JSON.parse(readFileSync(join(TOP, "package.json"), "utf8")) as Manifest; // our own file
const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith(".json"));
const folder = mkdtempSync(join(tmpdir(), "troupe-pack-"));

try {
  const tarball = pack();
  lint(tarball);
  const project = install(tarball);
  runCommand(project);
  importEntries(project);
  typeCheck(project);
  console.log(`pack:check: ${manifest.name} ${manifest.version} installs, runs, imports and type-checks (${entries.join(", ")})`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(): string {
  run(TOP, "npm", ["pack", "--silent", "--pack-destination", folder]); // its prepack script builds
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

function lint(tarball: string): void {
  run(TOP, "npx", ["--no-install", "publint", "run", tarball, "--strict"]);
}

function install(tarball: string): string {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const beside = [...Object.keys(manifest.peerDependencies), "typescript", "@types/node"];
  const pinned = beside.map((name) => `${name}@${manifest.devDependencies[name] ?? "is not pinned in devDependencies"}`);
  run(project, "npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", tarball, ...pinned]);
  return project;
}

function runCommand(project: string): void {
  const docs = join(project, "docs");
  mkdirSync(docs);
  writeFileSync(join(docs, "otters.md"), "# Otters\n\nSea otters hold hands while they sleep, so that the tide does not part them.\n");
  expect("troupe --version", run(project, "npx", ["--no-install", "troupe", "--version"]).trim(), manifest.version);
  const answer = run(project, "npx", ["--no-install", "troupe", "run", "Why do sea otters hold hands?", "--docs", "docs", "--quiet"]);
  expect("the answer of troupe run names its source", answer.includes("otters.md"), true);
  expect("the answer of troupe run quotes it", answer.includes("hold hands while they sleep"), true);
}

function importEntries(project: string): void {
  const lines = entries.map((entry) => {
    const specifier = JSON.stringify(entry.replace(".", manifest.name));
    return `if (Object.keys(await import(${specifier})).length === 0) throw new Error(${specifier} + " exports nothing");`;
  });
  writeFileSync(join(project, "entries.js"), lines.join("\n"));
  run(project, process.execPath, ["entries.js"]);
}

function typeCheck(project: string): void {
  copyFileSync(join(CONSUMER, "consumer.ts"), join(project, "consumer.ts"));
  copyFileSync(join(CONSUMER, "tsconfig.consumer.json"), join(project, "tsconfig.json"));
  run(project, "npx", ["--no-install", "tsc", "-p", "."]);
  expect("the consumer's output", run(project, process.execPath, ["consumer.js"]), "completed: 18 degrees\n");
}

// Without npm's own variables: they point a nested npm at this project.
function run(cwd: string, command: string, args: readonly string[]): string {
  console.error(`> ${command} ${args.join(" ")}`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NPM_SCRIPT_VARIABLE.test(name)));
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function expect<Value>(what: string, got: Value, wanted: Value): void {
  if (got !== wanted) throw new Error(`pack:check: ${what} is ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
}
