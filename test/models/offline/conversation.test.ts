import { expect, test } from "vitest";
import { readConversation } from "../../../src/models/offline/conversation.ts";

test("the goal is the first user message, and each observation belongs to its call", () => {
  const conversation = readConversation([
    { role: "system", content: "Instructions." },
    { role: "user", content: "The goal." },
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "a", name: "search", arguments: { query: "x" } },
        { id: "b", name: "search", arguments: '{"query":"y"}' },
        { id: "c", name: "read", arguments: "{broken" },
      ],
    },
    { role: "tool", callId: "b", content: "second" },
    { role: "tool", callId: "a", content: "first" },
    { role: "tool", callId: "nobody", content: "lost" },
    { role: "user", content: "Answer now." },
  ]);

  expect(conversation).toEqual({
    goal: "The goal.",
    exchanges: [
      { name: "search", arguments: { query: "x" }, observation: "first" },
      { name: "search", arguments: { query: "y" }, observation: "second" },
      { name: "read", arguments: {}, observation: null },
    ],
  });
});

test("an id that is used again means the later call", () => {
  const call = (query: string) => ({ role: "assistant", content: "", toolCalls: [{ id: "a", name: "search", arguments: { query } }] }) as const;

  const { exchanges } = readConversation([call("x"), { role: "tool", callId: "a", content: "first" }, call("y"), { role: "tool", callId: "a", content: "second" }]);

  expect(exchanges.map(({ observation }) => observation)).toEqual(["first", "second"]);
});

test("a history without a user message has an empty goal", () => {
  expect(readConversation([])).toEqual({ goal: "", exchanges: [] });
});
