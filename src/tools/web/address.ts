import type { LookupAddress, LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { AgentToolError } from "../../index.ts";
import { shownUrl } from "./shown.ts";

/** Says whether an address that is not public may be fetched from all the same; `hostname` is what led to it. */
export type AllowAddress = (address: string, hostname: string) => boolean;

/** Looks a name up and gives all its addresses; `lookup` of `node:dns` is one. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** As much of the package `ipaddr.js` as is used; a user who has it not installed can still check types. */
export interface AddressParser {
  process(address: string): { range(): string; kind(): string; toByteArray(): readonly number[] };
}

/** What the guard stands on. */
export interface GuardParts {
  readonly ipaddr: AddressParser;
  readonly allowAddress: AllowAddress;
  readonly resolve: Resolve;
}

const FIRST_BITS_OF_GLOBAL_IPV6 = 0b001; // 2000::/3; all other addresses are special or not given out

/** Lets requests through to public addresses, and to those that `allowAddress` names; to no other. */
export class AddressGuard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /**
   * Checks a URL before anything is sent: its scheme, that it carries no user name, and its host, where that is an
   * address in any spelling. Names are checked when they are looked up. Throws `AgentToolError`.
   */
  checkUrl(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new AgentToolError(`'${shownUrl(url.href)}' is not fetched: only http and https are`);
    }
    if (url.username !== "" || url.password !== "") {
      throw new AgentToolError(`a URL with a user name or password in it is not fetched (host '${url.hostname}')`);
    }
    const host = url.hostname.replace(/^\[|\]$/gu, ""); // decimal, octal and hexadecimal spellings are dotted by now
    if (isIP(host) !== 0) this.#checkAddress(host, host);
  }

  /**
   * Looks names up for connections. All addresses of a name must be allowed, and the connection goes to one of these
   * very addresses: what the name means a moment later makes no difference.
   */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#parts.resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? this.#refusalOf(hostname, addresses);
      const [first] = addresses ?? [];
      if (refusal || !first) callback(refusal ?? new AgentToolError(`'${hostname}' has no address`), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  #refusalOf(hostname: string, addresses: readonly LookupAddress[]): Error | null {
    try {
      for (const { address } of addresses) this.#checkAddress(address, hostname);
      return null;
    } catch (error) {
      return error as Error; // `allowAddress` may throw; that refuses
    }
  }

  #checkAddress(address: string, hostname: string): void {
    const kind = this.#kindOf(address);
    if (kind === "public" || this.#parts.allowAddress(address, hostname) === true) return;
    const what = address === hostname ? `is an address that is not public (${kind})` : `leads to an address that is not public (${kind})`;
    throw new AgentToolError(`'${hostname}' is not fetched: it ${what}`);
  }

  #kindOf(address: string): string {
    if (isIP(address) === 0) return "no address at all";
    const parsed = this.#parts.ipaddr.process(address); // an IPv4 address inside an IPv6 one comes out
    const range = parsed.range();
    if (range !== "unicast") return range;
    const isGlobal = parsed.kind() === "ipv4" || (parsed.toByteArray()[0] ?? 0) >> 5 === FIRST_BITS_OF_GLOBAL_IPV6;
    return isGlobal ? "public" : "reserved";
  }
}
