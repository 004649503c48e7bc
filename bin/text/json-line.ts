// What JSON leaves as it is and a terminal may act on: C1 controls, bidi and other format characters, line separators.
const UNSAFE = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as one line of JSON that is safe to show on a terminal and still means the same to every reader. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(UNSAFE, written)}\n`;
}

function written(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index++) text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return text;
}
