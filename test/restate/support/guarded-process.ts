import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** One process that a test started and that never outlives it. */
export interface GuardedProcess {
  readonly pid: number;
  /** How it ended, once it has: `exit code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** What it wrote so far on both outputs, the last 64 000 characters, in the order of arrival. */
  output(): string;
  /** The first line of its output that fits; rejects, and says what it wrote instead, when it ends or `maxSeconds` pass. */
  line(pattern: RegExp, maxSeconds: number): Promise<RegExpExecArray>;
  /** SIGKILL to this process alone, awaited; nothing happens to one that has ended. */
  kill(): Promise<void>;
  /** SIGTERM, and after `maxSeconds` SIGKILL, awaited. */
  stop(maxSeconds?: number): Promise<void>;
  /** SIGSTOP: it keeps its sockets and answers nothing, until `thaw` or `kill`. */
  freeze(): void;
  thaw(): void;
}

const MAX_OUTPUT_CHARS = 64_000;

/*
 * The shell becomes the program (`exec`), so that the process id is the program's own. Beside it a guard waits at a pipe
 * whose other end only this process holds: a line lets it go; when this process is gone, however it went, the pipe ends
 * without one and the guard kills the program.
 */
const GUARDED = `(read -r _ <&3 || kill -KILL $$) >/dev/null 2>&1 & exec "$@" 3<&-`;

/** Starts a program with exactly this environment; it dies with this process, also when this process is killed. */
export function startGuarded(
  command: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
): GuardedProcess {
  const child = spawn("/bin/sh", ["-c", GUARDED, "guarded", command, ...args], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    ...options,
  });
  // What `stdio` above makes; the types know of three.
  const [, stdout, stderr, guard] = child.stdio as unknown as [null, Readable, Readable, Writable];
  guard.on("error", () => {}); // a guard that is gone already needs no letting go
  const output = collect(stdout, stderr);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`not started: ${error.message}`));
    child.once("exit", (code, signal) => {
      guard.end("\n");
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  const signal = (name: NodeJS.Signals) => void child.kill(name); // false, and no error, for one that has ended
  const kill = async () => {
    signal("SIGKILL");
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    ended,
    output: output.text,
    line: (pattern, maxSeconds) => output.line(pattern, { ended, maxSeconds, command }),
    kill,
    stop: async (maxSeconds = 5) => {
      signal("SIGTERM");
      const timer = setTimeout(() => signal("SIGKILL"), maxSeconds * 1000);
      await ended;
      clearTimeout(timer);
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
}

interface Awaited {
  readonly ended: Promise<string>;
  readonly maxSeconds: number;
  readonly command: string;
}

function collect(...streams: readonly Readable[]) {
  let text = "";
  const readers = new Set<() => void>();
  for (const stream of streams) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text = (text + piece).slice(-MAX_OUTPUT_CHARS);
      for (const read of [...readers]) read();
    });
  }
  const line = (pattern: RegExp, { ended, maxSeconds, command }: Awaited) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        readers.delete(read);
      };
      const fail = (why: string) => {
        settle();
        reject(new Error(`${command} wrote no line that fits ${pattern}: ${why}. Its output:\n${text}`));
      };
      const read = () => {
        const found = text.split("\n").slice(0, -1).map((whole) => pattern.exec(whole)).find((match) => match !== null);
        if (!found) return;
        settle();
        resolve(found);
      };
      const timer = setTimeout(() => fail(`nothing came within ${maxSeconds} s`), maxSeconds * 1000);
      readers.add(read);
      void ended.then((how) => setImmediate(() => fail(how))); // what it wrote last may still be on its way
      read();
    });
  return { text: () => text, line };
}
