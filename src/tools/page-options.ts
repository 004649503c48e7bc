import { z } from "zod";
import { countOption, secondsOption, valid } from "./valid.ts";
import type { AllowAddress } from "./web/address.ts";

/** What may be fetched, from where, and how much of it. */
export interface FetchPageOptions {
  /**
   * Lets addresses in that are not public: called with each such address and the host that led to it, for every request
   * and every redirect. Without it none is fetched. This is the only way into an internal network.
   */
  readonly allowAddress?: AllowAddress;
  /** A page with more bytes, once unpacked, is given up. Default 2 000 000. */
  readonly maxBytes?: number;
  /** How long everything may take together. Default 20. */
  readonly timeoutSeconds?: number;
  /** Longer text is cut. Default 20 000. */
  readonly maxChars?: number;
  /** How many redirects are followed. Default 5. */
  readonly maxRedirects?: number;
  /** Media types that are read; all others are refused. Default: HTML, plain text, Markdown, CSV, JSON, XML and feeds. */
  readonly allowedTypes?: readonly string[];
}

/** The options with everything filled in. */
export type PageSettings = Required<FetchPageOptions>;

/** The media types that are read as pages, and not as they are. */
export const HTML_TYPES = ["text/html", "application/xhtml+xml"];
const PLAIN_TYPES = ["text/plain", "text/markdown", "text/csv", "text/xml"];
const DATA_TYPES = ["json", "ld+json", "feed+json", "xml", "rss+xml", "atom+xml"].map((type) => `application/${type}`);

const REDIRECTS = "a whole number of at least 0";
const TYPES = "a list of media types such as text/html";
const optionsSchema = z.strictObject(
  {
    allowAddress: z.custom<AllowAddress>((value) => typeof value === "function", "a function").optional(),
    maxBytes: countOption,
    timeoutSeconds: secondsOption,
    maxChars: countOption,
    maxRedirects: z.number(REDIRECTS).int(REDIRECTS).nonnegative(REDIRECTS).optional(),
    allowedTypes: z.array(z.string(TYPES).regex(/^[a-z]+\/[a-z0-9.+-]+$/u, TYPES), TYPES).optional(),
  },
  "an object: { allowAddress, maxBytes, timeoutSeconds, maxChars, maxRedirects, allowedTypes }",
);

/** Checks the options and fills them in. Throws `DefinitionError`. */
export function settingsOf(options: FetchPageOptions): PageSettings {
  const { allowAddress, allowedTypes, ...given } = valid("fetchPage", optionsSchema, options);
  return {
    allowAddress: allowAddress ?? (() => false),
    maxBytes: given.maxBytes ?? 2_000_000,
    timeoutSeconds: given.timeoutSeconds ?? 20,
    maxChars: given.maxChars ?? 20_000,
    maxRedirects: given.maxRedirects ?? 5,
    allowedTypes: allowedTypes ?? [...HTML_TYPES, ...PLAIN_TYPES, ...DATA_TYPES],
  };
}
