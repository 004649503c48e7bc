import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Whether the process that signed something still lives: `unknown` for one that cannot be seen from here. */
export type Life = "alive" | "gone" | "unknown";

/** A process, as precisely as it can be told apart from others that have or had the same number. */
interface Owner {
  readonly pid: string;
  /** When it started, in the kernel's ticks; 0 where that is not told. */
  readonly start: string;
  /** The namespace its number belongs to, as containers have their own; 0 where that is not told. */
  readonly namespace: string;
  /** Which boot of the machine it lives in; 0 where that is not told. */
  readonly boot: string;
  readonly host: string;
}

const SIGNATURE = /^(?<pid>\d+)_(?<start>\d+)_(?<namespace>\d+)_(?<boot>\w+)_\w+_(?<host>.*)$/u;
const MAX_HOST_CHARS = 40;

/** A new file name that says which process made it; no two are the same. */
export function signature(): string {
  const { pid, start, namespace, boot, host } = self();
  return `${pid}_${start}_${namespace}_${boot}_${randomBytes(6).toString("hex")}_${host}`;
}

/** Whether the process that made a signature still lives. What is no signature is of nobody known. */
export function lifeOf(signed: string): Life {
  const owner = ownerIn(signed);
  const me = self();
  if (owner?.host !== me.host) return "unknown";
  if (owner.boot !== me.boot) return "gone";
  if (owner.namespace !== me.namespace) return "unknown";
  return isRunning(owner) ? "alive" : "gone";
}

/** Who made a signature, in words. */
export function describeOwner(signed: string): string {
  const owner = ownerIn(signed);
  if (!owner) return "somebody";
  const isHere = lifeOf(signed) !== "unknown";
  return isHere ? `process ${owner.pid}` : `process ${owner.pid} of another machine or container (${owner.host})`;
}

function ownerIn(signed: string): Owner | undefined {
  return SIGNATURE.exec(signed)?.groups as Owner | undefined; // the groups are the fields
}

let known: Owner | undefined;

function self(): Owner {
  known ??= {
    pid: String(process.pid),
    start: statusOf("self")?.start ?? "0",
    namespace: read(() => readlinkSync("/proc/self/ns/pid"), /\d+/u) ?? "0",
    boot: read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), /^\w+/u) ?? "0",
    host: hostname().replace(/[^A-Za-z0-9.-]/gu, "-").slice(0, MAX_HOST_CHARS),
  };
  return known;
}

function isRunning({ pid, start }: Owner): boolean {
  if (!answersSignals(Number(pid))) return false;
  const status = statusOf(pid);
  if (!status) return true; // no way to look closer on this system
  return status.start === start && !"ZX".includes(status.state); // dead, only not yet collected by its parent
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it lives and belongs to somebody else
  }
}

interface Status {
  readonly state: string;
  readonly start: string;
}

const STATUS_FIELDS_BEFORE_START = 19; // counted from the state, the first field behind the name of the program

function statusOf(pid: string): Status | null {
  const fields = read(() => readFileSync(`/proc/${pid}/stat`, "utf8"), /(?<=\) )[^)]*$/u)?.split(" ");
  const [state, start] = [fields?.[0], fields?.[STATUS_FIELDS_BEFORE_START]];
  return state !== undefined && start !== undefined ? { state, start } : null;
}

function read(load: () => string, pattern: RegExp): string | undefined {
  try {
    return pattern.exec(load())?.[0];
  } catch {
    return undefined; // a system without this file
  }
}
