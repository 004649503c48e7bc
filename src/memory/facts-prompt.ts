import { Bucket } from "./bucket.ts";
import type { FactStore } from "./fact-store.ts";
import { promptBlock } from "./shown.ts";

/**
 * What is known about a subject as a block for the end of an agent's instructions: a blank line, the heading and a
 * colon, then `- key: value` lines sorted by key; empty when nothing is known. At most 100 facts and 8 000 characters,
 * with a note of how many more there are; each value stays on its line. Rejects with what the store rejects with.
 */
export async function factsPrompt(store: FactStore, subject?: string, heading = "What you already know"): Promise<string> {
  const facts = await new Bucket(store, subject).list();
  return promptBlock(heading, facts.map(({ key, value }) => `${key}: ${value}`));
}
