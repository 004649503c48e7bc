import { readFileSync, watch, writeFileSync } from "node:fs";

/** What a call did, as its worker wrote it down. */
export interface LogLine {
  readonly at: number;
  readonly worker: string;
  readonly what: "begin" | "end" | "abort" | "approve";
  /** The run, the kind and the step: `run-1 model 0/1.0#2`. */
  readonly call: string;
}

/** The log that all workers of a test write, in the order in which they did. */
export class CallLog {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    writeFileSync(path, "");
  }

  /** Opens a gate: calls that wait there go on. */
  open(gate: string): void {
    writeFileSync(`${this.path}.${gate}`, "");
  }

  /** Every line so far, or those of one run. */
  lines(run?: string): readonly LogLine[] {
    const all = readFileSync(this.path, "utf8").split("\n").slice(0, -1).map(lineFrom);
    return run === undefined ? all : all.filter(({ call }) => call.startsWith(`${run} `));
  }

  /** Waits for lines that fit, and gives them; rejects when `maxSeconds` have passed without. */
  until(run: string, fits: (lines: readonly LogLine[]) => boolean, maxSeconds = 30): Promise<readonly LogLine[]> {
    return new Promise((resolve, reject) => {
      const watcher = watch(this.path, () => look());
      const end = (): void => {
        watcher.close();
        clearTimeout(timer);
      };
      const timer = setTimeout(() => {
        end();
        const lines = this.lines(run).map(({ worker, what, call }) => `${worker} ${what} ${call}`);
        reject(new Error(`the log of ${run} did not come to this within ${maxSeconds} s:\n${lines.join("\n")}`));
      }, maxSeconds * 1000);
      const look = (): void => {
        const lines = this.lines(run);
        if (!fits(lines)) return;
        end();
        resolve(lines);
      };
      look();
    });
  }
}

function lineFrom(text: string): LogLine {
  const [at, worker = "", what, ...call] = text.split(" ");
  return { at: Number(at), worker, what: what as LogLine["what"], call: call.join(" ") };
}

/** The calls of these lines that did this, in their order. */
export function callsThat(what: LogLine["what"], lines: readonly LogLine[]): readonly string[] {
  return lines.filter((line) => line.what === what).map(({ call }) => call.slice(call.indexOf(" ") + 1));
}

/** The most calls whose name fits that were open at one time. */
export function mostAtOnce(lines: readonly LogLine[], fits: RegExp): number {
  const open = new Set<string>();
  let most = 0;
  for (const { what, call } of lines) {
    if (!fits.test(call)) continue;
    if (what === "begin") open.add(call);
    else open.delete(call);
    most = Math.max(most, open.size);
  }
  return most;
}
