import { createHash, type Hash } from "node:crypto";
import { charactersOf, type Message } from "./message.ts";
import type { OfferedTool } from "./model.ts";

/**
 * The message buffer: what one agent's model sees, from the system message on. It only grows. Plain JSON, because it
 * lives in the machine's context; `characters` is kept beside it so that no turn has to walk the whole of it.
 */
export interface History {
  readonly messages: Message[];
  characters: number;
}

/** A history that begins with the instructions and the goal, unchanged. */
export function beginHistory(instructions: string, goal: string): History {
  const history: History = { messages: [], characters: 0 };
  append(history, { role: "system", content: instructions });
  append(history, { role: "user", content: goal });
  return history;
}

/** Adds one message at the end; what stands before it is never touched again. */
export function append(history: History, message: Message): void {
  const characters = charactersOf(message); // first, so that arguments JSON cannot carry leave the history as it was
  history.messages.push(Object.freeze(message));
  history.characters += characters;
}

const digests = new WeakMap<readonly Message[], string[]>();

/**
 * A 22-character fingerprint of a request: the first `length` messages and the tools offered. Each message is hashed
 * once, chained to the ones before it, so hashing every request of a run costs no more than hashing its last one.
 */
export function requestHash(messages: readonly Message[], length: number, tools: readonly OfferedTool[]): string {
  const hash = createHash("sha256").update(digestUpTo(messages, length));
  return shortDigest(hash.update(JSON.stringify(tools)));
}

/** A 22-character fingerprint of one call: its name and arguments. */
export function callHash(name: string, callArguments: unknown): string {
  return shortDigest(createHash("sha256").update(JSON.stringify([name, callArguments ?? null])));
}

function digestUpTo(messages: readonly Message[], length: number): string {
  const known = digests.get(messages) ?? [];
  digests.set(messages, known);
  for (let index = known.length; index < length; index++) {
    const hash = createHash("sha256").update(known[index - 1] ?? "");
    known.push(shortDigest(hash.update(JSON.stringify(messages[index]))));
  }
  return known[length - 1] ?? "";
}

const DIGEST_CHARACTERS = 22; // 132 bits: no two requests of one run will ever share a fingerprint by chance

function shortDigest(hash: Hash): string {
  return hash.digest("base64url").slice(0, DIGEST_CHARACTERS);
}
