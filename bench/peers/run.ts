// Runs every figure of every peer in a fresh process and prints them beside each other:
// `npm run bench:peers`, or `npm run bench:peers -- turn-100 delegation` for some of them. README.md says how to add one.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { figure } from "../show.ts";
import { FIGURES } from "./harness.ts";

const PEERS = ["bare", "troupe", "ai-sdk"];
const FOLDERS = join("bench", "results", "peers");
const BUILD = join("bench", "results", "build", "bench");
const LIMIT_MS = 300_000;
const TITLE_WIDTH = 40;
const WIDTH = 20;

const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(FIGURES);
const versions = new Map<string, string>();
for (const peer of PEERS) place(peer);

console.log(`Node ${process.version}; in brackets, times the bare loop\n`);
row("", PEERS);
for (const name of wanted) {
  const values = PEERS.map((peer) => measured(peer, name));
  row(FIGURES[name]?.title ?? name, values.map((value) => `${figure(value)} (${figure(timesBare(value, values[0] ?? null))})`));
}
for (const [peer, text] of versions) console.log(`${peer}: ${text}`);

// Every peer resolves its packages from a folder of its own, so the harness is copied beside its adapter.
function place(peer: string): void {
  const folder = join(FOLDERS, peer);
  if (!existsSync(folder)) throw new Error(`${folder} is missing: run bash bench/peers/install.sh first`);
  cpSync(BUILD, join(folder, "bench"), { recursive: true });
  copyFileSync(join("bench", "peers", `${peer}.mjs`), join(folder, `${peer}.mjs`));
}

function measured(peer: string, name: string): number | null {
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", `${peer}.mjs`, name], {
    cwd: join(FOLDERS, peer),
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  const line = stdout.trim().split("\n").at(-1) ?? "";
  if (!line.startsWith("{")) {
    console.error(`${peer}, ${name}: ${stderr.trim().split("\n").slice(0, 5).join("\n")}`);
    return null;
  }
  const result = JSON.parse(line) as { value: number; versions: Record<string, string> }; // what `main` prints
  const named = Object.entries(result.versions).map((pair) => pair.join(" "));
  if (named.length > 0) versions.set(peer, named.join(", "));
  return result.value;
}

function timesBare(value: number | null, floor: number | null): number | null {
  return value === null || floor === null ? null : value / floor;
}

function row(title: string, cells: readonly string[]): void {
  console.log(title.padEnd(TITLE_WIDTH) + cells.map((cell) => cell.padStart(WIDTH)).join(""));
}
