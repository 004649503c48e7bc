import { readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AgentToolError } from "../index.ts";
import { readInside } from "./inside.ts";

/** A package below `node_modules`. */
export interface InstalledPackage {
  /** `p-queue` or `@scope/name`. */
  readonly name: string;
  /** Its real folder, relative to `node_modules`. */
  readonly path: string;
}

/** The packages of a project. */
export interface InstalledPackages {
  /** By name. */
  readonly packages: readonly InstalledPackage[];
  /** How many links led out of `node_modules` and were passed over. */
  readonly links: number;
  /** Why there can be none, as a sentence; null when there is a `node_modules`. */
  readonly note: string | null;
}

/** Lists the packages directly under `<root>/node_modules`, scoped ones too. `root` is a real path. */
export async function installedPackages(root: string): Promise<InstalledPackages> {
  const folder = join(root, "node_modules");
  const note = await whyNone(folder);
  if (note !== null) return { packages: [], links: 0, note };
  const found = await Promise.all((await packageNames(folder)).map((name) => located(folder, name)));
  const packages = found.filter((entry) => entry !== null);
  return { packages, links: found.length - packages.length, note: null };
}

async function whyNone(folder: string): Promise<string | null> {
  try {
    return (await realpath(folder)) === folder ? null : "node_modules is a symbolic link, which is not followed";
  } catch {
    return "there is no node_modules";
  }
}

async function packageNames(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  const scopes = names.filter((name) => name.startsWith("@"));
  const scoped = await Promise.all(scopes.map(async (scope) => (await namesIn(join(folder, scope))).map((name) => `${scope}/${name}`)));
  return [...names.filter((name) => !name.startsWith("@")), ...scoped.flat()].sort();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
    return folders.map(({ name }) => name).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

async function located(folder: string, name: string): Promise<InstalledPackage | null> {
  try {
    const real = await realpath(join(folder, name));
    return real.startsWith(folder + sep) ? { name, path: relative(folder, real) } : null;
  } catch {
    return null;
  }
}

const MAX_MANIFEST_BYTES = 1_000_000;
const FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The packages a project itself names in its `package.json`; none when that cannot be read. */
export async function namedPackages(root: string): Promise<ReadonlySet<string>> {
  const text = await manifestText(root);
  const manifest = parsed(text);
  return new Set(FIELDS.flatMap((field) => Object.keys(objectOr(manifest[field]))));
}

async function manifestText(root: string): Promise<string> {
  try {
    return await readInside({ folder: root, path: "package.json", shownAs: "package.json", maxBytes: MAX_MANIFEST_BYTES });
  } catch (error) {
    if (error instanceof AgentToolError) return "";
    throw error;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return objectOr(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOr(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}; // any object may be asked for its keys
}
