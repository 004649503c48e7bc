import { describe, expect, test } from "vitest";
import { DefinitionError } from "../../../src/core/errors.ts";
import { checkedAddress } from "../../../src/models/language-model/address.ts";

const ANY = "allowed: a URL that begins with http:// or https://";
const PLAIN = "allowed: a URL without a user name, a query or a fragment: the format adds to its path, and a key has a variable of its own";

describe("the address of a model's server", () => {
  test.each(["http://localhost:8080/v1", "HTTPS://example.com", "http://[::1]:11434/v1/", "https://example.com/a@b/v1"])("is %s as it was given", (address) => {
    expect(checkedAddress("model 'x'", address)).toBe(address);
  });

  test.each([
    { address: "localhost:11434", shown: "localhost:11434", allowed: ANY },
    { address: "file:///etc/passwd", shown: "file:///etc/passwd", allowed: ANY },
    { address: "http://", shown: "http://", allowed: ANY },
    { address: "http://me:secret@", shown: "http://…@", allowed: ANY },
    { address: "http://me:secret@host/v1", shown: "http://…@host/v1", allowed: PLAIN },
    { address: "http://me@host/v1", shown: "http://…@host/v1", allowed: PLAIN },
    { address: "http://me:se@cret@host/v1", shown: "http://…@host/v1", allowed: PLAIN },
    { address: "https://host/v1?key=secret", shown: "https://host/v1?…", allowed: PLAIN },
    { address: "https://host/v1#part", shown: "https://host/v1#part", allowed: PLAIN },
  ])("is not $address, and no secret of it is shown", ({ address, shown, allowed }) => {
    expect(() => checkedAddress("model 'x'", address)).toThrow(DefinitionError);
    expect(() => checkedAddress("model 'x'", address)).toThrow(`model 'x': its address is '${shown}'; ${allowed}`);
  });
});
