import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scrubberFor } from "../../src/core/secrets.ts";
import { SEEDED } from "./seed.ts";

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function failing(): never {
  throw new Error("a getter failed");
}

describe("what is secret", () => {
  it.each([
    { name: "API_KEY", value: "hunter2-hunter2", scrubbed: "[API_KEY]" },
    { name: "github_token", value: "hunter2-hunter2", scrubbed: "[github_token]" },
    { name: "MySecretThing", value: "hunter2-hunter2", scrubbed: "[MySecretThing]" },
    { name: "DBPASSWORD2", value: "hunter2-hunter2", scrubbed: "[DBPASSWORD2]" },
    { name: "PATH", value: "hunter2-hunter2", scrubbed: "hunter2-hunter2" },
    { name: "API_KEY", value: "12345678", scrubbed: "[API_KEY]" },
    { name: "API_KEY", value: "1234567", scrubbed: "1234567" },
    { name: "API_KEY", value: "", scrubbed: "" },
  ])("$name=$value reads $scrubbed", ({ name, value, scrubbed }) => {
    expect(scrubberFor({ [name]: value }).text(value)).toBe(scrubbed);
  });

  it("is nothing in an environment without secrets", () => {
    const { text, value, bytes } = scrubberFor({ PATH: "/usr/bin:/bin", API_KEY: undefined });
    const [list, data] = [["/usr/bin:/bin"], encoded("/usr/bin:/bin")];

    expect([text("/usr/bin:/bin"), value(list), bytes(data)]).toStrictEqual(["/usr/bin:/bin", list, data]);
  });
});

describe("scrubbing text", () => {
  it.each([
    { title: "every place", text: "a hunter2-hunter2 b hunter2-hunter2", scrubbed: "a [A_KEY] b [A_KEY]" },
    { title: "places side by side", text: "hunter2-hunter2hunter2-hunter2", scrubbed: "[A_KEY][A_KEY]" },
    { title: "part of a word", text: "xhunter2-hunter2x", scrubbed: "x[A_KEY]x" },
    { title: "nothing in another case", text: "HUNTER2-HUNTER2", scrubbed: "HUNTER2-HUNTER2" },
    { title: "nothing in an empty text", text: "", scrubbed: "" },
  ])("marks $title", ({ text, scrubbed }) => {
    expect(scrubberFor({ A_KEY: "hunter2-hunter2" }).text(text)).toBe(scrubbed);
  });

  it("takes values of patterns and replacements literally", () => {
    const { text } = scrubberFor({ "$&_KEY": "a.*[b]+$&$1\\" });

    expect(text("x a.*[b]+$&$1\\ y aXX[b]+")).toBe("x [$&_KEY] y aXX[b]+");
  });

  it("lets the longest of values inside one another give its mark", () => {
    const { text } = scrubberFor({ INNER_KEY: "secret-one", OUTER_KEY: "my-secret-one-and-more" });

    expect(text("my-secret-one-and-more, secret-one")).toBe("[OUTER_KEY], [INNER_KEY]");
  });

  it("leaves no part of values that overlap", () => {
    const { text } = scrubberFor({ A_KEY: "abcdefgh-shared", B_KEY: "shared-ijklmnop" });

    expect(text("x abcdefgh-shared-ijklmnop y")).toBe("x [A_KEY][B_KEY] y");
  });

  it("leaves no part of a value that overlaps itself", () => {
    expect(scrubberFor({ A_KEY: "abcabcab" }).text("-abcabcabcabcab-")).toBe("-[A_KEY]-");
  });

  it("does not take a mark for a place of another secret", () => {
    expect(scrubberFor({ A_KEY: "hunter2-hunter2", B_TOKEN: "[A_KEY] x" }).text("hunter2-hunter2 x")).toBe("[A_KEY] x");
  });

  it("finds a value of several lines also where JSON has escaped it", () => {
    const key = '-----BEGIN-----\n"abc\\def"\n-----END-----';
    const { text } = scrubberFor({ PRIVATE_KEY: key });

    expect(text(JSON.stringify({ key, plain: 1 }))).toBe('{"key":"[PRIVATE_KEY]","plain":1}');
    expect(text(`see ${key}`)).toBe("see [PRIVATE_KEY]");
  });

  it("leaves no secret in any text, and every text without one alone", () => {
    const alphabet = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 12 });
    const texts = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    fc.assert(
      fc.property(alphabet, alphabet, texts, (one, other, text) => {
        const scrubbed = scrubberFor({ A_KEY: one, B_KEY: other }).text(text);

        expect(scrubbed.includes(one) || scrubbed.includes(other)).toBe(false);
        if (!text.includes(one) && !text.includes(other)) expect(scrubbed).toBe(text);
      }),
      { ...SEEDED, numRuns: 500 },
    );
  });
});

describe("scrubbing bytes", () => {
  it("marks the UTF-8 bytes of a value and leaves all others as they are", () => {
    const { bytes } = scrubberFor({ A_KEY: "pässwörd-😀" });
    const data = new Uint8Array([0, 255, 195, ...encoded("pässwörd-😀"), 195, 0]);

    expect(bytes(data)).toStrictEqual(new Uint8Array([0, 255, 195, ...encoded("[A_KEY]"), 195, 0]));
  });

  it("sees only its own part of a larger buffer", () => {
    const { bytes } = scrubberFor({ A_KEY: "hunter2-hunter2" });
    const part = encoded("hunter2-hunter2").subarray(1);

    expect(bytes(part)).toBe(part);
  });
});

describe("scrubbing a value", () => {
  const { value: scrub } = scrubberFor({ A_KEY: "hunter2-hunter2" });
  const secret = "hunter2-hunter2";

  it("reaches texts in lists and objects, keys included, and keeps everything else", () => {
    const given = { a: [secret, 1, null, { b: `x ${secret}`, [secret]: true }], c: undefined };

    expect(scrub(given)).toStrictEqual({ a: ["[A_KEY]", 1, null, { b: "x [A_KEY]", "[A_KEY]": true }], c: undefined });
    expect(given.a[0]).toBe(secret);
  });

  it("reaches maps and sets, and leaves its part of the giver's alone", () => {
    const given = [new Map<unknown, unknown>([[secret, [secret]]]), new Set([secret, 1])];

    expect(scrub(given)).toStrictEqual([new Map([["[A_KEY]", ["[A_KEY]"]]]), new Set(["[A_KEY]", 1])]);
    expect((given[1] as Set<unknown>).has(secret)).toBe(true);
  });

  it.each([
    { title: "an object", given: { a: [1, { b: "x" }] } },
    { title: "a list", given: ["x", [null]] },
    { title: "a map", given: new Map([["a", 1]]) },
    { title: "a date", given: new Date(0) },
    { title: "bytes", given: encoded(secret) },
    { title: "a number", given: 7 },
    { title: "null", given: null },
    { title: "a function", given: () => secret },
    { title: "a getter that throws", given: Object.defineProperty({}, "a", { enumerable: true, get: failing }) },
  ])("returns $title without secrets itself", ({ given }) => {
    expect(scrub(given)).toBe(given);
  });

  it("keeps dates, bytes and objects of a class whole beside a secret", () => {
    class Counter {
      #count = 1;
      readonly label = "plain";
      next(): number {
        return ++this.#count;
      }
    }
    const kept = [new Date(0), encoded(secret), new Counter(), /a/u, new URL("https://example.org")] as const;

    const [first, , , counter, ...rest] = scrub([secret, ...kept]) as [string, Date, Uint8Array, Counter, ...unknown[]];

    expect([first, counter.next(), rest]).toStrictEqual(["[A_KEY]", 2, [kept[3], kept[4]]]);
    expect(scrub([secret, ...kept])).toStrictEqual(["[A_KEY]", ...kept]);
  });

  it("takes a secret out of a field of an object of a class, which keeps its prototype", () => {
    class Account {
      readonly password: string;
      constructor(password: string) {
        this.password = password;
      }
    }

    const scrubbed = scrub({ account: new Account(secret) });

    expect(scrubbed).toStrictEqual({ account: new Account("[A_KEY]") });
  });

  it("keeps cycles", () => {
    const given: { text: string; self?: unknown; list: unknown[] } = { text: secret, list: [] };
    given.self = given;
    given.list.push(given.list, given);
    const plain: { self?: unknown } = {};
    plain.self = plain;

    const scrubbed = scrub(given) as typeof given;

    expect(scrubbed.text).toBe("[A_KEY]");
    expect([scrubbed.self, ...scrubbed.list]).toStrictEqual([scrubbed, scrubbed.list, scrubbed]);
    expect(scrub(plain)).toBe(plain);
  });

  it("reaches what is nested deeper than the call stack", () => {
    const deep = JSON.parse(`${"[".repeat(20_000)}"${secret}"${"]".repeat(20_000)}`) as unknown;

    let at = scrub(deep);
    while (Array.isArray(at)) at = (at as unknown[])[0];

    expect(at).toBe("[A_KEY]");
  });

  it("makes a key named __proto__ a field like any other", () => {
    const scrubbed = scrub(JSON.parse(`{"__proto__":{"a":"${secret}"}}`)) as object;

    expect(Object.getPrototypeOf(scrubbed)).toBe(Object.prototype);
    expect(JSON.stringify(scrubbed)).toBe('{"__proto__":{"a":"[A_KEY]"}}');
  });

  it("does to any JSON what scrubbing its text would do", () => {
    const text = fc.oneof(fc.string(), fc.constant(secret), fc.string().map((around) => `${around}${secret}${around}`));
    const values = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, text, fc.integer(), fc.constant(null), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(fc.string(), tie("any"), { maxKeys: 4, noNullPrototype: true }),
    })).any;

    fc.assert(
      fc.property(values, (given) => {
        const written = JSON.stringify(given);
        const expected: unknown = JSON.parse(written.replaceAll(secret, "[A_KEY]"));

        expect(scrub(given)).toStrictEqual(expected);
        if (!written.includes(secret)) expect(scrub(given)).toBe(given);
      }),
      { ...SEEDED, numRuns: 300 },
    );
  });
});
