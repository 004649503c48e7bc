const NO_BREAK_SPACE = 0xa0;

// The names of U+00A0 to U+00FF, in order.
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot " +
  "cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml " +
  "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute " +
  "ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"], ["lt", "<"], ["gt", ">"], ["quot", '"'], ["apos", "'"],
  ["ndash", "–"], ["mdash", "—"], ["hellip", "…"], ["bull", "•"], ["prime", "′"], ["Prime", "″"],
  ["lsquo", "‘"], ["rsquo", "’"], ["sbquo", "‚"], ["ldquo", "“"], ["rdquo", "”"], ["bdquo", "„"], ["lsaquo", "‹"], ["rsaquo", "›"],
  ["ensp", " "], ["emsp", " "], ["thinsp", " "], ["zwnj", "\u200C"], ["zwj", "\u200D"],
  ["euro", "€"], ["trade", "™"], ["larr", "←"], ["uarr", "↑"], ["rarr", "→"], ["darr", "↓"], ["harr", "↔"], ["rArr", "⇒"],
  ["le", "≤"], ["ge", "≥"], ["ne", "≠"], ["asymp", "≈"], ["minus", "−"], ["infin", "∞"], ["sum", "∑"], ["radic", "√"], ["check", "✓"],
  ["OElig", "Œ"], ["oelig", "œ"], ["Scaron", "Š"], ["scaron", "š"], ["alpha", "α"], ["beta", "β"], ["pi", "π"], ["lambda", "λ"], ["mu", "μ"],
  ...LATIN_1.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(NO_BREAK_SPACE + index)]),
]);

// What browsers make of the numbers 128 to 159, which old pages write in the Windows code page.
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const FIRST_WINDOWS_1252 = 0x80;

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/gu;

/** Text with its HTML entities decoded, once: `&amp;lt;` becomes `&lt;`. Names it does not know stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    return characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal));
  });
}

function characterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code === 0 || code > 0x10ffff || isSurrogate) return "\uFFFD";
  return WINDOWS_1252[code - FIRST_WINDOWS_1252] ?? String.fromCodePoint(code);
}
