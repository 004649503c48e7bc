import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const LISTENING = "0A";

/**
 * The TCP addresses that a process listens on, as `127.0.0.1:8080`; one that is not IPv4 as the system's own hexadecimal.
 * Linux only.
 */
export function listenersOf(pid: number): readonly string[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`)));
  const tables = ["tcp", "tcp6"].map((family) => readFileSync(`/proc/${pid}/net/${family}`, "utf8"));
  return tables
    .flatMap((table) => table.trim().split("\n").slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(`socket:[${inode}]`))
    .map(([, address = ""]) => readable(address));
}

/** Empty for a descriptor that has been closed since it was listed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function readable(address: string): string {
  const [host = "", port = ""] = address.split(":");
  const bytes = host.length === 8 ? [...Buffer.from(host, "hex")].reverse().join(".") : host; // the kernel's table holds a number
  return `${bytes}:${Number.parseInt(port, 16)}`;
}
