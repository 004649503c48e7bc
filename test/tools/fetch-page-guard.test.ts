import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { fetchPage, type AllowAddress } from "../../src/tools/index.ts";
import { pageTool } from "../../src/tools/fetch-page.ts";
import { settingsOf } from "../../src/tools/page-options.ts";
import type { Resolve } from "../../src/tools/web/address.ts";
import { observe } from "./observe.ts";
import { page, pageServer, redirect } from "./web/page-server.ts";

const LOCAL: AllowAddress = (address) => address === "127.0.0.1";
const closed = fetchPage();
const open = fetchPage({ allowAddress: LOCAL });

const SECRET = page("text/plain", "the secret");

function notPublic(host: string, kind: string): string {
  return `AgentToolError: '${host}' is not fetched: it is an address that is not public (${kind})`;
}

function leadsInward(host: string, kind: string): string {
  return `AgentToolError: '${host}' is not fetched: it leads to an address that is not public (${kind})`;
}

describe("fetchPage, given an address of this machine,", () => {
  it.each([
    { title: "as it is", host: "127.0.0.1", shown: "127.0.0.1" },
    { title: "as another of the same range", host: "127.8.9.10", shown: "127.8.9.10" },
    { title: "in decimal", host: "2130706433", shown: "127.0.0.1" },
    { title: "in hexadecimal", host: "0x7f000001", shown: "127.0.0.1" },
    { title: "in octal", host: "017700000001", shown: "127.0.0.1" },
    { title: "in octal parts", host: "0177.0.0.01", shown: "127.0.0.1" },
    { title: "in mixed parts", host: "0x7f.0.1", shown: "127.0.0.1" },
    { title: "cut short", host: "127.1", shown: "127.0.0.1" },
    { title: "with a dot at its end", host: "127.0.0.1.", shown: "127.0.0.1" },
    { title: "in other digits", host: "①②⑦.⓪.⓪.①", shown: "127.0.0.1" },
    { title: "percent-encoded", host: "%31%32%37.0.0.1", shown: "127.0.0.1" },
    { title: "in IPv6", host: "[::1]", shown: "::1" },
    { title: "in long IPv6", host: "[0:0:0:0:0:0:0:1]", shown: "::1" },
    { title: "mapped into IPv6", host: "[::ffff:127.0.0.1]", shown: "::ffff:7f00:1" },
    { title: "mapped into IPv6 in hexadecimal", host: "[::ffff:7f00:1]", shown: "::ffff:7f00:1" },
  ])("refuses it $title and asks nobody", async ({ host, shown }) => {
    const server = await pageServer({ "/": SECRET });

    expect(await observe(closed, { url: `http://${host}:${server.port}/` })).toBe(notPublic(shown, "loopback"));
    expect(server.asked).toEqual([]);
  });
});

describe("fetchPage", () => {
  it.each([
    { kind: "private", host: "10.0.0.1", shown: "10.0.0.1" },
    { kind: "private", host: "172.16.5.4", shown: "172.16.5.4" },
    { kind: "private", host: "192.168.1.1", shown: "192.168.1.1" },
    { kind: "linkLocal", host: "169.254.169.254", shown: "169.254.169.254" },
    { kind: "linkLocal", host: "[::ffff:169.254.169.254]", shown: "::ffff:a9fe:a9fe" },
    { kind: "linkLocal", host: "[fe80::1]", shown: "fe80::1" },
    { kind: "carrierGradeNat", host: "100.64.0.1", shown: "100.64.0.1" },
    { kind: "unspecified", host: "0.0.0.0", shown: "0.0.0.0" },
    { kind: "unspecified", host: "0", shown: "0.0.0.0" },
    { kind: "unspecified", host: "[::]", shown: "::" },
    { kind: "broadcast", host: "255.255.255.255", shown: "255.255.255.255" },
    { kind: "multicast", host: "224.0.0.1", shown: "224.0.0.1" },
    { kind: "multicast", host: "[ff02::1]", shown: "ff02::1" },
    { kind: "reserved", host: "192.0.2.1", shown: "192.0.2.1" },
    { kind: "reserved", host: "240.0.0.1", shown: "240.0.0.1" },
    { kind: "reserved", host: "198.18.0.1", shown: "198.18.0.1" },
    { kind: "reserved", host: "[2001:db8::1]", shown: "2001:db8::1" },
    { kind: "reserved", host: "[::127.0.0.1]", shown: "::7f00:1" },
    { kind: "reserved", host: "[::8.8.8.8]", shown: "::808:808" },
    { kind: "reserved", host: "[4000::1]", shown: "4000::1" },
    { kind: "uniqueLocal", host: "[fd00::1]", shown: "fd00::1" },
    { kind: "deprecatedSiteLocal", host: "[fec0::1]", shown: "fec0::1" },
    { kind: "rfc6052", host: "[64:ff9b::7f00:1]", shown: "64:ff9b::7f00:1" },
    { kind: "rfc6145", host: "[::ffff:0:127.0.0.1]", shown: "::ffff:0:7f00:1" },
    { kind: "6to4", host: "[2002:7f00:1::]", shown: "2002:7f00:1::" },
    { kind: "teredo", host: "[2001::1]", shown: "2001::1" },
  ])("refuses the $kind address $host", async ({ kind, host, shown }) => {
    expect(await observe(closed, { url: `http://${host}/` })).toBe(notPublic(shown, kind));
  });

  it.each([
    { url: "http://public.example@127.0.0.1/", says: "a URL with a user name or password in it is not fetched (host '127.0.0.1')" },
    { url: "http://user:pass@example.org/", says: "a URL with a user name or password in it is not fetched (host 'example.org')" },
    { url: "http://127.0.0.1#@example.org/", says: "'127.0.0.1' is not fetched: it is an address that is not public (loopback)" },
    { url: "http://127.0.0.1\\@example.org/", says: "'127.0.0.1' is not fetched: it is an address that is not public (loopback)" },
    { url: "file:///etc/hostname", says: "'file:///etc/hostname' is not fetched: only http and https are" },
    { url: "ftp://example.org/", says: "'ftp://example.org/' is not fetched: only http and https are" },
    { url: "data:text/plain,a", says: "'data:text/plain,a' is not fetched: only http and https are" },
    { url: "javascript:alert(1)", says: "'javascript:alert(1)' is not fetched: only http and https are" },
    { url: "//example.org/", says: "'//example.org/' is no URL" },
    { url: "http://a b/", says: "'http://a b/' is no URL" },
    { url: "http://[::1%25lo]/", says: "'http://[::1%25lo]/' is no URL" },
    { url: "\u001B[2J\u202E", says: "'\\e[2J\\u{202e}' is no URL" },
  ])("refuses the URL $url", async ({ url, says }) => {
    expect(await observe(closed, { url })).toBe(`AgentToolError: ${says}`);
  });

  it.each(["http", "https"])("refuses a name that this machine itself has, by %s", async (scheme) => {
    const server = await pageServer({ "/": SECRET });

    expect(await observe(closed, { url: `${scheme}://localhost:${server.port}/` })).toBe(leadsInward("localhost", "loopback"));
    expect(server.asked).toEqual([]);
  });

  it.each([
    { title: "to a server inside", location: "http://127.0.0.2/", says: notPublic("127.0.0.2", "loopback") },
    { title: "to a server inside, in decimal", location: "http://2130706434/", says: notPublic("127.0.0.2", "loopback") },
    { title: "without a scheme", location: "//[::1]/", says: notPublic("::1", "loopback") },
    { title: "to where clouds keep their secrets", location: "http://169.254.169.254/latest/meta-data/", says: notPublic("169.254.169.254", "linkLocal") },
    { title: "with a user name", location: "http://u@127.0.0.1/", says: "AgentToolError: a URL with a user name or password in it is not fetched (host '127.0.0.1')" },
    { title: "to a file", location: "file:///etc/hostname", says: "AgentToolError: 'file:///etc/hostname' is not fetched: only http and https are" },
  ])("refuses a redirect $title", async ({ location, says }) => {
    const server = await pageServer({ "/": redirect("/next"), "/next": redirect(location, 307) });

    expect(await observe(open, { url: `http://127.0.0.1:${server.port}/` })).toBe(says);
    expect(server.asked).toEqual(["/", "/next"]);
  });

  it("refuses a redirect that is no URL, and names both", async () => {
    const server = await pageServer({ "/": redirect("http://a b/") });

    expect(await observe(open, { url: `http://127.0.0.1:${server.port}/` })).toBe(
      `AgentToolError: 'http://a b/' is no URL; 'http://127.0.0.1:${server.port}/' redirects to it`,
    );
  });

  it("lets in what allowAddress names, asked with the address and the host, and nothing else", async () => {
    const server = await pageServer({ "/": page("text/plain", "inside") });
    const asked: string[] = [];
    const tool = fetchPage({ allowAddress: (address, hostname) => asked.push(`${hostname} is ${address}`) > 0 && address === "127.0.0.1" });

    expect(await observe(tool, { url: `http://127.0.0.1:${server.port}/` })).toContain("\ninside\n");
    expect(await observe(tool, { url: `http://127.0.0.2:${server.port}/` })).toBe(notPublic("127.0.0.2", "loopback"));
    expect(asked).toEqual(["127.0.0.1 is 127.0.0.1", "127.0.0.2 is 127.0.0.2"]);
  });

  it("takes nothing but true for a yes, and no error for one", async () => {
    const server = await pageServer({ "/": SECRET });
    const url = `http://127.0.0.1:${server.port}/`;

    expect(await observe(fetchPage({ allowAddress: (() => "yes") as unknown as AllowAddress }), { url })).toBe(notPublic("127.0.0.1", "loopback"));
    await expect(observe(fetchPage({ allowAddress: () => { throw new Error("no list"); } }), { url })).rejects.toThrow("no list");
    expect(server.asked).toEqual([]);
  });
});

// Looks names up in a table; each look-up takes the next of a name's answers.
function names(table: Readonly<Record<string, readonly (readonly string[])[]>>): { resolve: Resolve; looked: string[] } {
  const looked: string[] = [];
  const resolve: Resolve = (hostname, _options, callback) => {
    const answers = table[hostname] ?? [];
    const addresses = answers[Math.min(looked.filter((name) => name === hostname).length, answers.length - 1)] ?? [];
    looked.push(hostname);
    callback(null, addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })));
  };
  return { resolve, looked };
}

describe("fetchPage, given a name,", () => {
  const settings = settingsOf({ allowAddress: LOCAL });

  it.each([
    { title: "inward", addresses: ["10.1.2.3"], kind: "private" },
    { title: "outward and inward", addresses: ["93.184.215.14", "169.254.169.254"], kind: "linkLocal" },
    { title: "inward in IPv6", addresses: ["::1"], kind: "loopback" },
    { title: "inward in mapped IPv6", addresses: ["::ffff:10.1.2.3"], kind: "private" },
    { title: "inward with a zone", addresses: ["fe80::1%eth0"], kind: "linkLocal" },
    { title: "to what is no address", addresses: ["intranet"], kind: "no address at all" },
  ])("refuses one that leads $title", async ({ addresses, kind }) => {
    const { resolve } = names({ "evil.example": [addresses] });

    expect(await observe(pageTool(settings, resolve), { url: "http://evil.example/" })).toBe(leadsInward("evil.example", kind));
  });

  it("says so when nobody knows it", async () => {
    const unknown: Resolve = (_hostname, _options, callback) => callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), []);

    expect(await observe(pageTool(settings, unknown), { url: "https://unknown.example/" })).toBe("AgentToolError: 'unknown.example' could not be reached: ENOTFOUND");
  });

  it("says so when it has no address", async () => {
    expect(await observe(pageTool(settings, names({}).resolve), { url: "http://nothing.example/" })).toBe("AgentToolError: 'nothing.example' has no address");
  });

  it("connects to the very address it has checked, looking it up once", async () => {
    const server = await pageServer({ "/": page("text/plain", "found") });
    const { resolve, looked } = names({ "rebinding.example": [["127.0.0.1"], ["127.0.0.2"]] });

    expect(await observe(pageTool(settings, resolve), { url: `http://rebinding.example:${server.port}/` })).toContain("\nfound\n");
    expect(looked).toEqual(["rebinding.example"]);
  });

  it("refuses one that has come to lead inward at the next connection", async () => {
    const server = await pageServer({ "/": redirect("/again"), "/again": SECRET });
    const { resolve, looked } = names({ "rebinding.example": [["127.0.0.1"], ["127.0.0.2"]] });

    expect(await observe(pageTool(settings, resolve), { url: `http://rebinding.example:${server.port}/` })).toBe(leadsInward("rebinding.example", "loopback"));
    expect(looked).toEqual(["rebinding.example", "rebinding.example"]);
    expect(server.asked).toEqual(["/"]);
  });

  it("refuses a redirect to one that leads inward", async () => {
    const server = await pageServer({ "/": redirect("http://inside.example/") });
    const { resolve } = names({ "outside.example": [["127.0.0.1"]], "inside.example": [["192.168.0.7"]] });

    expect(await observe(pageTool(settings, resolve), { url: `http://outside.example:${server.port}/` })).toBe(leadsInward("inside.example", "private"));
  });
});
