import { AgentToolError, escapeForTerminal } from "../index.ts";

const MAX_PARTS = 32;
const MAX_PART_BYTES = 255;
const MAX_SHOWN_CHARS = 200;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\.|$)/iu;

interface Rule {
  readonly breaks: (text: string) => boolean;
  readonly why: string;
}

const PATH_RULES: readonly Rule[] = [
  { breaks: (path) => escapeForTerminal(path) !== path, why: "holds control or invisible characters" },
  { breaks: (path) => path.includes("\\"), why: "holds a backslash; folders are separated by /" },
  { breaks: (path) => path.startsWith("/") || /^[a-z]:/iu.test(path), why: "is absolute; names are below the folder" },
  { breaks: (path) => path.startsWith("~"), why: "begins with ~, which means no folder here" },
  { breaks: (path) => path.split("/").length > MAX_PARTS, why: `is more than ${MAX_PARTS} folders deep` },
];

// What one system takes for a name another takes for a device, a stream or a different file; a name means the same on all.
const PART_RULES: readonly Rule[] = [
  { breaks: (part) => part === "", why: "has an empty part" },
  { breaks: (part) => part === "." || part === "..", why: "has a part that is . or .., which are not followed" },
  { breaks: (part) => part.startsWith("."), why: "is hidden (a part begins with a dot), which is neither read nor written" },
  { breaks: (part) => /[<>:"|?*]/u.test(part), why: "holds one of < > : \" | ? *" },
  { breaks: (part) => /[. ]$|^ /u.test(part), why: "has a part that begins or ends with a space or ends with a dot" },
  { breaks: (part) => DEVICE.test(part), why: "is the name of a device on some systems" },
  { breaks: (part) => Buffer.byteLength(part) > MAX_PART_BYTES, why: `has a part of more than ${MAX_PART_BYTES} bytes` },
];

/** The folders of a path below some folder, and the file's own name at the end. */
export function partsOf(path: string): readonly string[] {
  const parts = path.split("/");
  const rule = PATH_RULES.find(({ breaks }) => breaks(path)) ?? PART_RULES.find(({ breaks }) => parts.some(breaks));
  if (rule) throw new AgentToolError(`'${shownName(path)}' ${rule.why}`);
  return parts;
}

/** A name as messages show it: in one line, and not endless. */
export function shownName(path: string): string {
  return escapeForTerminal(path.length > MAX_SHOWN_CHARS ? `${path.slice(0, MAX_SHOWN_CHARS)}…` : path);
}

/**
 * The one among a folder's `names` that some systems take for the same as this one, though it is another: `README` for
 * `readme`. None when this very name is there too.
 */
export function lookAlike(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  const wanted = folded(name);
  return names.find((other) => folded(other) === wanted);
}

function folded(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
