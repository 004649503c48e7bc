import { startProcess, type Running } from "../bin/command.ts";
import { programAt } from "../support/program.ts";

/** What another process does with a database of words. */
export type Job = { readonly path: string; readonly engine: string; readonly name?: string } & (
  | { readonly action: "write"; readonly count: number }
  | { readonly action: "fill" }
  | { readonly action: "die-inside" | "stop-inside" }
  | { readonly action: "write-without-right"; readonly what: "file" | "folder" }
);

const program = await programAt(new URL("./job.ts", import.meta.url));

/** Starts the job in a process of its own; with `maxFileKilobytes`, no file it writes may become larger. */
export function startJob(job: Job, { maxFileKilobytes }: { readonly maxFileKilobytes?: number } = {}): Running {
  const command = [...program, JSON.stringify(job)];
  if (maxFileKilobytes === undefined) return startProcess(command);
  const limited = ["bash", "-c", `ulimit -f ${maxFileKilobytes}; exec "$@"`, "bash", ...command];
  return startProcess(limited);
}
