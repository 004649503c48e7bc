// Columns of a terminal: East Asian wide and emoji characters take two, combining marks none. Ambiguous ones count as one.
const ONE_EACH = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2190-\u2319\u2500-\u25FC]*$/u;
const CLUSTERED = /[\p{M}\u200C\u200D\u1100-\u11FF\uFF9E\uFF9F\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;
const WIDE =
  /^[\u1100-\u115F\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\u3247\u3250-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u;
const EMOJI = /^\p{Emoji}\uFE0F/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cc}\p{Cf}]+$/u;
const HALF_WIDTH_SOUND_MARKS = /(?!^)[\uFF9E\uFF9F]/gu;

const ELLIPSIS = "…";
const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The columns a text takes on a terminal; of a text wider than `most`, only what fits into that is measured. The text
 * must be escaped: controls count as nothing.
 */
export function widthOf(text: string, most = Infinity): number {
  return ONE_EACH.test(text) ? Math.min(text.length, most) : fitting(text, most).width;
}

/** The text, or as much of it as fits into `width` columns with an ellipsis at the end. Never splits a character. */
export function cutToWidth(text: string, width: number): string {
  if (width < 1) return "";
  if (ONE_EACH.test(text)) return text.length <= width ? text : text.slice(0, width - 1).trimEnd() + ELLIPSIS;
  const { end, endBeforeLast } = fitting(text, width);
  return end === text.length ? text : text.slice(0, endBeforeLast).trimEnd() + ELLIPSIS;
}

/** How much of a text fits into a width: where that ends, where it ends with a column to spare, and its columns. */
interface Fitting {
  readonly end: number;
  readonly endBeforeLast: number;
  readonly width: number;
}

function fitting(text: string, most: number): Fitting {
  let end = 0;
  let endBeforeLast = 0;
  let width = 0;
  for (const character of CLUSTERED.test(text) ? clustersOf(text) : text) {
    const next = width + columnsOf(character);
    if (next > most) break;
    width = next;
    end += character.length;
    if (width < most) endBeforeLast = end;
  }
  return { end, endBeforeLast, width };
}

// Segmenting is slow, so only texts that have characters of several code points pay for it.
function* clustersOf(text: string): Generator<string> {
  for (const { segment } of clusters.segment(text)) yield segment;
}

// The common cases, told apart without the long lists above.
const FIRST_MARK = 0x300;
const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fff;

function columnsOf(character: string): number {
  const code = character.length === 1 ? character.charCodeAt(0) : Infinity;
  if (code < FIRST_MARK) return 1;
  if (code >= FIRST_HAN && code <= LAST_HAN) return 2;
  if (NO_WIDTH.test(character)) return 0;
  return (WIDE.test(character) || EMOJI.test(character) ? 2 : 1) + soundMarksOf(character);
}

// The half-width sound marks join the character before them, and still take a column of their own.
function soundMarksOf(character: string): number {
  return character.length === 1 ? 0 : (character.match(HALF_WIDTH_SOUND_MARKS)?.length ?? 0);
}
