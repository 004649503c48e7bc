import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/core/message.ts";
import { promptFrom } from "../../../src/models/language-model/prompt.ts";
import { Recollection } from "../../../src/models/language-model/recollection.ts";
import type { AssistantPart } from "../../../src/models/language-model/specification.ts";

const user: Message = { role: "user", content: "How far is the moon?" };
const text = (said: string) => ({ type: "text" as const, text: said });
const call = (id: string, name: string, input: unknown) => ({ type: "tool-call" as const, toolCallId: id, toolName: name, input });
const result = (id: string, name: string, value: string) => ({ type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value } });

describe("a conversation as a prompt", () => {
  test.each<{ title: string; messages: readonly Message[]; prompt: readonly object[] }>([
    {
      title: "keeps instructions at the top and makes a user's message of later ones",
      messages: [{ role: "system", content: "Be brief." }, { role: "system", content: "Be kind." }, user, { role: "system", content: "Be quick." }],
      prompt: [
        { role: "system", content: "Be brief." },
        { role: "system", content: "Be kind." },
        { role: "user", content: [text("How far is the moon?")] },
        { role: "user", content: [text("Be quick.")] },
      ],
    },
    {
      title: "leaves out what is blank where some format refuses it",
      messages: [{ role: "system", content: " " }, user, { role: "assistant", content: "\n", toolCalls: [{ id: "a", name: "look", arguments: {} }] }, { role: "assistant", content: "" }],
      prompt: [{ role: "user", content: [text("How far is the moon?")] }, { role: "assistant", content: [call("a", "look", {})] }],
    },
    {
      title: "puts the results of one turn into one message, each with the name of its call",
      messages: [
        user,
        { role: "assistant", content: "Wait.", toolCalls: [{ id: "a", name: "look", arguments: { at: 1 } }, { id: "b", name: "ask", arguments: {} }] },
        { role: "tool", content: "seen", callId: "a" },
        { role: "tool", content: "", callId: "b" },
        { role: "assistant", content: "", toolCalls: [{ id: "a", name: "read", arguments: {} }] },
        { role: "tool", content: "read", callId: "a" },
      ],
      prompt: [
        { role: "user", content: [text("How far is the moon?")] },
        { role: "assistant", content: [text("Wait."), call("a", "look", { at: 1 }), call("b", "ask", {})] },
        { role: "tool", content: [result("a", "look", "seen"), result("b", "ask", "")] },
        { role: "assistant", content: [call("a", "read", {})] },
        { role: "tool", content: [result("a", "read", "read")] },
      ],
    },
    {
      title: "wraps arguments that are no object, which no format takes",
      messages: [user, { role: "assistant", content: "", toolCalls: [{ id: "a", name: "look", arguments: '{"at' }, { id: "b", name: "look", arguments: [1] }, { id: "c", name: "look", arguments: null }] }],
      prompt: [
        { role: "user", content: [text("How far is the moon?")] },
        { role: "assistant", content: [call("a", "look", { unreadable_arguments: '{"at' }), call("b", "look", { unreadable_arguments: [1] }), call("c", "look", { unreadable_arguments: null })] },
      ],
    },
    {
      title: "makes names of what a model made up that a history may hold",
      messages: [
        user,
        { role: "assistant", content: "", toolCalls: [{ id: "a", name: "functions.look up", arguments: {} }, { id: "b", name: "", arguments: {} }, { id: "c", name: "x".repeat(90), arguments: {} }] },
        { role: "tool", content: "unknown tool", callId: "a" },
      ],
      prompt: [
        { role: "user", content: [text("How far is the moon?")] },
        { role: "assistant", content: [call("a", "functions_look_up", {}), call("b", "unknown", {}), call("c", "x".repeat(64), {})] },
        { role: "tool", content: [result("a", "functions_look_up", "unknown tool")] },
      ],
    },
    {
      title: "names a result whose call is not there",
      messages: [user, { role: "tool", content: "seen", callId: "a" }],
      prompt: [{ role: "user", content: [text("How far is the moon?")] }, { role: "tool", content: [result("a", "unknown", "seen")] }],
    },
  ])("$title", ({ messages, prompt }) => {
    expect(promptFrom(messages, new Recollection())).toEqual(prompt);
  });
});

describe("what a provider said beside its calls", () => {
  const parts: readonly AssistantPart[] = [
    { type: "reasoning", text: "Hm.", providerOptions: { test: { signature: "s1" } } },
    text("Wait."),
    { type: "reasoning", text: "", providerOptions: { test: { redacted: "r1" } } },
    { ...call("a", "look", '{"at":1}'), providerOptions: { test: { signature: "s2" } } },
  ];
  const turn: Message = { role: "assistant", content: "Wait.", toolCalls: [{ id: "a", name: "look", arguments: { at: 1 } }] };
  const plain = { role: "assistant", content: [text("Wait."), call("a", "look", { at: 1 })] };

  function kept(): Recollection {
    const recollection = new Recollection();
    recollection.keep([user], parts);
    return recollection;
  }

  test("comes back in its order, with the arguments of the history", () => {
    const changed: Message = { ...turn, toolCalls: [{ id: "a", name: "look", arguments: { at: "[SECRET]" } }] };

    expect(promptFrom([{ role: "system", content: "New instructions." }, user, changed], kept())[2]).toEqual({
      role: "assistant",
      content: [parts[0], parts[1], parts[2], { ...parts[3], input: { at: "[SECRET]" } }],
    });
  });

  test.each<{ title: string; messages: readonly Message[] }>([
    { title: "another conversation, word for word the same", messages: [{ ...user }, turn] },
    { title: "a turn with another text", messages: [user, { ...turn, content: "Wait!" }] },
    { title: "a turn with another call", messages: [user, { ...turn, toolCalls: [{ id: "b", name: "look", arguments: { at: 1 } }] }] },
    { title: "a turn whose call has another name", messages: [user, { ...turn, toolCalls: [{ id: "a", name: "peek", arguments: { at: 1 } }] }] },
  ])("stays out of $title", ({ messages }) => {
    expect(JSON.stringify(promptFrom(messages, kept()))).not.toContain("Hm.");
  });

  test("is not kept where there is nothing but text and calls", () => {
    const recollection = new Recollection();
    recollection.keep([user], [text("Wait."), call("a", "look", '{"at":1}')]);

    expect(promptFrom([user, turn], recollection)[1]).toEqual(plain);
  });
});
