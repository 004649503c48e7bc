import { z } from "zod";
import { AgentToolError, tool, type Tool } from "../index.ts";
import { partsOf, shownName } from "./file-name.ts";
import { bytesInside } from "./inside.ts";
import { checkedWriting, encoded, MAX_NAME_CHARS, type WritingOptions } from "./writing.ts";
import { writeInside } from "./write-inside.ts";

const LINES_SHOWN = 5;
const MAX_PLACES = 100; // each look takes as long as the text sought

const parameters = z.object({
  file: z.string().min(1).max(MAX_NAME_CHARS).describe("The name of the file below the folder."),
  find: z.string().min(1).describe("Text that stands in the file exactly once, to the letter, spaces and line breaks included."),
  replace: z.string().describe("What is to stand in its place."),
});

/**
 * The tool `edit_file`: replaces one text in a file by another, where the first stands in it exactly once. Everything
 * that `writeFile` promises holds here too; besides, a file that somebody else changes meanwhile is left alone. Throws
 * `DefinitionError` for a folder that does not exist.
 */
export function editFile(options: WritingOptions): Tool {
  const { folder, maxFileBytes, needsApproval } = checkedWriting("editFile", options);
  return tool({
    name: "edit_file",
    description: "Replace a text by another in a file of the folder you work in. The text must stand in the file exactly once.",
    parameters,
    exclusive: true,
    needsApproval,
    execute: async ({ file, find, replace }, { signal }) => {
      const path = partsOf(file).join("/");
      const replaces = await bytesInside({ folder, path, shownAs: shownName(file), maxBytes: maxFileBytes });
      const text = textOf(file, replaces);
      const at = onlyPlace(file, text, find);
      const bytes = encoded(file, text.slice(0, at) + replace + text.slice(at + find.length), maxFileBytes);
      await writeInside({ folder, name: file, bytes, replaces, signal });
      return `edited '${shownName(file)}' at line ${lineAt(text, at)}`;
    },
  });
}

// Bytes that are no text would not survive being read and written again.
function textOf(file: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new AgentToolError(`'${shownName(file)}' is a binary file`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AgentToolError(`'${shownName(file)}' is not encoded in UTF-8`);
  }
}

function onlyPlace(file: string, text: string, find: string): number {
  const places = placesOf(text, find);
  const [first] = places;
  if (first === undefined) throw new AgentToolError(`'${shownName(file)}' does not hold this text${whyNot(text, find)}`);
  if (places.length === 1) return first;
  const times = places.length < MAX_PLACES ? `${places.length} times` : `${MAX_PLACES} times or more`;
  const lines = places.slice(0, LINES_SHOWN).map((at) => String(lineAt(text, at)));
  if (places.length > LINES_SHOWN) lines.push("…");
  throw new AgentToolError(`'${shownName(file)}' holds this text ${times} (lines ${lines.join(", ")}); give more of what stands around it`);
}

/** Where a text begins in another, overlapping places included. */
function placesOf(text: string, find: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(find, at + 1)) places.push(at);
  return places;
}

function whyNot(text: string, find: string): string {
  const unified = (given: string): string => given.replace(/\r\n?/gu, "\n");
  if (unified(text).includes(unified(find))) return ": the line breaks differ";
  const plain = (given: string): string => given.replace(/\s+/gu, " ").trim();
  return plain(text).includes(plain(find)) ? ": the spaces or line breaks differ" : "";
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
