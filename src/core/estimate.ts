import type { OfferedTool } from "./model.ts";

const CHARACTERS_PER_TOKEN = 4;

/** Tokens in a number of characters: four to a token, rounded up. The figure that reservations use. */
export function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

const offeredCharacters = new WeakMap<readonly OfferedTool[], number>();

/** The characters a list of tools puts into a prompt: its JSON, or none for an empty list. */
export function charactersOffered(tools: readonly OfferedTool[]): number {
  if (tools.length === 0) return 0;
  let characters = offeredCharacters.get(tools);
  if (characters === undefined) {
    characters = JSON.stringify(tools).length;
    offeredCharacters.set(tools, characters);
  }
  return characters;
}
