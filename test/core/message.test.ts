import { describe, expect, it } from "vitest";
import { charactersOf, type Message } from "../../src/core/message.ts";

describe("charactersOf", () => {
  const messages: readonly { title: string; message: Message; characters: number }[] = [
    { title: "a text", message: { role: "user", content: "hello" }, characters: 5 },
    { title: "nothing", message: { role: "assistant", content: "" }, characters: 0 },
    { title: "an observation, without its call id", message: { role: "tool", content: "22 degrees", callId: "call_1_0" }, characters: 10 },
    {
      title: "text, name and arguments of every call",
      message: {
        role: "assistant",
        content: "ok",
        toolCalls: [
          { id: "a", name: "add", arguments: { a: 1 } },
          { id: "b", name: "ask_x", arguments: '{"goal": "y"' },
          { id: "c", name: "now", arguments: undefined },
        ],
      },
      characters: 2 + (3 + 7) + (5 + 12) + (3 + 2),
    },
  ];

  it.each(messages)("counts $title", ({ message, characters }) => {
    expect(charactersOf(message)).toBe(characters);
  });
});
