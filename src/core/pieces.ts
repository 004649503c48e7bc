import { scrubbedText, type Secret } from "./scrub.ts";

/** A text that comes in pieces, scrubbed as if it were whole: a secret may stand across any number of them. */
export interface Pieces {
  /** Takes a piece, and gives as much of the text so far as no secret can begin in any more. */
  add(piece: string): string;
  /** What is left when no more pieces come. */
  rest(): string;
}

/** What takes these secrets out of a text in pieces. */
export function piecesWithout(secrets: readonly Secret[]): Pieces {
  let held = "";
  return {
    add(piece) {
      held += piece;
      const cut = safeLength(held, secrets);
      const safe = held.slice(0, cut);
      held = held.slice(cut);
      return scrubbedText(safe, secrets);
    },
    rest() {
      const safe = held;
      held = "";
      return scrubbedText(safe, secrets);
    },
  };
}

// Up to where a text is decided whatever follows: nothing behind that can be the beginning of a secret, or a part of one
// that is there already.
function safeLength(text: string, secrets: readonly Secret[]): number {
  let cut = Math.min(...secrets.map(({ value }) => text.length - begunAtTheEnd(text, value)));
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    for (const { value } of secrets) {
      const across = text.indexOf(value, Math.max(0, cut - value.length + 1));
      if (across < 0 || across >= cut) continue;
      cut = across;
      isMoved = true;
    }
  }
  return cut;
}

/** How many of the secret's first characters the text ends with. */
function begunAtTheEnd(text: string, secret: string): number {
  let length = Math.min(secret.length - 1, text.length);
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1;
  return length;
}
