const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"], ["lt", "<"], ["gt", ">"], ["quot", '"'], ["apos", "'"], ["nbsp", " "], ["ensp", " "], ["emsp", " "], ["thinsp", " "],
  ["ndash", "–"], ["mdash", "—"], ["hellip", "…"], ["bull", "•"], ["middot", "·"], ["copy", "©"], ["reg", "®"], ["trade", "™"],
  ["lsquo", "‘"], ["rsquo", "’"], ["ldquo", "“"], ["rdquo", "”"], ["laquo", "«"], ["raquo", "»"],
  ["larr", "←"], ["rarr", "→"], ["times", "×"], ["deg", "°"], ["plusmn", "±"], ["le", "≤"], ["ge", "≥"], ["ne", "≠"], ["euro", "€"],
]);

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/giu;

/** Text with its numeric entities and the commonest named ones decoded, once: `&amp;lt;` becomes `&lt;`. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
    return characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal));
  });
}

function characterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? "\uFFFD" : String.fromCodePoint(code);
}
