/** What a key asks for; `digit` and `key` say more where it matters. */
export type Command = { readonly does: "view"; readonly digit: number } | { readonly does: (typeof PLAIN)[keyof typeof PLAIN] };

const PLAIN = {
  w: "zoomIn",
  "+": "zoomIn",
  "=": "zoomIn",
  s: "zoomOut",
  "-": "zoomOut",
  a: "panLeft",
  d: "panRight",
  "0": "whole",
  f: "focus",
  j: "next",
  ArrowDown: "next",
  k: "previous",
  ArrowUp: "previous",
  ArrowRight: "inward",
  ArrowLeft: "outward",
  Home: "first",
  End: "last",
  "[": "foldAll",
  "]": "unfoldAll",
  "/": "search",
  "?": "help",
  m: "metric",
  i: "inspector",
  n: "findings",
  t: "theme",
  " ": "play",
  ".": "nextEvent",
  ",": "previousEvent",
  Escape: "escape",
} as const;

/** A key as it was pressed. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key asks for; null for one that belongs to the browser or to what is being typed. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (/^[1-8]$/u.test(key)) return { does: "view", digit: Number(key) };
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(PLAIN, name) ? { does: PLAIN[name as keyof typeof PLAIN] } : null;
}

/** What the keys do, for the reader: keys, then what they do. */
export const KEYS_IN_WORDS: readonly (readonly [keys: string, what: string])[] = [
  ["W  S", "zoom in and out (also the wheel, or pinch)"],
  ["A  D", "earlier and later (also drag, or Shift and wheel)"],
  ["F", "show what is selected; again: the whole run"],
  ["0", "the whole run"],
  ["J  K  ↓  ↑", "next and previous step in the tree"],
  ["→  ←", "unfold, or into; fold, or out"],
  ["[  ]", "fold and unfold everything"],
  ["1 – 8", "lanes, icicle, boundary, conversation, budget, table, diff, replay"],
  ["M", "the icicle's next metric"],
  ["I  N", "inspector, findings"],
  ["Space  ,  .", "in the replay: play or pause, previous and next event"],
  ["/", "search"],
  ["T", "light or dark"],
  ["?", "this help"],
  ["Esc", "close, clear, let go"],
];
