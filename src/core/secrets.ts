import { piecesWithout, type Pieces } from "./pieces.ts";
import { scrubbedText, scrubbedValue, type Secret } from "./scrub.ts";

const SECRET_NAME = /key|token|secret|password/iu;
const SHORTEST_SECRET = 8;

/** Takes the values of secret environment variables out of texts and values. */
export interface Scrubber {
  /** Whether there is anything to take out at all. */
  readonly hasSecrets: boolean;
  /** The text with each secret value replaced by `[NAME]`. */
  text(text: string): string;
  /**
   * The value with every string in it, keys included, scrubbed; the same value when nothing had to change. Looks into
   * lists, maps, sets and the fields of objects. What an object shows only through its methods or hides from
   * enumeration (`toJSON`, an error's message) is not seen: make it text first, and scrub the text.
   */
  value(value: unknown): unknown;
  /** Scrubs one text that comes in pieces. */
  pieces(): Pieces;
  /** The bytes with each secret's UTF-8 bytes replaced; the same bytes when nothing had to change. */
  bytes(bytes: Uint8Array): Uint8Array;
}

const AS_THEY_COME: Pieces = { add: (piece) => piece, rest: () => "" };
const NOTHING_SECRET: Scrubber = {
  hasSecrets: false,
  text: (text) => text,
  value: (value) => value,
  pieces: () => AS_THEY_COME,
  bytes: (bytes) => bytes,
};

/**
 * A scrubber for the variables of `environment` whose name contains KEY, TOKEN, SECRET or PASSWORD (in any case) and
 * whose value has at least eight characters, also where the value stands escaped inside JSON text. Of values inside
 * one another the longest gives its mark; of values that overlap no part remains.
 */
export function scrubberFor(environment: Readonly<Record<string, string | undefined>>): Scrubber {
  const secrets: Secret[] = [];
  for (const name in environment) {
    const value = environment[name];
    if (!SECRET_NAME.test(name) || value === undefined || value.length < SHORTEST_SECRET) continue;
    const inJson = JSON.stringify(value).slice(1, -1);
    for (const form of new Set([value, inJson])) secrets.push({ value: form, mark: `[${name}]` });
  }
  return secrets.length === 0 ? NOTHING_SECRET : scrubberOf(secrets);
}

function scrubberOf(secrets: readonly Secret[]): Scrubber {
  const inBytes = secrets.map(({ value, mark }) => ({ value: asLatin1(value), mark: asLatin1(mark) }));
  const text = (given: string): string => scrubbedText(given, secrets);
  const bytes = (given: Uint8Array): Uint8Array => {
    const buffer = Buffer.from(given.buffer, given.byteOffset, given.length);
    if (!secrets.some(({ value }) => buffer.includes(value))) return given;
    return new Uint8Array(Buffer.from(scrubbedText(buffer.toString("latin1"), inBytes), "latin1"));
  };
  return { hasSecrets: true, text, value: (given) => scrubbedValue(given, text), pieces: () => piecesWithout(secrets), bytes };
}

// One character per byte, so that text replacement works on bytes of any kind.
function asLatin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
