import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append, beginHistory, callHash, requestHash } from "../../src/core/history.ts";
import { charactersOf, type Message } from "../../src/core/message.ts";
import { SEEDED } from "./seed.ts";

const call = fc.record({ id: fc.string(), name: fc.string(), arguments: fc.jsonValue() }, { noNullPrototype: true });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("tool" as const), content: fc.string(), callId: fc.string() }, { noNullPrototype: true }),
  fc.record(
    { role: fc.constant("assistant" as const), content: fc.string(), toolCalls: fc.array(call, { maxLength: 3 }) },
    { noNullPrototype: true },
  ),
);
const conversation = fc.array(message, { maxLength: 12 });
const NO_TOOLS = [] as const;

describe("a history", () => {
  it("begins with the instructions and the goal, unchanged", () => {
    expect(beginHistory("Be brief.", " Why? \n")).toStrictEqual({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: " Why? \n" },
      ],
      characters: 16,
    });
  });

  it("only grows: what stands in it stays the same, frozen message, and its characters are kept up", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const history = beginHistory("a", "b");

        for (const next of messages) {
          const before = [...history.messages];
          append(history, next);
          expect(history.messages.slice(0, -1).every((one, index) => one === before[index])).toBe(true);
        }

        expect(history.messages.slice(2)).toStrictEqual(messages);
        expect(history.messages.every((one) => Object.isFrozen(one))).toBe(true);
        expect(history.characters).toBe(history.messages.reduce((sum, one) => sum + charactersOf(one), 0));
      }),
      SEEDED,
    );
  });

  it("stays as it was when a message cannot be counted", () => {
    const history = beginHistory("a", "b");

    expect(() => append(history, { role: "assistant", content: "", toolCalls: [{ id: "1", name: "add", arguments: { a: 1n } }] })).toThrow(TypeError);

    expect(history).toStrictEqual(beginHistory("a", "b"));
  });
});

describe("requestHash", () => {
  const tools = [{ name: "now", description: "The time.", parameters: { type: "object" } }];

  it("is the same for the same messages and tools, in any object and however it was arrived at", () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const copy = structuredClone(messages);
        for (let length = 0; length <= copy.length; length++) requestHash(copy, length, NO_TOOLS);

        expect(requestHash(messages, messages.length, tools)).toBe(requestHash(copy, copy.length, structuredClone(tools)));
      }),
      SEEDED,
    );
  });

  it("differs when any message, any tool or the number of messages differs", () => {
    const { messages } = beginHistory("Be brief.", "Why?");
    append({ messages, characters: 0 }, { role: "assistant", content: "", toolCalls: [{ id: "1", name: "now", arguments: {} }] });
    const [system, user, asked] = messages as [Message, Message, Message];
    const requests: { messages: Message[]; length: number; tools: typeof tools }[] = [
      { messages, length: 3, tools },
      { messages, length: 2, tools },
      { messages, length: 1, tools },
      { messages, length: 0, tools },
      { messages, length: 3, tools: [] },
      { messages, length: 3, tools: [{ name: "now", description: "The time?", parameters: { type: "object" } }] },
      { messages, length: 3, tools: [...tools, ...tools] },
      { messages: [user, system, asked], length: 3, tools },
      { messages: [{ ...system, content: "Be brief" }, user, asked], length: 3, tools },
      { messages: [system, { ...user, role: "system" }, asked], length: 3, tools },
      { messages: [system, user, { ...asked, content: " " }], length: 3, tools },
      { messages: [system, user, { role: "assistant", content: "", toolCalls: [{ id: "2", name: "now", arguments: {} }] }], length: 3, tools },
      { messages: [system, user, { role: "assistant", content: "", toolCalls: [{ id: "1", name: "now", arguments: { a: 1 } }] }], length: 3, tools },
      { messages: [system, user, { role: "assistant", content: "" }], length: 3, tools },
    ];

    const hashes = requests.map((request) => requestHash(request.messages, request.length, request.tools));

    expect(new Set(hashes).size).toBe(requests.length);
    expect(hashes.every((hash) => /^[\w-]{22}$/u.test(hash))).toBe(true);
  });

  it("writes each message once, however many requests begin with it", () => {
    let written = 0;
    const counting = { toJSON: () => ({ written: ++written }) };
    const toolCalls = [{ id: "1", name: "now", arguments: counting }];
    const messages = Array.from({ length: 50 }, (): Message => ({ role: "assistant", content: "", toolCalls }));

    for (let length = 1; length <= messages.length; length++) requestHash(messages, length, NO_TOOLS);
    for (let length = messages.length; length > 0; length--) requestHash(messages, length, NO_TOOLS);

    expect(written).toBe(50);
  });
});

describe("callHash", () => {
  it("tells calls apart by name and arguments, and takes none for null", () => {
    const calls = [["add", { a: 1 }], ["add", { a: 2 }], ["sub", { a: 1 }], ["add", null], ['add",{"a":1', null]] as const;

    const hashes = calls.map(([name, args]) => callHash(name, args));

    expect(new Set(hashes).size).toBe(5);
    expect(callHash("add", { a: 1 })).toBe(hashes[0]);
    expect(callHash("add", undefined)).toBe(hashes[3]);
  });
});
