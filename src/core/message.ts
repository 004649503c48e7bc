/** One request of the model: run the tool or specialist `name`. `arguments` is plain JSON; broken JSON stays the text it was. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** One entry of a conversation. `toolCalls` stands on assistant messages, `callId` on tool messages. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly callId?: string;
}

/** The characters a message puts into a prompt: its content, and name and arguments of every call. */
export function charactersOf(message: Message): number {
  let characters = message.content.length;
  for (const call of message.toolCalls ?? []) characters += call.name.length + argumentCharacters(call.arguments);
  return characters;
}

function argumentCharacters(value: unknown): number {
  return typeof value === "string" ? value.length : JSON.stringify(value ?? {}).length;
}
