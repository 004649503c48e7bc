import { scrubberFor } from "../../core/secrets.ts";

// What keys of providers look like, a key in an address, and a header as it is sent.
const KEY = /\b(?:sk|pk|rk|gsk|xai|hf|nvapi|csk)[-_][\w-]{8,}|\bAIza[\w-]{20,}/gu;
const IN_ADDRESS = /([?&](?:key|api[-_]?key|token|access_token)=)[^&\s"']+/giu;
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/giu;

/** A text without the keys in it: the values of `secrets`, secret environment variables, and whatever looks like a key. */
export function withoutKeys(text: string, secrets: Readonly<Record<string, string>>): string {
  const named = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`key ${name}`, value]));
  const known = scrubberFor(process.env).text(scrubberFor(named).text(text));
  return known.replace(IN_ADDRESS, "$1[key]").replace(BEARER, "$1[key]").replace(KEY, "[key]");
}
