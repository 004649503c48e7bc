import { spawn, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { Output } from "./output.ts";
import { endingWithProcess } from "./with-process.ts";

/** A command line for the system's shell, and its limits. */
export interface Command {
  readonly line: string;
  readonly cwd: string;
  /** All the variables it sees. */
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Ends it, with everything it has started. */
  readonly signal: AbortSignal;
  /** At most so many characters of its output are kept, of both streams together. */
  readonly maxChars: number;
}

/** How a command ended, and what it had written. */
export interface CommandEnd {
  readonly how:
    | { readonly type: "exited"; readonly code: number }
    | { readonly type: "killed"; readonly by: string }
    | { readonly type: "timed_out" };
  readonly output: string;
}

const HAS_GROUPS = process.platform !== "win32"; // elsewhere a tree is killed by the id of its root, which is free once that has ended
const DRAIN_SECONDS = 0.5; // for output that is still on its way when the shell has ended

/**
 * Runs a command line in the system's shell, in a process group of its own and with nothing to read. The group is
 * killed when the time is up, when the signal fires, when the shell has ended and when this process exits, so that
 * nothing in it outlives the call; what has left the group by itself (`setsid`) does. Rejects with the signal's reason,
 * or when no shell can be started. Goes by real time, as processes do.
 */
export async function runCommand(command: Command): Promise<CommandEnd> {
  const { seconds, signal, maxChars } = command;
  signal.throwIfAborted();
  const child = started(command);
  const output = new Output(maxChars);
  collect(child.stdout, output);
  collect(child.stderr, output);
  let isLate = false;
  const kill = (): void => killGroup(child);
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, seconds * 1000);
  signal.addEventListener("abort", kill, { once: true });
  const callOff = endingWithProcess(kill);
  child.once("exit", () => clearTimeout(timer));
  try {
    const how = await endOf(child);
    signal.throwIfAborted();
    return { how: isLate ? { type: "timed_out" } : how, output: output.text };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    callOff();
  }
}

function endOf(child: ChildProcess): Promise<CommandEnd["how"]> {
  return new Promise((resolve, reject) => {
    let drained: NodeJS.Timeout | undefined;
    child.once("error", reject);
    child.once("exit", () => {
      if (HAS_GROUPS) killGroup(child);
      drained = setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream?.destroy()), DRAIN_SECONDS * 1000);
    });
    child.once("close", (code, by) => {
      clearTimeout(drained);
      resolve(code === null ? { type: "killed", by: by ?? "a signal" } : { type: "exited", code });
    });
  });
}

function collect(stream: Readable | null, output: Output): void {
  stream?.setEncoding("utf8").on("data", (text: string) => output.add(text));
}

function started({ line, cwd, environment }: Command): ChildProcess {
  const options = { cwd, env: { ...environment }, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  if (HAS_GROUPS) return spawn("/bin/sh", ["-c", line], { ...options, detached: true });
  return spawn(process.env.ComSpec ?? "cmd.exe", ["/d", "/s", "/c", `"${line}"`], {
    ...options,
    windowsVerbatimArguments: true,
    windowsHide: true,
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return; // it never started
  if (!HAS_GROUPS) {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true }).on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // nobody is left in the group
  }
}
