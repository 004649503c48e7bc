const MOST_BYTES = 120; // file systems take 255 bytes; this leaves room for a number and for long folder names
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu;
const LONE_SURROGATES = /\p{Cs}/gu;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu; // names that Windows keeps for itself, with any ending

/** An artifact's name as names of folders and of a file, safe on every system: at least one, none of them `..` or blank. */
export function segmentsOf(name: string): string[] {
  const segments = name.normalize("NFC").split(/[/\\]/u).map(safeSegment).filter((segment) => segment !== "");
  return segments.length === 0 ? ["artifact"] : segments;
}

function safeSegment(segment: string): string {
  const plain = segment.replace(LONE_SURROGATES, "_").replace(UNSAFE, "_").trim().replace(/[. ]+$/u, "");
  const visible = plain.replace(/^\.+/u, ""); // no hidden file, and no step upwards
  const short = shortened(visible);
  return DEVICE.test(short) ? `_${short}` : short;
}

function shortened(segment: string): string {
  if (Buffer.byteLength(segment) <= MOST_BYTES) return segment;
  const dot = segment.lastIndexOf(".");
  const ending = dot > 0 && segment.length - dot <= 12 ? segment.slice(dot) : "";
  let stem = segment.slice(0, segment.length - ending.length);
  while (Buffer.byteLength(stem) + Buffer.byteLength(ending) > MOST_BYTES) stem = [...stem].slice(0, -1).join("");
  return stem + ending;
}
