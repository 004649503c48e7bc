import { isObject } from "./json.ts";

const SECRET_NAME = /key|token|secret|password/iu;
const SHORTEST_SECRET = 8;

/** Takes the values of secret environment variables out of texts and values. */
export interface Scrubber {
  /** The text with each secret value replaced by `[NAME]`. */
  text(text: string): string;
  /** The value with every string in it, keys included, scrubbed; the same value when nothing had to change. */
  value(value: unknown): unknown;
  /** The bytes with each secret's UTF-8 bytes replaced; the same bytes when nothing had to change. */
  bytes(bytes: Uint8Array): Uint8Array;
}

const NOTHING_SECRET: Scrubber = { text: (text) => text, value: (value) => value, bytes: (bytes) => bytes };

/**
 * A scrubber for the variables of `environment` whose name contains KEY, TOKEN, SECRET or PASSWORD (in any case) and
 * whose value has at least eight characters. The longest value goes first, so that one inside another cannot hide it.
 */
export function scrubberFor(environment: Readonly<Record<string, string | undefined>>): Scrubber {
  const secrets: (readonly [value: string, mark: string])[] = [];
  for (const name in environment) {
    if (!SECRET_NAME.test(name)) continue;
    const value = environment[name];
    if (value !== undefined && value.length >= SHORTEST_SECRET) secrets.push([value, `[${name}]`]);
  }
  if (secrets.length === 0) return NOTHING_SECRET;
  secrets.sort(([a], [b]) => b.length - a.length);
  return scrubberOf(secrets);
}

function scrubberOf(secrets: readonly (readonly [string, string])[]): Scrubber {
  const text = (given: string): string => {
    let scrubbed = given;
    for (const [value, mark] of secrets) if (scrubbed.includes(value)) scrubbed = scrubbed.replaceAll(value, () => mark);
    return scrubbed;
  };
  const value = (given: unknown): unknown => {
    if (typeof given === "string") return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (!isObject(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [text(key), value(inner)]));
  };
  const bytes = (given: Uint8Array): Uint8Array => {
    const buffer = Buffer.from(given.buffer, given.byteOffset, given.length);
    if (!secrets.some(([secret]) => buffer.includes(secret))) return given;
    let scrubbed = buffer.toString("latin1");
    for (const [secret, mark] of secrets) scrubbed = scrubbed.replaceAll(asLatin1(secret), () => asLatin1(mark));
    return new Uint8Array(Buffer.from(scrubbed, "latin1"));
  };
  return { text, value, bytes };
}

// One character per byte, so that text replacement works on bytes of any kind.
function asLatin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
