import { MARKS, STANDING_ROLES } from "./marks.ts";
import type { Paint, Role } from "./paint.ts";
import { cutToWidth, widthOf } from "./width.ts";
import type { Words } from "./words.ts";

/** A piece of a line and how it looks. */
type Piece = readonly [role: Role, text: string];

/** Words cut to a width: the columns they take, and the painted text. */
export interface Fitted {
  readonly width: number;
  readonly painted: (paint: Paint) => string;
}

const WIDEST_NAME = 32;
const LEAST_SHOWN = 6;
const KIND_WIDTH = 5;

/**
 * Cuts the words of a step to `width` columns. What ended the step comes first, then what was asked and what was said
 * share the rest: the one that needs less gives what is left to the other.
 */
export function fitted(words: Words, width: number): Fitted {
  const { standing, kind } = words;
  const mark = `${MARKS[standing]} `;
  const kindText = `${kind.padEnd(KIND_WIDTH)} `;
  const name = cutToWidth(words.name, Math.max(0, Math.min(WIDEST_NAME, width - mark.length - kindText.length)));
  const rest = Math.max(0, width - mark.length - kindText.length - widthOf(name));
  const end = cutToWidth(` → ${words.ended.trimEnd()}`, rest); // names and notes may be blank
  const [asked, said] = shared(words, rest - widthOf(end));
  const pieces: readonly Piece[] = [
    [STANDING_ROLES[standing], mark],
    ["quiet", kindText],
    [kind, name],
    ["plain", asked],
    [standing === "good" ? "plain" : STANDING_ROLES[standing], end],
    ["quiet", said],
  ];
  return pieced(pieces);
}

function pieced(pieces: readonly Piece[]): Fitted {
  return {
    width: pieces.reduce((total, [, text]) => total + widthOf(text), 0),
    painted: (paint) => pieces.map(([role, text]) => paint(role, text)).join(""),
  };
}

function shared({ asked, said }: Words, room: number): readonly [asked: string, said: string] {
  const answer = said === "" ? "" : `: ${said}`;
  const wanted = widthOf(asked, room + 2);
  const offered = widthOf(answer, room + 2);
  if (wanted + offered <= room) return [asked, answer];
  const half = Math.floor(room / 2);
  const forAsked = wanted <= half ? wanted : Math.max(half, room - offered);
  if (room - forAsked < LEAST_SHOWN) return [cutOrNothing(asked, room), ""];
  const cutAsked = cutOrNothing(asked, forAsked);
  return [cutAsked, cutOrNothing(answer, room - widthOf(cutAsked))];
}

// A letter and an ellipsis tell nobody anything.
function cutOrNothing(text: string, width: number): string {
  const cut = cutToWidth(text, width);
  return cut === text || width >= LEAST_SHOWN ? cut : "";
}
