import { DefinitionError } from "../../core/errors.ts";

const ALLOWED = "a URL that begins with http:// or https://";
const PLAIN = "a URL without a user name, a query or a fragment: the format adds to its path, and a key has a variable of its own";

/** The address of a model's server as it was given. Throws `DefinitionError` for what is none, which shows no password. */
export function checkedAddress(subject: string, address: string): string {
  const refuse = (allowed: string): never => {
    throw new DefinitionError({ subject, field: "its address", value: withoutSecrets(address), allowed });
  };
  if (!URL.canParse(address) || !/^https?:/iu.test(address)) return refuse(ALLOWED);
  const { username, password, search, hash } = new URL(address);
  return [username, password, search, hash].every((part) => part === "") ? address : refuse(PLAIN);
}

function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/?#]*@/u, "//…@").replace(/\?.*$/su, "?…");
}
