import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import type { EventEmitter } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { installed } from "../support/installed.ts";

/** Runs the real program in a process of its own, as it is when installed. */

const { start, library, tools } = await installed();

/** The words that start the program. */
export const START: readonly string[] = start;

/** The URL of its library, for the modules that it loads. */
export const LIBRARY: string = library;

/** The URL of its tools, for the modules that it loads. */
export const TOOLS: string = tools;

/** How a process ended and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process under way. */
export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<Ended>;
  /** Resolves once standard error holds the text, or the process has ended. */
  told(text: string): Promise<void>;
  /** Resolves once standard output holds the text, or the process has ended. */
  printed(text: string): Promise<void>;
}

/** Where and how a process runs: the environment is this one, with the given changes. */
export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The words that start a module of this project from its source. */
export const FROM_SOURCE: readonly string[] = [process.execPath, "--import", import.meta.resolve("tsx")];

/** Starts `troupe` with arguments. */
export function startTroupe(args: readonly string[], surroundings?: Surroundings): Running {
  return startProcess([...START, ...args], surroundings);
}

const underWay = new Set<ChildProcess>();

/** Ends what a failed test has left under way; give it to `afterAll`. */
export function endProcesses(): void {
  for (const child of underWay) child.kill("SIGKILL");
}

/** Starts a command. */
export function startProcess([command = "", ...args]: readonly string[], { cwd, env }: Surroundings = {}): Running {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], cwd, env: { ...process.env, ...env } });
  underWay.add(child);
  child.on("close", () => underWay.delete(child));
  const stdout = collected(child, child.stdout);
  const stderr = collected(child, child.stderr);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: stdout.text(), stderr: stderr.text() }));
  });
  return { child, ended, told: stderr.holds, printed: stdout.holds };
}

interface Collected {
  readonly text: () => string;
  readonly holds: (wanted: string) => Promise<void>;
}

function collected(child: EventEmitter, stream: Readable): Collected {
  let text = "";
  stream.setEncoding("utf8").on("data", (more: string) => (text += more));
  const holds = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (text.includes(wanted) && resolve());
      stream.on("data", look);
      child.on("close", () => resolve());
      look();
    });
  return { text: () => text, holds };
}

/** Runs `troupe` with arguments to its end. */
export function troupe(args: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  return startTroupe(args, surroundings).ended;
}

/** A folder that is gone after the tests; give `remove` to `afterAll`. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "troupe-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes a module that exports an agent, in a few lines that may use `fromAgent`, `scripted`, `tool` and `z` of the library. */
export function writeModule(folder: string, name: string, lines: string, library = LIBRARY): string {
  const path = join(folder, name);
  const zod = import.meta.resolve("zod");
  writeFileSync(path, `import { fromAgent, scripted, tool } from "${library}";\nimport { z } from "${zod}";\n${lines}\n`);
  return path;
}
