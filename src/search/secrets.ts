import { scrubberFor } from "../core/secrets.ts";

/**
 * A document without the values of secret environment variables: each becomes `[NAME]`. Done before a document is cut
 * into lines, passages and excerpts, because of a part of a secret nobody could tell any more what it is.
 */
export function withoutSecrets(text: string): string {
  return scrubberFor(process.env).text(text);
}
