import { UsageError } from "../ending/usage-error.ts";

/** The address of a server, as it was given to an option. Throws `UsageError` for one that is none, or holds a password. */
export function httpAddress(option: string, text: string, example: string): string {
  const allowed = `allowed: an address such as ${example}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && (url.username !== "" || url.password !== "")) {
    throw new UsageError(`${option} holds the name of a user or a password; ${allowed}`);
  }
  if (url && /^https?:$/u.test(url.protocol)) return text;
  throw new UsageError(`${option} is '${text}'; ${allowed}`);
}
