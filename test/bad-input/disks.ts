import { spawnSync } from "node:child_process";

/** A shell that begins in a mount namespace of its own: what is mounted in it is seen by nobody else and gone at its end. */
const NAMESPACE = ["unshare", "--map-root-user", "--mount", "sh", "-c"] as const;

const canMount = spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "mount -t tmpfs -o size=64k disk /tmp"]).status === 0;

/** Why tests that need a disk of their own are skipped; null where they are not. */
export const NO_DISKS = canMount ? null : "this system lets no program mount a file system for itself alone";

/** The command, on a system where the folder is a disk of this size. */
export function onSmallDisk(folder: string, kilobytes: number, command: readonly string[]): readonly string[] {
  return [...NAMESPACE, `mount -t tmpfs -o size=${kilobytes}k disk "$0" && exec "$@"`, folder, ...command];
}

/** The command, on a system where nothing in the folder can be changed. */
export function onReadOnlyDisk(folder: string, command: readonly string[]): readonly string[] {
  return [...NAMESPACE, `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"`, folder, ...command];
}

/** The command, in a process that may make no file larger than this. */
export function withFilesUpTo(kilobytes: number, command: readonly string[]): readonly string[] {
  return ["bash", "-c", `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`, "bash", ...command];
}
