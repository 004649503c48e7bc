import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { findEngine, type Engine } from "../restate/support/engine.ts";
import { startGuarded, type GuardedProcess } from "../restate/support/guarded-process.ts";
import { startServer, type RestateServer } from "../restate/support/server.ts";
import { START, temporaryFolder, writeModule } from "./command.ts";

/** `troupe worker` on the Node it needs, and the server it works for. */

const found = findEngine();

/** Why nothing of this can run here; empty where it can. */
export const MISSING = "missing" in found ? found.missing : "";

/** Starts `troupe` with arguments on the Node that workers need; it is gone when the test is. */
export function onWorkersNode(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): GuardedProcess {
  const { nodePath } = found as Engine; // nothing runs where it is missing
  return startGuarded(nodePath, [...START.slice(1), ...args], { cwd, env: { PATH: process.env.PATH ?? "", ...env } });
}

/**
 * The lead asks three readers, each of which looks something up. What they do besides stands in the goal: `hold` waits
 * for the file `go`, `spin` never gives the process back, `throw` fails outside of any call.
 */
const AGENTS = `
import { appendFileSync, existsSync } from "node:fs";
const log = (line) => appendFileSync(new URL("log", import.meta.url), line + " " + process.pid + "\\n");
const held = (signal) => new Promise((resolve, reject) => {
  const look = setInterval(() => existsSync(new URL("go", import.meta.url)) && (clearInterval(look), resolve()), 20);
  signal.addEventListener("abort", () => { clearInterval(look); log("aborted"); reject(signal.reason); }, { once: true });
});
const look = tool({ name: "look", description: "Looks.", parameters: z.object({ what: z.string() }), idempotent: true, execute: ({ what }) => "found " + what });
const reader = fromAgent({ name: "reader", description: "reads", tools: [look], budget: { maxSeconds: 600 }, model: { name: "reader-model", supportsTools: true, async respond({ turn, messages }, { signal }) {
  const goal = messages[1].content;
  if (turn === 1) return { text: "", calls: [{ name: "look", arguments: { what: goal } }] };
  log("began " + goal);
  if (goal.includes("hold")) await held(signal);
  if (goal.includes("spin")) for (;;);
  if (goal.includes("throw")) { setImmediate(() => { throw new Error("out of turn"); }); await new Promise((resolve) => setTimeout(resolve, 5000)); }
  log("ended " + goal);
  return { text: "I " + messages.at(-1).content };
} } });
const ask = (goal) => ({ name: "ask_reader", arguments: { goal } });
const lead = fromAgent({ name: "lead", team: [reader], budget: { maxSeconds: 600 }, model: { name: "lead-model", supportsTools: true, async respond({ turn, messages }) {
  const goal = messages[1].content;
  if (turn === 1) return { text: "I ask.", calls: ["one", "two", "three"].map((part) => ask(goal + " " + part)) };
  return { text: messages.filter(({ role }) => role === "tool").map(({ content }) => content).join(", ") };
} } });
export default [lead, fromAgent({ name: "echo", model: { name: "echo-model", supportsTools: false, async respond({ messages }) { return { text: messages[1].content }; } } })];`;

/** A worker under way. */
export interface Worker extends GuardedProcess {
  readonly folder: string;
  /** The process that was last ready under this name. */
  processOf(name: string): number;
  /** The lines that its agents have logged. */
  log(): readonly string[];
  /** Resolves once they have logged so many lines that begin so. */
  logged(beginning: string, count: number): Promise<readonly string[]>;
  /** Lets go whatever holds. */
  release(): void;
}

/** A server for the tests of a file, and workers for each of them. */
export function useServer(): { readonly server: RestateServer; worker(...args: string[]): Promise<Worker> } {
  const folder = temporaryFolder();
  let server: RestateServer;
  beforeAll(async () => {
    server = await startServer({ dataFolder: mkdtempSync(join(tmpdir(), "troupe-restate-")) });
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });
  return {
    get server() {
      return server;
    },
    worker: (...args) => startedWorker(mkdtempSync(join(folder.path, "worker-")), ["--port", "0", "--register", server.adminUrl, ...args]),
  };
}

const MOST_SECONDS = 60;

async function startedWorker(folder: string, args: readonly string[]): Promise<Worker> {
  writeModule(folder, "agents.mjs", AGENTS);
  const worker = onWorkersNode(["worker", "--agent", "./agents.mjs", ...args], { cwd: folder });
  onTestFinished(async () => {
    await worker.kill();
    for (const [, pid] of worker.output().matchAll(/\(process (\d+)\)$/gmu)) killed(Number(pid)); // one that was stopped hears of nothing
  });
  await worker.line(/^serving .*registered at/u, MOST_SECONDS);
  const log = (): string[] => textOf(join(folder, "log")).split("\n").slice(0, -1);
  return {
    ...worker,
    folder,
    processOf: (name) => Number([...worker.output().matchAll(new RegExp(`^${name} is ready \\(process (\\d+)\\)$`, "gmu"))].at(-1)?.[1]),
    log,
    logged: (beginning, count) => until(() => {
      const lines = log().filter((line) => line.startsWith(beginning));
      return lines.length >= count ? lines : null;
    }),
    release: () => writeFileSync(join(folder, "go"), ""),
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // nobody has written to it yet
  }
}

/** Resolves once a look yields something; the test's own time limit is the limit. */
export async function until<Value>(look: () => Value | null): Promise<Value> {
  for (;;) {
    const value = look();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Resolves once no process has this id any more; the test's own time limit is the limit. */
export async function gone(pid: number): Promise<void> {
  await until(() => (isAlive(pid) ? null : true));
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return; // it is gone
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
